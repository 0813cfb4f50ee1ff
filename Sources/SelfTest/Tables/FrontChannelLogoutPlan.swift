/// The plan of the sign-out by a frame, and the module of the whole logout plan that it leaves out.
enum FrontChannelLogoutPlan {
    static let modules = [
        Module(name: "oidcc-client-test-rp-frontchannel-rpinitlogout") {
            try await FrontChannelTrial.afterSignOut(on: $0)
        },
        Module(name: "oidcc-client-test-rp-frontchannel-opinitlogout") {
            try await FrontChannelTrial.byProvider(on: $0)
        },
    ]
}
