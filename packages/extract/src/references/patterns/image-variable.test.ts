import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const images = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [references]).declarations.map(
    ({ sourceLine, artifact, versionConstraint, role, requiresProducer }) =>
      `${sourceLine} ${artifact} ${versionConstraint ?? "-"} ${role}${requiresProducer ? " by name" : ""}`,
  );

describe("references: images in variables", () => {
  it("reads variables of a Makefile", () => {
    const text = `IMAGE ?= ghcr.io/acme/base:1.2 # the base
TOOL_IMAGE := ghcr.io/acme/tool
TOOL_TAG = v3
export LINT_IMG = registry.acme.io:5000/acme/lint@sha256:${"a".repeat(64)}
OWN_IMAGE = ghcr.io/acme/built
IMAGES = ghcr.io/acme/x
NAME = ghcr.io/acme/y:1
LATER_IMAGE = ghcr.io/acme/later:$(LATER)
build:
	docker build -t ghcr.io/acme/built .
`;
    expect(images("Makefile", text)).toEqual([
      "1 ghcr.io/acme/base 1.2 build by name",
      "2 ghcr.io/acme/tool v3 build by name",
      `4 registry.acme.io:5000/acme/lint sha256:${"a".repeat(64)} build by name`,
      "8 ghcr.io/acme/later $(LATER) build by name",
    ]);
  });

  it("reads the environment of CI jobs", () => {
    const text =
      "on: push\nenv:\n  IMAGE_NAME: ghcr.io/acme/base\n  IMAGE_TAG: '1.2'\njobs:\n  a:\n    env:\n      DOCKER_TEST_IMAGE_NAME: quay.io/acme/builder:1.26-base\n";
    expect(images(".github/workflows/a.yml", text)).toEqual([
      "3 ghcr.io/acme/base 1.2 ci by name",
      "8 quay.io/acme/builder 1.26-base ci by name",
    ]);
  });

  it("leaves an image to the command that uses it, and reads no prose", () => {
    expect(images("Makefile", "IMAGE = ghcr.io/acme/base:1\nrun:\n\tdocker run $(IMAGE)\n")).toEqual([
      "3 ghcr.io/acme/base 1 build",
    ]);
    expect(images("README.md", "IMAGE=ghcr.io/acme/base:1\n")).toEqual([]);
  });
});
