"""What real shells complete with the scripts that `latchkey completions` prints.

LATCHKEY_SHELLS names the shells; `make check-completions` tries zsh and fish too, which aren't installed for the other
tests.
"""

import contextlib
import os
import pty
import subprocess
import threading

import pytest

from harness import PROGRAM


SHELLS = os.environ.get("LATCHKEY_SHELLS", "bash").split()
# What is typed after `latchkey`, and the arguments that it is completed to, one for each candidate.
CASES = {
    "ch": ["check"],
    "s": ["serve", "selftest"],
    "--log-l": ["--log-level"],
    "check --log-l": ["--log-level"],
    "--settings x serv": [],
    "serve --sett": ["--settings"],
    "check --settings-": ["--settings-only"],
    "check --wat": ["--watch"],
    "--wat": [],
    "key --": ["--help", "--version"],
    "key --log": [],
    "completions ": ["bash", "zsh", "fish"],
    "completions --v": ["--version"],
    "completions z": ["zsh"],
    "help man": ["manual"],
    "--client-authentication ": ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    "check --client-authentication priv": ["private_key_jwt"],
    "--client-authentication=priv": ["--client-authentication=private_key_jwt"],
    "--show-claims f": ["false"],
    "--show-claims=f": ["--show-claims=false"],
    "--show-claims --full-s": ["--full-screen"],
    "--ca-file a": ["a root.pem"],
    "--settings=a": ["--settings=a root.pem"],
    "--data-directory da": ["data"],
    "--client-id a": [],
    "--database sqlite:a": [],
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a root.pem").touch()
    (tmp_path / "data.txt").touch()
    (tmp_path / "data").mkdir()
    for shell in SHELLS:
        script = subprocess.run([PROGRAM, "completions", shell], capture_output=True, check=True, timeout=60).stdout
        (tmp_path / f"completions.{shell}").write_bytes(script)
    return tmp_path


class Terminal:
    """A shell with a terminal. Its `latchkey` writes its arguments into a pipe."""

    def __init__(self, command, folder, setup):
        self.pipe = folder / "pipe"
        os.mkfifo(self.pipe)
        (folder / "setup").write_text(f"{setup}\nlatchkey() {{ printf '%s\\n' \"$@\" >pipe; }}\n")
        self.master, slave = pty.openpty()
        environment = {"PATH": os.environ["PATH"], "TERM": "dumb", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        threading.Thread(target=self.drain, daemon=True).start()
        self.type(". ./setup\n")

    def drain(self):
        """Reads the screen, because the shell waits for room on it."""
        with contextlib.suppress(OSError):
            while os.read(self.master, 65536):
                pass

    def type(self, text):
        os.write(self.master, text.encode())

    def arguments(self, typed):
        self.type(f"latchkey {typed}\n")
        return self.pipe.read_text().splitlines()

    def close(self):
        self.process.kill()
        self.process.wait()


def in_bash(folder):
    # M-* inserts all candidates.
    return in_terminal(["bash", "--norc", "--noprofile", "-i"], folder, "source completions.bash", "\x1b*")


def in_zsh(folder):
    # As it is installed: compinit looks through the folders in fpath.
    (folder / "completions.zsh").rename(folder / "_latchkey")
    return in_terminal(["zsh", "-f", "-i"], folder, "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D", "\t")


def in_terminal(command, folder, setup, key):
    with contextlib.closing(Terminal(command, folder, setup)) as terminal:
        def completed(typed):
            *before, word = typed.split(" ")
            found = terminal.arguments(f"{typed}{key}")
            assert found[:len(before)] == before
            return [] if found[len(before):] in ([word], []) else found[len(before):]

        return {typed: completed(typed) for typed in CASES}


def in_fish(folder):
    def completed(typed):
        done = subprocess.run(
            ["fish", "--no-config", "-c", 'source completions.fish; complete -C "latchkey $typed"'], cwd=folder,
            capture_output=True, text=True, timeout=60, env=os.environ | {"HOME": str(folder), "typed": typed})
        assert done.stderr == ""
        # An option whose value may be left out is offered with and without an equals sign.
        return list({line.split("\t")[0].rstrip("/=") for line in done.stdout.splitlines()})

    return {typed: completed(typed) for typed in CASES}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_commands_options_and_values(folder, shell):
    found = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}[shell](folder)
    # With several candidates zsh inserts what they have in common.
    tried = [typed for typed, words in CASES.items() if shell != "zsh" or len(words) < 2]
    assert {typed: sorted(found[typed]) for typed in tried} == {typed: sorted(CASES[typed]) for typed in tried}
