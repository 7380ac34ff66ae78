import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

/** "file:line name" of what is published. */
const pushed = (files: Record<string, string>): string[] =>
  extractFiles(files, [docker]).artifacts.map(
    ({ sourceFile, sourceLine, name }) => `${sourceFile}:${sourceLine} ${name}`,
  );

const lines = (...text: string[]): string => text.join("\n");

describe("a Makefile publishes", () => {
  it("what its recipes push, under names that its variables make up", () => {
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

  it("with what the Makefiles beside it set, the one that make starts with first", () => {
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

  it("nothing whose name only make or the shell can tell", () => {
    const text = lines(
      "NAME = $(notdir $(CURDIR))",
      "LOOP = $(LOOP)",
      "push:",
      "\tdocker push acme/$(NAME):1",
      "\tdocker push acme/app-$*:1",
      "\tfor i in a b; do docker push acme/$$i; done",
      "\tdocker push acme/$(LOOP)",
      "\tdocker push app",
    );
    expect(pushed({ "build.mk": text })).toEqual([]);
  });

  it("each variable worked out once, however many others name it", () => {
    const layers = Array.from({ length: 7 }, (_, n) => `A${n + 1} = ${`$(A${n})`.repeat(10)}`);
    const text = lines("A0 =", ...layers, "push:", "\tdocker push acme/app$(A7):1");
    const before = process.cpuUsage();
    expect(pushed({ Makefile: text })).toEqual(["Makefile:10 docker.io/acme/app"]);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});
