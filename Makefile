# What a machine needs is installed by these targets; nothing has to be set up by hand on a Debian 12 with the Swift toolchain.

BUILD_PACKAGES := ca-certificates git libcurl4-openssl-dev libpq-dev libsqlite3-dev libssl-dev pkg-config python3 xz-utils zlib1g-dev
BENCHMARK_PACKAGES := apache2-bin golang-1.19-go libapache2-mod-auth-openidc nghttp2-client nginx-light postgresql wrk
INSTRUCTIONS_PACKAGES := binutils nghttp2-client nginx-light valgrind
TEST_PACKAGES := chromium chromium-headless-shell default-jre-headless fonts-dejavu-core fonts-ipafont-gothic openssl postgresql python3-venv systemd
REPLICAS_PACKAGES := haproxy
FAILOVER_PACKAGES := etcd-server haproxy iproute2 patroni pgbouncer postgresql python3-etcd
FAULTS_PACKAGES := faketime
DEBIAN_PACKAGES := binutils debhelper dpkg-dev
PACKAGE_TEST_PACKAGES := debootstrap lintian strace
CONTAINER_PACKAGES := binutils iproute2
MODEL_PACKAGES := gcc libc6-dev python3 spin
SHELL_PACKAGES := bash fish mandoc zsh
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
# The counts that the compiler optimizes by, from `make request-profile`.
REQUEST_PROFILE := Benchmarks/requests.profdata.xz
UNPACKED_PROFILE := .build/requests-$(firstword $(shell cksum $(REQUEST_PROFILE) 2>/dev/null)).profdata
# A cached manifest would hide that a template has been added. Each function gets a section of its own, so that the linker
# can place the frequent ones together. Private functions are named without their folder, because the build that counts has
# another one.
OPTIMIZED_BUILD := swift build --disable-build-manifest-caching -c release -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xswiftc -Xllvm -Xswiftc -static-func-full-module-prefix=false
# BUILD_OPTIONS are further ones of `swift build`.
RELEASE_BUILD := $(OPTIMIZED_BUILD) -Xswiftc -Xfrontend -Xswiftc '-ir-profile-use=$(CURDIR)/$(UNPACKED_PROFILE)' $(BUILD_OPTIONS)
# The same program, compiled quickly instead of optimized. A debug build takes longer, because it compiles each module in
# parts. The folder is another one, because SwiftPM compiles everything again if a flag changes.
DEVELOPMENT_FOLDER := .build-development
DEVELOPMENT_BUILD := swift build --disable-build-manifest-caching --scratch-path $(DEVELOPMENT_FOLDER) -c release -Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo -Xcc -O0 -Xcc -g0
COUNTING_BUILD := $(OPTIMIZED_BUILD) --scratch-path .build-counting -Xswiftc -Xfrontend -Xswiftc -ir-profile-generate -Xswiftc -Xclang-linker -Xswiftc -fprofile-generate
SOURCES := Benchmarks Examples Sources Tests Plugins Package.swift
VENV := .venv
PROGRAM := .build/release/latchkey
# The debug build of all libraries.
OUTSIDE_BUILD := .build-outside/SignedInRoute/.build
# The build whose packages the targets named versions… are about.
BUILD := .build

.PHONY: run build check-completions deb sbom versions versions-check versions-list test test-outside api screenshots benchmark libraries-benchmark benchmark-instructions benchmark-cores benchmark-servers benchmark-slow-clients benchmark-many-tasks benchmark-scale request-profile test-kill test-replicas test-failover test-faults test-package test-container test-growth test-soak check-deploy fuzz sanitize docs format lint prepare prepare-tests prepare-deploy model

run: prepare
	$(DEVELOPMENT_BUILD) --product latchkey
	@deploy/dependencies compare --build $(DEVELOPMENT_FOLDER)
	$(DEVELOPMENT_FOLDER)/release/latchkey serve

build: prepare $(UNPACKED_PROFILE)
	$(RELEASE_BUILD) --product latchkey
	@deploy/dependencies compare

# The compiler keeps what it has compiled with another profile; only a removed folder makes it compile everything again.
$(UNPACKED_PROFILE): | $(REQUEST_PROFILE) prepare
	mkdir -p $(@D)
	xz --decompress --stdout $(REQUEST_PROFILE) >$@.part
	rm -rf .build/*/release .build/requests-*.profdata
	mv $@.part $@

# The completions in each shell, which make test tries in bash alone, and the manual page by mandoc. It has no date, which
# would have to be changed for each version.
check-completions: build prepare-tests
	@$(call install,$(SHELL_PACKAGES))
	$(PROGRAM) manual | mandoc -T lint -W warning | { ! grep -v 'missing date'; }
	LATCHKEY_PROGRAM=$(PROGRAM) LATCHKEY_SHELLS="bash zsh fish" $(VENV)/bin/pytest -q Tests/Browser/test_completions.py

# The Debian package, in .build/deb.
deb: build versions-check sbom
	@$(call install,$(DEBIAN_PACKAGES))
	deploy/debian-package .build/release/latchkey .build/sbom .build/deb

# What is in the program: CycloneDX and the licences' notices, in .build/sbom.
sbom: build $(VENV)/.installed
	@$(call install,$(DEBIAN_PACKAGES))
	$(VENV)/bin/python deploy/sbom

# The Debian package in a fresh Debian, which takes some minutes. DEBIAN_MIRROR names another mirror than apt's own.
test-package: deb
	@$(call install,$(PACKAGE_TEST_PACKAGES))
	$(SUDO) Tests/Packaging/package .build/deb

# The name and version of each package in the build, as the package manager settled on them.
versions:
	@deploy/dependencies print --build $(BUILD)

# Fails if they aren't those of deploy/dependencies.txt, unless ALLOW_OTHER_VERSIONS=1.
versions-check: prepare
	@test -f $(BUILD)/workspace-state.json || swift package --scratch-path $(BUILD) resolve
	@deploy/dependencies demand --build $(BUILD)

# Lists those of the build, once it is tested.
versions-list:
	@deploy/dependencies write --build $(BUILD)

test: prepare prepare-tests
	VENV=$(VENV) Tests/run

# The products, from packages outside this one, their public interface, and their reference, all in .build-outside. The
# debug builds take some minutes.
test-outside: prepare
	Tests/outside-package
	Tests/new-package
	Tests/public-interface $(OUTSIDE_BUILD)
	docs/reference .build-outside/docs $(OUTSIDE_BUILD)

# The public interface as it is now, in docs/api.
api: prepare
	Tests/outside-package --product Quickstart
	Tests/public-interface --write $(OUTSIDE_BUILD)

screenshots: build prepare-tests
	$(VENV)/bin/python Tests/Browser/screenshots .build/screenshots

benchmark: build libraries-benchmark
	@$(call install,$(BENCHMARK_PACKAGES))
	Benchmarks/run --write docs/benchmarks.md

libraries-benchmark: prepare $(UNPACKED_PROFILE)
	$(RELEASE_BUILD) --product LibraryBenchmark

benchmark-instructions: build
	@$(call install,$(INSTRUCTIONS_PACKAGES))
	Benchmarks/instructions

# A new profile is worth it after large changes and with a new compiler.
request-profile: prepare
	@$(call install,$(BENCHMARK_PACKAGES))
	LLVM_PROFILE_FILE=/dev/null $(COUNTING_BUILD) --product latchkey
	Benchmarks/request_profile --program .build-counting/release/latchkey

# THREADS are numbers of threads, as 1,2,4,8; by default those that there are processors for.
benchmark-cores: build
	@$(call install,$(BENCHMARK_PACKAGES))
	Benchmarks/cores $(if $(THREADS),--threads $(THREADS))

# Compiled as an application is that uses the library, without the profile.
benchmark-servers: prepare
	@$(call install,$(BENCHMARK_PACKAGES) $(INSTRUCTIONS_PACKAGES))
	swift build -c release --scratch-path .build/servers --product ServerBenchmark
	Benchmarks/servers --write docs/http-server.md

benchmark-slow-clients: build
	Benchmarks/slow_clients

benchmark-many-tasks: build
	Benchmarks/many_tasks

benchmark-scale: build
	@$(call install,$(BENCHMARK_PACKAGES))
	Benchmarks/scale

test-kill: build prepare-tests
	$(VENV)/bin/python Tests/Resilience/kill

test-replicas: build prepare-tests
	@$(call install,$(REPLICAS_PACKAGES))
	$(VENV)/bin/python Tests/Resilience/replicas

# In namespaces of its own: needs root.
test-failover: build prepare-tests
	@$(call install,$(FAILOVER_PACKAGES))
	$(SUDO) $(VENV)/bin/python Tests/Resilience/failover

# The container image's root, in namespaces of its own: needs root.
test-container: build prepare-tests
	@$(call install,$(CONTAINER_PACKAGES))
	$(SUDO) $(VENV)/bin/python Tests/Packaging/container

test-growth: build
	@$(call install,$(BENCHMARK_PACKAGES))
	Tests/Resilience/growth

# Half an hour, or SOAK_SECONDS.
test-soak: build prepare-tests
	@$(call install,$(REPLICAS_PACKAGES))
	$(VENV)/bin/python Tests/Resilience/soak

# As root it tries a full disk and failing names, too.
test-faults: build prepare-tests
	@$(call install,$(FAULTS_PACKAGES))
	$(VENV)/bin/python Tests/Resilience/faults
	$(VENV)/bin/python Tests/Resilience/faults --threads 8

# All states of the protocol of sessions: docs/model/README.md.
model:
	@$(call install,$(MODEL_PACKAGES))
	docs/model/check

# The files for containers and of the hosted checks, by linters and by the schemas of Compose, Kubernetes and GitHub.
check-deploy: prepare-deploy
	$(VENV)/bin/hadolint deploy/Dockerfile
	$(VENV)/bin/yamllint --strict -d "{extends: default, rules: {document-start: disable, line-length: {max: 120}, truthy: {check-keys: false}}}" deploy/compose.yaml deploy/latchkey.yaml deploy/kubernetes/* deploy/postgresql/*.yaml .github/workflows/*
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*
	$(VENV)/bin/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	for version in 1.30 1.37; do $(VENV)/bin/kubernetes-validate -k $$version --strict deploy/kubernetes/* || exit 1; done

# A minute for each of the subjects, or FUZZ_SECONDS.
fuzz: prepare
	Tests/fuzz

# The Swift tests under AddressSanitizer, then under ThreadSanitizer.
sanitize: prepare prepare-tests
	Tests/sanitize

docs: prepare
	swift build --target HummingbirdOpenIDConnect
	docs/reference .build/docs

format:
	swift format --in-place --recursive $(SOURCES)

lint:
	swift format lint --strict --recursive $(SOURCES)

prepare:
	@$(call install,$(BUILD_PACKAGES))

prepare-tests: $(VENV)/.installed
	@$(call install,$(TEST_PACKAGES))

$(VENV)/.installed: Tests/Browser/requirements.txt
	@$(call install,python3-venv)
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

prepare-deploy: $(VENV)/.installed-deploy

$(VENV)/.installed-deploy: deploy/requirements.txt $(VENV)/.installed
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

define install
missing=$$(for name in $(1); do dpkg-query -W -f='$${Status}' $$name 2>/dev/null | grep -q 'ok installed' || echo $$name; done); \
if [ -n "$$missing" ]; then \
	echo "Installing" $$missing; \
	$(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
fi
endef
