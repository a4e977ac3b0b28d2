# The newcomer's commands. Everything lives in .venv and instance/; nothing else on the machine is touched.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation
LOCKED := $(PIP) --require-hashes --use-pep517  # lists of locks/, which are whole: no other file is installed

SHARED := -n auto --dist worksteal  # what a module makes for all its tests is made by one worker
unexport PYTHONDONTWRITEBYTECODE  # the suite starts hundreds of processes: none of them shall compile pbem anew

.PHONY: help run test quick proof check bench atlas gallery mutate format migration museum wheel lock clean

help:                    ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: $(VENV)/.run        ## a server with a demonstration game: web, mail and deadlines in one process
	$(BIN)/pbem demo

test: $(VENV)/.dev       ## the whole suite; says loudly what it had to skip
	$(BIN)/pytest $(SHARED)

quick: $(VENV)/.dev      ## the inner loop
	$(BIN)/pytest $(SHARED) -m "not slow"

proof: $(VENV)/.dev      ## what the suite proves at a small size or not at all, at its full one; ONLY=europa WITHIN=600
	PBEM_TEST_PROOF=1 PBEM_TEST_SECONDS=$(WITHIN) $(BIN)/pytest $(SHARED) -m proof -k "$(ONLY)" --timeout 3600

check: $(VENV)/.dev      ## lint, format, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.bench    ## speed, as ratios against floors and peers measured in the same run
	$(BIN)/python -m bench

atlas: $(VENV)/.atlas    ## draws the maps anew from the coasts and the seed files; CHECK=yes only tells what would change
	$(BIN)/python -m tools.atlas $(if $(CHECK),--check)

gallery: $(VENV)/.dev    ## paints the pictures of docs/gallery.md anew; needs Chromium
	$(BIN)/python -m tools.gallery

mutate: $(VENV)/.mutate  ## GAME=europa: changes that no test notices; ONLY=peace.award_givers SAMPLE=300 FRESH=yes
	nice -n 19 $(BIN)/python -m tools.mutate $(GAME) --only "$(ONLY)" --sample $(or $(SAMPLE),0) $(if $(FRESH),--fresh)

ifeq (mutate,$(firstword $(MAKECMDGOALS)))  # make mutate europa
GAME ?= $(word 2,$(MAKECMDGOALS))
$(filter-out mutate,$(MAKECMDGOALS)): mutate ; @:
endif

format: $(VENV)/.dev     ## mends what lint and format can mend by themselves
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

migration: $(VENV)/.dev  ## SAYS="a motto for players": a draft of the next migration, from what the models say
	$(BIN)/python -m tools.migration "$(SAYS)"

museum: $(VENV)/.dev     ## the exhibit of this version, for the day on which it is released; AGAIN=yes makes it anew
	$(BIN)/python -m tests.museum.making $(if $(AGAIN),again)

wheel: $(VENV)/.dev      ## builds the wheel, with its bill of materials
	$(BIN)/python -m build --wheel --no-isolation

lock: $(BIN)/python      ## makes locks/ anew after pyproject.toml has changed; UPGRADE=yes takes the newest of everything
	$(LOCKED) --requirement locks/lock.txt --requirement locks/build.txt
	$(BIN)/python -m tools.lock $(if $(UPGRADE),--upgrade)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# what builds packages comes first: some of those that run come as source
$(VENV)/.run: $(BIN)/python pyproject.toml locks/build.txt locks/run.txt
	$(LOCKED) --requirement locks/build.txt
	$(LOCKED) --requirement locks/run.txt
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run locks/postgres.txt locks/dev.txt
	$(LOCKED) --requirement locks/postgres.txt --requirement locks/dev.txt
	@touch $@

$(VENV)/.bench $(VENV)/.atlas $(VENV)/.mutate: $(VENV)/.%: $(VENV)/.dev locks/%.txt
	$(LOCKED) --requirement locks/$*.txt
	@touch $@

clean:                   ## takes away what was made here, but no game
	rm -rf $(VENV) dist build .mutate .pytest_cache .mypy_cache .ruff_cache .hypothesis
