import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { docker } from "./index.ts";

/** `file:line name` of every artifact. */
const pushed = (files: Record<string, string>): string[] =>
  extractFiles(files, [docker]).artifacts.map(
    ({ sourceFile, sourceLine, name }) => `${sourceFile}:${sourceLine} ${name}`,
  );

const lines = (...text: string[]): string => text.join("\n");

describe("docker: Makefiles", () => {
  it("publishes images that recipes push, with variables interpolated", () => {
    const text = lines(
      "REGISTRY ?= quay.io/acme",
      "NAME := app # the program",
      "IMAGE = $(REGISTRY)/${NAME}",
      "TAG := $(shell git describe)",
      "build:",
      "\tdocker build -t $(IMAGE):$(TAG) .",
      "",
      "push: build",
      "\t@echo pushing",
      '\t@docker push "$(IMAGE):$(TAG)"',
      "\t-DOCKER_CLI_EXPERIMENTAL=enabled docker manifest push $(REGISTRY)/list:1.2",
    );
    expect(pushed({ Makefile: text })).toEqual([
      "Makefile:10 quay.io/acme/app",
      "Makefile:11 quay.io/acme/list",
    ]);
  });

  it("binds variables of other Makefiles in the folder, the default one first", () => {
    const files = {
      Makefile: lines("include A.mk", "NAME ?= app"),
      "A.mk": lines(
        "REPO ?= acme",
        "NAME ?= unknown",
        "push:",
        "\tif true; then \\",
        "\t\tdocker push $(REPO)/$(NAME); \\",
        "\tfi",
      ),
      "other/Makefile": "REPO = other",
    };
    expect(pushed(files)).toEqual(["A.mk:4 docker.io/acme/app"]);
  });

  it("publishes nothing with a computed name", () => {
    const text = lines(
      "NAME = $(shell ./name.sh)",
      "LOOP = $(LOOP)",
      "push:",
      "\tdocker push acme/$(NAME):1",
      "\tdocker push acme/app-$*:1",
      "\tfor i in $$(ls images); do docker push acme/$$i; done",
      "\tdocker push acme/$(LOOP)",
      "\tdocker push app",
    );
    expect(pushed({ "build.mk": text })).toEqual([]);
  });

  it("computes the name of the folder, substitutions and loops, and drops quotes", () => {
    const text = lines(
      "NAME = $(subst _,-,$(notdir $(CURDIR)))",
      'SAME := $(shell basename "$(PWD)")',
      "IMAGE = 'acme/quoted'",
      "ALL = one two",
      "CONTAINER_TOOL ?= podman",
      "push:",
      "\tdocker push acme/$(NAME):1",
      "\tdocker push quay.io/acme/$(SAME)",
      "\tdocker push $(IMAGE):$(TAG)",
      "\tfor i in $(ALL); do docker push acme/$$i; done",
      "\t$(CONTAINER_TOOL) push acme/tool",
      "\t(docker push acme/sub:1 && docker push acme/sub2:1)",
    );
    const repository = { fullPath: "Acme/My_App", cloneUrl: null };
    const names = extractFiles({ Makefile: text, "images/db_one/Makefile": text }, [docker], repository);
    expect(names.artifacts.map(({ sourceFile, name }) => `${sourceFile} ${name}`)).toEqual([
      "Makefile docker.io/acme/my-app",
      "Makefile quay.io/acme/my_app",
      "Makefile docker.io/acme/quoted",
      "Makefile docker.io/acme/one",
      "Makefile docker.io/acme/two",
      "Makefile docker.io/acme/tool",
      "Makefile docker.io/acme/sub",
      "Makefile docker.io/acme/sub2",
      "images/db_one/Makefile docker.io/acme/db-one",
      "images/db_one/Makefile quay.io/acme/db_one",
    ]);
  });

  it("expands each variable once", () => {
    const layers = Array.from({ length: 7 }, (_, n) => `A${n + 1} = ${`$(A${n})`.repeat(10)}`);
    const text = lines("A0 =", ...layers, "push:", "\tdocker push acme/app$(A7):1");
    const cpu = cpuMs(() => expect(pushed({ Makefile: text })).toEqual(["Makefile:10 docker.io/acme/app"]));
    expect(cpu).toBeLessThan(2000);
  });

  it("expands any number of variables that do not use each other", () => {
    const variables = Array.from({ length: 150 }, (_, n) => `A${n} = a`);
    const image = `IMAGE = acme/${variables.map((_, n) => `$(A${n})`).join("")}`;
    const text = lines(...variables, image, "push:", "\tdocker push $(IMAGE):1");
    expect(pushed({ Makefile: text })).toEqual([`Makefile:153 docker.io/acme/${"a".repeat(150)}`]);
  });
});
