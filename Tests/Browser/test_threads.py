"""The program serves with few and with many threads, and chooses their number by the processors that it may use."""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import subprocess

import pytest

from conftest import Latchkey
from harness import PROGRAM
from harness.plain_browser import PlainBrowser

USERS = ["alice@dev.example", "bob@dev.example"]


class OnOneProcessor(Latchkey):
    wrapper = "taskset", "--cpu-list", str(min(os.sched_getaffinity(0)))


def event_loops(program):
    names = []
    for thread in pathlib.Path(f"/proc/{program.process.pid}/task").iterdir():
        # A thread may end meanwhile, but no event loop does.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            names.append((thread / "comm").read_text())
    return len([name for name in names if name.startswith("NIO-ELT")])


def use(program, user):
    """Signs in, adds a task and reads the page; the texts of its tasks."""
    browser = PlainBrowser(program.port)
    browser.sign_in(user)
    assert browser.send("POST", "/tasks", {"csrf": browser.csrf, "task": f"a task of {user}"}).status == 303
    return re.findall(r"a task of [^<\"]*@dev\.example", browser.send("GET", "/tasks").body)


@pytest.mark.parametrize("threads", [1, 2, 8, 16])
def test_with_any_number_of_threads_each_user_has_their_own_tasks(own_latchkey, threads):
    program = own_latchkey(threads=str(threads))
    assert event_loops(program) == threads
    browsers = 4 * USERS
    with concurrent.futures.ThreadPoolExecutor(len(browsers)) as pool:
        for user, texts in zip(browsers, pool.map(lambda user: use(program, user), browsers)):
            assert set(texts) == {f"a task of {user}"}
    assert program.stop() == 0


def test_on_one_processor_there_are_two_event_loops(own_latchkey):
    program = own_latchkey(OnOneProcessor)
    assert event_loops(program) == 2
    assert use(program, USERS[0])


def test_check_says_how_many_threads_there_are(tmp_path):
    command = [PROGRAM, "check", "--settings-only", "--threads", "16", "--data-directory", tmp_path / "data"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert "threads: 16 for browsers, 8 for outgoing calls, 16 for tasks in the database" in found.stdout
