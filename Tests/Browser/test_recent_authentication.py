"""Deletions at the embedded tasks API that need a recent authentication."""

import json
import time
import urllib.error
import urllib.request

import pytest

from harness.provider import Provider


@pytest.fixture
def provider():
    provider = Provider()
    yield provider
    provider.close()


def send(method, url, token, body=None):
    request = urllib.request.Request(url, method=method, data=body and json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_a_task_is_deleted_only_soon_after_its_user_has_authenticated(own_latchkey, provider):
    latchkey = own_latchkey(**{"authority": provider.url, "client-id": "api", "delete-max-age": "300"})
    now = int(time.time())

    def token(**claims):
        return provider.token(3600, sub="user", aud="api", **claims)

    status, _, body = send("POST", latchkey.api_url, token(), {"task": "milk"})
    assert status == 201
    task = f"{latchkey.api_url}/{json.loads(body)['id']}"
    for claims in [{}, {"auth_time": now - 400}, {"auth_time": str(now)}, {"auth_time": None}]:
        status, headers, _ = send("DELETE", task, token(**claims))
        assert status == 401
        assert headers["WWW-Authenticate"].startswith('Bearer error="insufficient_user_authentication", ')
        assert headers["WWW-Authenticate"].endswith(', max_age="300"')
    assert send("GET", task, token())[0] == 200
    assert send("DELETE", task, token(auth_time=now - 100))[0] == 204
