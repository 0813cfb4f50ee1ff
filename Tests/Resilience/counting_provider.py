"""A provider that knows which refresh tokens were used twice."""

import time

from harness.provider import SigningInProvider

TOKEN_SECONDS = 2


class CountingProvider(SigningInProvider):
    """Records when each refresh token was used."""

    def __init__(self, lifetime=TOKEN_SECONDS):
        super().__init__("app", lifetime)
        self.uses = {}

    def post(self, path, form, headers):
        if token := form.get("refresh_token"):
            self.uses.setdefault(token, []).append(time.time())
        return super().post(path, form, headers)

    def needless(self, kills):
        """How many refreshes used a token again without a kill in between."""
        return sum(not any(first < ended and started < second for started, ended in kills)
                   for times in self.uses.values() for first, second in zip(times, times[1:]))
