# The targets that a newcomer guesses; CI calls these and nothing else.
SHELL := /bin/bash
PREFIX ?= /usr/local
ifeq ($(shell uname),Linux)
# The languages' own libraries go into the binary and no name out of it: less for the loader to do at each start.
# And it looks for no library in the folder that the binary happens to lie in.
STATIC := --static-swift-stdlib -Xswiftc "-L$(CURDIR)/.build/cxx" -Xswiftc -Xclang-linker \
  -Xswiftc -static-libgcc -Xlinker --no-export-dynamic --disable-local-rpath
endif
BINARY := .build/release/appauth-migrate
# Fixtures are data, whatever their names.
SWIFT_FILES = Package.swift $(shell find Sources Tests -name '*.swift' -not -path '*/Fixtures/*')

# All tests at once on two cores would only make each other late.
SOME_AT_ONCE := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4

.PHONY: setup build test soak bench fuzz sanitize lint format check demo docs install dist clean

setup: ## installs the packages that are missing
	@./scripts/setup.sh

build: setup ## the command, as it is shipped
	swift build -c release $(STATIC) --product appauth-migrate

test: ## everything that CI runs
	@./scripts/setup.sh tests
	swift build -c release $(STATIC) --product appauth-migrate
	@$(MAKE) --no-print-directory sample
	$(SOME_AT_ONCE) swift test

.PHONY: sample
sample: ## the sample app, with the client library as an app depends on it
	@# Files that are new in the package are seen only when the manifest is read again.
	@touch samples/orders-app/Package.swift
	swift build --package-path samples/orders-app --scratch-path .build/samples

soak: ## the full walks, of which the tests take a sample
	@./scripts/setup.sh tests
	swift build -c release $(STATIC) --product appauth-migrate
	SOAK=1 swift test --filter 'Soak|Kill|leaks'

bench: build ## what docs/performance.md says, each against a peer in the same run; ROWS='audit-tree start' chooses
	@./scripts/setup.sh ripgrep python3 python3-venv curl openssl
	@python3 scripts/bench/bench.py $(ROWS)

SECONDS_EACH := $(or $(SECONDS),60)
fuzz: ## every reader with made-up input, SECONDS=60 for each
	@./scripts/setup.sh tests
	FUZZ=1 swift build -c release --sanitize fuzzer --product fuzz --scratch-path .build-fuzz
	./scripts/fuzz.sh $(SECONDS_EACH) $(TARGETS)

# Targets without a handle of a C library of their own: no leak but of such, and precise stacks would take them hours.
WITHOUT_HANDLES := ^(LegacyStateTests|MigrationTests|TerminalTests|CommandLineTests)\.
ASAN := ASAN_OPTIONS=exitcode=99:external_symbolizer_path=$$(command -v llvm-symbolizer)
TEST_ASAN := swift test --no-parallel --sanitize=address --scratch-path .build-asan

sanitize: ## the tests under ThreadSanitizer, then under AddressSanitizer, leaks included where there can be any
	@./scripts/setup.sh tests
	swift build -c release $(STATIC) --product appauth-migrate
	APPAUTH_MIGRATE_SANITIZER=thread \
	  swift test --no-parallel --sanitize=thread --scratch-path .build-tsan
	APPAUTH_MIGRATE_SANITIZER=address LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/sanitizers/lsan.supp \
	  $(ASAN):fast_unwind_on_malloc=0:malloc_context_size=10 $(TEST_ASAN) --skip '$(WITHOUT_HANDLES)'
	APPAUTH_MIGRATE_SANITIZER=address \
	  $(ASAN):detect_leaks=0 $(TEST_ASAN) --filter '$(WITHOUT_HANDLES)'

lint: ## style, strictly
	@swift format lint --strict -p $(SWIFT_FILES)

format:
	@swift format -i -p $(SWIFT_FILES)

check: lint build test

.PHONY: build-demo-provider
build-demo-provider:
	swift build -c release $(STATIC) --product demo-provider

demo: build ## the whole road, on sample data and a provider of its own
	@$(MAKE) --no-print-directory build-demo-provider
	@./scripts/demo.sh

docs: ## writes docs/reference.md again from the table of commands
	UPDATE_SNAPSHOTS=1 swift test --filter TerminalTests

.PHONY: api docc
api: ## writes docs/api again: what of OAuthClient is public
	swift build
	./scripts/api.py write

docc: ## the documentation of OAuthClient, in .build/documentation
	swift build
	./scripts/api.py docc

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/
	$(BINARY) completions man > $(DESTDIR)$(PREFIX)/share/man/man1/appauth-migrate.1

dist: build
	mkdir -p dist
	tar -C .build/release -czf dist/appauth-migrate-$$($(BINARY) version --quiet).tar.gz appauth-migrate

clean:
	rm -rf .build .build-* .demo dist
