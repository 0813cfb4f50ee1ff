"""The files in deploy/ that no engine runs here: what they say has to fit the program, the image and each other."""

import ipaddress
import os
import re
import subprocess

import pytest
import yaml

from dockerfile import Image
from harness import PROGRAM, ROOT

COMPOSE = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
KUBERNETES = {
    resource["kind"]: resource for resource in
    (yaml.safe_load(file.read_text()) for file in (ROOT / "deploy/kubernetes").iterdir() if file.name != "secret.yaml")}
POD = KUBERNETES["StatefulSet"]["spec"]["template"]["spec"]
[CONTAINER] = POD["containers"]
SETTINGS = {
    "compose": ((ROOT / "deploy" / COMPOSE["configs"]["latchkey.yaml"]["file"]).read_text(), "/run/secrets/"),
    "kubernetes": (KUBERNETES["ConfigMap"]["data"]["latchkey.yaml"], "/run/secrets/latchkey/"),
}
SETTINGS_DOCUMENT = (ROOT / "docs/settings.md").read_text()
# How long the program takes at most after SIGTERM.
STOP_SECONDS = 10


@pytest.mark.parametrize("where", SETTINGS)
def test_the_program_accepts_the_settings(tmp_path, where):
    text, folder = SETTINGS[where]
    keys = subprocess.run([PROGRAM, "key"], capture_output=True, text=True, check=True, timeout=60).stdout
    url = "postgresql://latchkey:p@database/latchkey?sslmode=disable"
    values = {"client-secret": "s3cret", "session-keys": keys, "database-url": url}
    for name, value in values.items():
        (tmp_path / name).write_text(value)
        (tmp_path / name).chmod(0o600)
    file = tmp_path / "latchkey.yaml"
    file.write_text(text.replace(folder, f"{tmp_path}/"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LATCHKEY_")}
    done = subprocess.run(
        [PROGRAM, "check", "--settings-only", "--settings", file], cwd=tmp_path, env=environment | Image().environment,
        capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_each_secret_that_the_settings_name_is_given():
    for text, folder in SETTINGS.values():
        assert set(re.findall(rf"File: {folder}(\S+)", text)) == {"client-secret", "session-keys", "database-url"}
    for name in ("one", "two"):
        assert set(COMPOSE["services"][name]["secrets"]) <= set(COMPOSE["secrets"])
        assert set(COMPOSE["services"][name]["secrets"]) == {"client-secret", "session-keys", "database-url"}
    assert KUBERNETES["Secret"]["stringData"] == {"client-secret": "", "session-keys": "", "database-url": ""}


def test_each_pod_follows_the_restricted_standard():
    pod, container = POD["securityContext"], CONTAINER["securityContext"]
    assert pod["runAsNonRoot"] is True
    assert f"{pod['runAsUser']}:{pod['runAsGroup']}" == Image().user
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container == {
        "allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}, "readOnlyRootFilesystem": True}
    assert not {"hostNetwork", "hostPID", "hostIPC"} & set(POD)
    assert all(set(volume) <= {"name", "configMap", "secret"} for volume in POD["volumes"])


def test_pods_and_containers_have_time_to_stop():
    paused = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert POD["terminationGracePeriodSeconds"] > paused + STOP_SECONDS
    for name in ("one", "two"):
        assert int(COMPOSE["services"][name]["stop_grace_period"].removesuffix("s")) > STOP_SECONDS


def test_ports_and_probes_are_those_of_the_program():
    ports = {port["name"]: port["containerPort"] for port in CONTAINER["ports"]}
    settings = yaml.safe_load(SETTINGS["kubernetes"][0])
    assert ports["http"] == Image().port == int(Image().environment["LATCHKEY_LISTEN"].split(":")[1])
    assert ports["admin"] == int(settings["adminListen"].split(":")[1])
    probes = {name: CONTAINER[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")}
    assert {name: (probe["path"], probe["port"]) for name, probe in probes.items()} == {
        "startup": ("/healthz", "admin"), "liveness": ("/healthz", "admin"), "readiness": ("/readyz", "http")}


def test_only_prometheus_reaches_the_metrics():
    assert [port["targetPort"] for port in KUBERNETES["Service"]["spec"]["ports"]] == ["http"]
    sources = {rule["ports"][0]["port"]: rule.get("from") for rule in KUBERNETES["NetworkPolicy"]["spec"]["ingress"]}
    assert sources.keys() == {"http", "admin"}
    assert sources["http"] is None and sources["admin"]


def test_budget_service_and_policy_select_the_pods():
    labels = KUBERNETES["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
    assert KUBERNETES["Service"]["spec"]["selector"] == labels
    for kind, selector in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        assert KUBERNETES[kind]["spec"][selector]["matchLabels"] == labels
    assert KUBERNETES["PodDisruptionBudget"]["spec"]["maxUnavailable"] < KUBERNETES["StatefulSet"]["spec"]["replicas"]


def test_an_alert_of_memory_fires_before_the_pod_is_killed():
    limit = CONTAINER["resources"]["limits"]["memory"]
    assert limit.endswith("Gi")
    alerts = (ROOT / "docs/observability/alerts.yaml").read_text()
    threshold = float(re.search(r"process_resident_memory_bytes\{.*\} > (\S+)", alerts)[1])
    assert threshold < int(limit.removesuffix("Gi")) * 2**30


def test_versions_are_those_of_the_program():
    line = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    version = line.split()[1]
    assert CONTAINER["image"].endswith(f"/latchkey:{version}")
    assert f"latchkey_{version}-1_" in (ROOT / "docs/deployment.md").read_text()


def test_only_the_images_volume_can_be_written():
    mounts = {mount["mountPath"]: mount for mount in CONTAINER["volumeMounts"]}
    assert {path for path, mount in mounts.items() if not mount.get("readOnly")} == {Image().volume} == {Image().folder}
    for name in ("one", "two"):
        assert COMPOSE["services"][name]["read_only"] is True
        assert [volume.split(":")[1] for volume in COMPOSE["services"][name]["volumes"]] == [Image().volume]


def test_nothing_has_to_be_written_into_a_read_only_root():
    # Compose mounts files. All else it copies into the container, which the engine refuses if the root is read-only.
    given = [*COMPOSE["configs"].values(), *COMPOSE["secrets"].values()]
    assert given and all(set(entry) == {"file"} for entry in given)


def test_haproxy_finds_the_replicas_and_is_trusted():
    addresses = {name: service["networks"]["site"]["ipv4_address"]
                 for name, service in COMPOSE["services"].items() if isinstance(service["networks"], dict)}
    servers = re.findall(r"^    server (\w+) (\S+):(\d+)$", (ROOT / "deploy/haproxy/haproxy.cfg").read_text(), re.M)
    assert {(name, address) for name, address, _ in servers} == {(name, addresses[name]) for name in ("one", "two")}
    assert {int(port) for _, _, port in servers} == {Image().port}
    assert yaml.safe_load(SETTINGS["compose"][0])["trustedProxies"] == [addresses["haproxy"]]
    [network] = COMPOSE["networks"]["site"]["ipam"]["config"]
    for address in map(ipaddress.ip_address, addresses.values()):
        assert address in ipaddress.ip_network(network["subnet"])
        assert address not in ipaddress.ip_network(network["ip_range"])


@pytest.mark.parametrize("where", SETTINGS)
def test_no_range_of_addresses_is_trusted(where):
    trusted = yaml.safe_load(SETTINGS[where][0]).get("trustedProxies", [])
    assert all(ipaddress.ip_network(address).num_addresses == 1 for address in trusted)


def test_the_database_is_reached_by_the_replicas_alone():
    assert COMPOSE["networks"]["storage"] == {"internal": True}
    networks = {name: set(service["networks"]) for name, service in COMPOSE["services"].items()}
    assert networks == {"one": {"site", "storage"}, "two": {"site", "storage"}, "database": {"storage"}, "haproxy": {"site"}}


def test_haproxy_drops_the_fields_that_a_trusted_proxy_may_send():
    text = (ROOT / "deploy/haproxy/haproxy.cfg").read_text()
    dropped = re.findall(r"^    http-request del-header (\S+)$", text, re.M)
    believed = SETTINGS_DOCUMENT[SETTINGS_DOCUMENT.index("`trustedProxies`"):].split("\n")[0]
    assert {field for field in ("Forwarded", "X-Forwarded-For", "traceparent") if field in believed} == set(dropped)


def test_a_clusters_files_name_the_same_servers():
    folder = ROOT / "deploy/postgresql"
    servers = re.findall(r"^    server (\w+) (\S+):5432$", (folder / "haproxy.cfg").read_text(), re.M)
    hosts = yaml.safe_load((folder / "patroni.yaml").read_text())["etcd"]["hosts"]
    assert len(servers) == 3 and hosts.split(",") == [f"{host}:2379" for _, host in servers]
    members = re.search(r"^ETCD_INITIAL_CLUSTER=(.*)$", (folder / "etcd.env").read_text(), re.M)[1]
    assert members.split(",") == [f"{name}=http://{host}:2380" for name, host in servers]


def test_a_primarys_lease_leaves_patroni_time_for_its_retries_and_its_watchdog():
    settings = yaml.safe_load((ROOT / "deploy/postgresql/patroni.yaml").read_text())["bootstrap"]["dcs"]
    margin = 5  # Patroni's default between the watchdog's reset and the end of the lease
    assert settings["loop_wait"] + 2 * settings["retry_timeout"] <= settings["ttl"]
    assert settings["loop_wait"] + settings["retry_timeout"] + margin <= settings["ttl"]
