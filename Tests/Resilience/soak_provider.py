"""A provider that ends its sessions by logout tokens, and signs with a new key now and then."""

import secrets
import time

from counting_provider import CountingProvider
from harness.provider import SigningKey

TOKEN_SECONDS = 5
# Keys are fetched for an access token or a logout token at most once a minute.
KEY_SECONDS = 65
LOGOUT = "http://schemas.openid.net/event/backchannel-logout"


class Provider(CountingProvider):
    def __init__(self):
        super().__init__(TOKEN_SECONDS)
        # The session of each user's last sign-in.
        self.sessions = {}
        self.changed, self.rotations = time.monotonic(), 0

    def tokens(self, grant, user, **claims):
        self.sessions[user] = grant
        return super().tokens(grant, user, sid=grant, **claims)

    def logout_token(self, user, names_session):
        """Ends the user's session, or all sessions of the user."""
        named = {"sid": self.sessions[user]} if names_session else {"sub": user}
        return self.token(120, aud=self.client, jti=secrets.token_urlsafe(), events={LOGOUT: {}}, **named)

    def rotate_key(self):
        """Signs with a new key from now on, unless the last change is less than a minute ago.

        The key before stays published, because its tokens are still valid.
        """
        if time.monotonic() - self.changed < KEY_SECONDS:
            return
        following = SigningKey(f"key-{self.rotations}")
        self.documents["/keys"] = {"keys": [self.key.published, following.published]}
        self.key = following
        self.changed = time.monotonic()
        self.rotations += 1
