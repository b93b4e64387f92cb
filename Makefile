# swift-list-store. `make` alone lists the targets.

SHELL := /bin/bash
SWIFT ?= swift
# SwiftPM puts the flags of traits in an order of chance, and builds everything again when that differs from the
# last time; with this, the order is always the same. The tests themselves run without it.
export SWIFT_DETERMINISTIC_HASHING := 1
SOURCES := Sources Tests Migrations Tools Package.swift

.DEFAULT_GOAL := help
.PHONY: help install demo gallery test mutants soak soak-cluster sanitize bench bench-cluster docs lint format deps

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-13s %s\n", $$1, $$2 }'

PREFIX ?= /usr/local
# With Swift's libraries in it and without symbols: it starts faster, and where there is no Swift.
INSTALLED := --configuration release --scratch-path .build/install --product liststore \
  --static-swift-stdlib -Xlinker -s

install: ## Install liststore, its completions and man pages in PREFIX (/usr/local)
	@.ci/deps swift libsqlite3-dev
	@$(SWIFT) build $(INSTALLED)
	@Tools/liststore/install \
	  "$$($(SWIFT) build $(INSTALLED) --show-bin-path)/liststore" "$(DESTDIR)$(PREFIX)"

demo: ## Commit real data, replay every change, prove every version
	@.ci/deps swift libsqlite3-dev
	@$(SWIFT) build --configuration release --product demo
	@"$$($(SWIFT) build --configuration release --show-bin-path)/demo" \
	  --data Tools/demo/gapminder.csv --repository .

gallery: ## Draw the pictures of docs/gallery.md again
	@.ci/deps swift libsqlite3-dev
	@$(SWIFT) build --product gallery
	@"$$($(SWIFT) build --show-bin-path)/gallery" Tools/gallery/Screens docs/gallery.md

test: export LISTSTORE_QUICK_TESTS := 1
test: ## Run all tests
	@.ci/deps swift libsqlite3-dev git python3 less postgresql
	@.ci/deps nginx chromium python3-venv schemathesis axe-playwright-python || echo "tests that need what is missing are left out" >&2
	$(SWIFT) build --build-tests
	env -u SWIFT_DETERMINISTIC_HASHING $(SWIFT) test --skip-build --parallel

mutants: ## Plant mistakes in the pager and in the protocol, and let them be found; takes two hours
	@.ci/deps swift libsqlite3-dev python3
	@Tools/mutants/run
	@Tools/mutants/protocol

soak: ## Run the long versions of the tests, optimised; takes an hour or two
	@.ci/deps swift libsqlite3-dev git python3 less postgresql
	@.ci/deps nginx chromium python3-venv schemathesis axe-playwright-python || echo "tests that need what is missing are left out" >&2
	LISTSTORE_SOAK=1 $(SWIFT) test --configuration release -Xswiftc -enable-testing --parallel
	.ci/sanitize thread address

COMMITS ?= 100000

soak-cluster: ## Kill, stop and cut a cluster of PostgreSQL under 100,000 commits; takes half an hour
	@.ci/deps swift libsqlite3-dev python3 postgresql
	@$(SWIFT) build --configuration release --product liststore
	@campaign="Tools/cluster/campaign.py --liststore \
	  $$($(SWIFT) build --configuration release --show-bin-path)/liststore"; \
	$$campaign --commits $(COMMITS) --faults $$(($(COMMITS) / 2500)) && \
	$$campaign --commits 1000 --plant asynchronous && $$campaign --commits 1000 --plant alone

bench-cluster: ## Measure lists on PostgreSQL beside pgbench
	@.ci/deps swift libsqlite3-dev python3 postgresql
	@$(SWIFT) build --configuration release --product log-bench
	@Tools/cluster/measure.py \
	  --bench "$$($(SWIFT) build --configuration release --show-bin-path)/log-bench"

sanitize: ## Run the tests that have threads under the thread and address sanitizers
	@.ci/deps swift libsqlite3-dev
	.ci/sanitize thread address

bench: ## Measure everything, as JSON; takes a while
	@.ci/deps swift libsqlite3-dev
	@$(SWIFT) build --configuration release --product demo
	@"$$($(SWIFT) build --configuration release --show-bin-path)/demo" \
	  --data Tools/demo/gapminder.csv --repository . --json
	@$(SWIFT) build --configuration release --product liststore-bench
	@$(SWIFT) build --configuration release --product server-peer
	@for subject in diff algebra codec adapter layout simulation declared store server; do \
	  "$$($(SWIFT) build --configuration release --show-bin-path)/liststore-bench" \
	    $$subject --json || exit; \
	done

docs: ## Build the documentation of all products; a warning is an error
	@.ci/deps swift libsqlite3-dev
	@.ci/docs

lint: ## Check the format of all sources
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format: ## Format all sources
	$(SWIFT) format --in-place --recursive $(SOURCES)

deps: ## Install the system packages that are missing
	@.ci/deps swift libsqlite3-dev git python3 less postgresql
