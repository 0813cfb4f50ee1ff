"""What the last stage of deploy/Dockerfile says, by instruction."""

import json

from harness import ROOT

FILE = ROOT / "deploy/Dockerfile"


class Image:
    def __init__(self):
        lines = [line for line in FILE.read_text().replace("\\\n", " ").splitlines() if line and not line.startswith("#")]
        steps = [line.split(maxsplit=1) for line in lines]
        last = max(index for index, (instruction, _) in enumerate(steps) if instruction == "FROM")
        said = dict(steps[last:])
        assert said["FROM"] == "scratch"
        self.command = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
        self.user, self.folder, self.volume = said["USER"], said["WORKDIR"], said["VOLUME"]
        self.environment = dict(word.split("=", 1) for word in said["ENV"].split())
        self.port = int(said["EXPOSE"])
