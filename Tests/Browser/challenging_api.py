"""A tasks API that asks for another sign-in than the token's, and a provider that does what a test sets."""

import base64
import json
import time
import urllib.parse

from breakable_api import BreakableAPI
from harness.provider import SigningInProvider


def claims_of(handler):
    payload = handler.headers["Authorization"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


class ChallengingAPI(BreakableAPI):
    """Once told so, it responds to calls by some methods with a challenge (RFC 9470), until a token is good enough."""

    def __init__(self):
        super().__init__()
        self.accept_all()

    def accept_all(self):
        self.methods, self.accepts, self.field = (), None, None

    def demand(self, parameters, *methods, accepts):
        self.field = f'Bearer realm="tasks, and more", {parameters}'
        self.methods, self.accepts = methods, accepts

    def demand_newer_sign_in(self, *methods):
        """Asks for a sign-in after now, which is in whole seconds; so it takes until the next."""
        now = int(time.time())
        time.sleep(1 - time.time() % 1)
        self.demand('error="insufficient_user_authentication", max_age="0"', *methods, accepts=lambda claims: claims["auth_time"] > now)

    def response(self, handler, url, sent):
        if handler.command in self.methods and not self.accepts(claims_of(handler)):
            return 401, {}, {"WWW-Authenticate": self.field}
        return super().response(handler, url, sent)


class ContextProvider(SigningInProvider):
    """Signs in the same user at once, whatever it is asked for, with such `acr` and `auth_time` as a test wants."""

    def __init__(self, client):
        super().__init__(client)
        self.user = None
        # The claims of each token from now on, and the authorization requests so far.
        self.context, self.queries = {}, []

    def authorize(self, url):
        if url.path != "/authorize":
            return None
        query = dict(urllib.parse.parse_qsl(url.query))
        self.queries.append(query)
        return super().authorize(url._replace(query=urllib.parse.urlencode({"login_hint": self.user} | query)))

    def token(self, lifetime, **claims):
        return super().token(lifetime, **claims | self.context)
