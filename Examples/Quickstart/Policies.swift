import HummingbirdOpenIDConnect

extension Settings {
    /// A link's text and its route, for each policy that is set.
    var policies: [(text: String, route: SignInRoute)] {
        guard emailSignInPolicyId != nil else { return [("Sign in", SignInRoute(path: "/sign-in"))] }
        let policies: [(String, String, String?, SignInRoute.Purpose)] = [
            ("Sign in", "/sign-in", emailSignInPolicyId, .signIn),
            ("Sign up", "/sign-up", emailSignUpPolicyId, .signUp),
            ("Sign in with Facebook", "/sign-in/facebook", faceBookSignInPolicyId, .alternativeSignIn),
            ("Forgot your password?", "/password-reset", passwordResetPolicyId, .passwordReset),
            ("Edit your profile", "/profile", profileEditPolicyId, .profileEdit),
        ]
        return policies.compactMap { text, path, policy, purpose in
            policy.map { (text, SignInRoute(path: path, policy: $0, purpose: purpose)) }
        }
    }

    /// Links to the policies for a user who is signed in, or to those for one who isn't.
    func links(isSignedIn: Bool) -> String {
        policies.filter { ($0.route.purpose == .profileEdit) == isSignedIn }
            .map { "<p><a href=\"\($0.route.path)\">\($0.text)</a></p>" }.joined(separator: "\n")
    }
}
