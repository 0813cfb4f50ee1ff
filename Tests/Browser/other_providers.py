"""Identity providers that others wrote, each with one client and one user, served from this process.

Each has `url`, its issuer; `client_id` and `client_secret`; and `register(site)`, which makes the site's addresses known.
"""

import datetime
import json
import logging
import os
import threading

from werkzeug.serving import make_server
from werkzeug.wrappers import Response

# They speak plain http here, which the libraries that they are built on refuse unless these variables are set.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
# Playwright keeps an event loop in the tests' thread, in which Django's database would not be used.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
logging.getLogger("werkzeug").setLevel(logging.ERROR)


class Served:
    """A WSGI application on a port of its own, which notes the paths that were requested.

    `expired` is how many of the next responses with tokens say that the access token has expired already.
    """

    # No space: canaille takes the plus sign that stands for one as it is.
    client_id, client_secret = "latchkey", "secret:of%the+client's"

    def serve(self, application):
        self.paths, self.expired = [], 0

        def noted(environ, start_response):
            self.paths.append(environ["PATH_INFO"])
            if self.expired == 0:
                return application(environ, start_response)
            response = Response.from_app(application, environ)
            document = response.get_json(silent=True)
            if document and "access_token" in document:
                self.expired -= 1
                response.set_data(json.dumps(document | {"expires_in": 0}))
            return response(environ, start_response)

        self.server = make_server("127.0.0.1", 0, noted, threaded=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def register(self, site):
        pass

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Canaille(Served):
    """canaille, in memory: an issuer with a final slash, JWTs as access tokens, consent, refresh tokens that are used once."""

    def __init__(self, algorithm="RS256"):
        import canaille
        from canaille.app import models
        from canaille.backends import Backend

        self.models, self.algorithm = models, algorithm
        self.application = canaille.create_app({
            "SECRET_KEY": "guards nothing",
            # Access tokens and refresh tokens live so long, in seconds.
            "OAUTH2_TOKEN_EXPIRES_IN": dict.fromkeys(("authorization_code", "refresh_token"), 3600),
            "CANAILLE": {
                "DATABASE": "memory", "SMTP": None, "CAPTCHA_ENABLED": False,
                "LOGGING": {"version": 1, "disable_existing_loggers": False},
            },
        })
        self.application.logger.disabled = True
        with self.application.app_context():
            self.backend = Backend.instance
            self.backend.save(models.User(
                user_name="alice", formatted_name="Alice Abitbol", family_name="Abitbol", emails=["alice@people.example"],
                password="Correct-horse-7"))
        self.serve(self.application)

    def register(self, site):
        with self.application.app_context():
            client = self.models.Client(
                client_id=self.client_id, client_secret=self.client_secret, client_name="Latchkey",
                client_uri="https://tasks.example.com", client_id_issued_at=datetime.datetime.now(datetime.timezone.utc),
                redirect_uris=[f"{site}/auth/openid/return"], post_logout_redirect_uris=[f"{site}/signed-out"],
                grant_types=["authorization_code", "refresh_token"], response_types=["code"],
                scope=["openid", "profile", "email"], token_endpoint_auth_method="client_secret_basic",
                id_token_signed_response_alg=self.algorithm)
            self.backend.save(client)
            client.audience = [client]
            self.backend.save(client)

    def tokens(self):
        """What was issued, oldest first."""
        with self.application.app_context():
            return sorted(self.backend.query(self.models.Token), key=lambda t: t.issue_date)


class OIDCProviderMock(Served):
    """oidc-provider-mock: opaque access tokens, that name no key, refresh without ID token, sign-out with a question."""

    def __init__(self, **options):
        import oidc_provider_mock
        from oidc_provider_mock import User

        application = oidc_provider_mock.app(
            user_claims=[User(sub="alice", claims={"email": "alice@people.example", "name": "Alice Abitbol"})], **options)
        # Its errors are for a log, not for a debugger's page.
        application.debug = False
        self.serve(application)


class DjangoOAuthToolkit(Served):
    """Django OAuth Toolkit: an issuer with a path, opaque access tokens, an ID token without a name, sign-out with a question.

    A process has one Django, and so at most one of these.
    """

    def __init__(self, folder):
        import django
        from cryptography.hazmat.primitives.asymmetric import rsa
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
        from django.conf import settings
        from django.core.management import call_command
        from django.core.wsgi import get_wsgi_application

        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        form = "<form method=post>{% csrf_token %}{{ form }}<button>Log in</button></form>"
        settings.configure(
            ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="guards nothing", USE_TZ=True, ROOT_URLCONF="django_urls", LOGIN_URL="/login",
            INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
            # The tables are made as they are now, without the steps that led there.
            MIGRATION_MODULES=dict.fromkeys(("auth", "contenttypes", "sessions", "oauth2_provider")),
            MIDDLEWARE=[
                "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware",
            ],
            DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "django.sqlite"}},
            # The usual ones take long on purpose, for the client's secret at each call, too.
            PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
            DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
            TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {"loaders": [
                ("django.template.loaders.locmem.Loader", {"registration/login.html": form}),
                "django.template.loaders.app_directories.Loader",
            ]}}],
            OAUTH2_PROVIDER={
                "OIDC_ENABLED": True, "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
                "OIDC_RSA_PRIVATE_KEY": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
                "SCOPES": {"openid": "Who you are", "profile": "Your name"},
            })
        django.setup()
        call_command("migrate", run_syncdb=True, verbosity=0)

        from django.contrib.auth.models import User
        User.objects.create_user("alice", password="Correct-horse-7")
        self.serve(get_wsgi_application())
        self.origin, self.url = self.url, f"{self.url}/o"

    def register(self, site):
        from oauth2_provider.models import Application
        Application.objects.create(
            name="Latchkey", client_id=self.client_id, client_secret=self.client_secret, algorithm=Application.RS256_ALGORITHM,
            client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
            redirect_uris=f"{site}/auth/openid/return", post_logout_redirect_uris=f"{site}/signed-out")
