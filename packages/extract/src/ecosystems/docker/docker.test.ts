import { describe, expect, it } from "vitest";
import type { ProducedArtifact } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const DOCKERFILE = "FROM alpine\n";

describe("docker: files", () => {
  it.each([
    "Dockerfile",
    "build/dockerfile",
    "Containerfile",
    "Dockerfile.dev",
    "Dockerfile.go",
    "Containerfile.prod",
    "build/Dockerfile-alpine",
    "Dockerfile_test",
    "api.Dockerfile",
    "api.dockerfile",
  ])("claims %s", (path) => {
    expect(docker.claims({ path, text: "# a comment\n\nARG A\n" })).toBe(true);
  });

  it.each([
    "Dockerfile.md",
    ".dockerignore",
    "Dockerfile.dockerignore",
    "MyDockerfile",
    "Dockerfile/README",
    "docker",
  ])("does not claim %s", (path) => {
    expect(docker.claims({ path, text: DOCKERFILE })).toBe(false);
  });

  it("does not claim source code named like a Dockerfile", () => {
    expect(
      docker.claims({ path: "dockerfile.go", text: "// x\npackage dockerfile\n\nconst x = `\nFROM a\n`" }),
    ).toBe(false);
  });

  it.each([
    "compose.yml",
    "compose.yaml",
    "a/docker-compose.yml",
    "docker-compose.prod.yaml",
    "compose-dev.yml",
  ])("claims %s", (path) => {
    expect(docker.claims({ path, text: "" })).toBe(true);
  });

  it.each(["composer.yml", "compose.json", "my-compose.yml"])("does not claim %s", (path) => {
    expect(docker.claims({ path, text: "" })).toBe(false);
  });
});

const produced = (files: Record<string, string>) =>
  extractFiles(files, [docker], { fullPath: "Acme/App", cloneUrl: "https://github.com/Acme/App.git" })
    .artifacts;

describe("docker: compose files with custom names", () => {
  it.each([
    ["broker-compose.yml", "services:\n  a:\n    image: x\n", true],
    ["ci/dev.compose.test.yaml", "x: 1\nservices :\n", true],
    ["broker-compose.yml", "name: x\n", false],
    ["decompose.yml", "services:\n", false],
  ])("claims %s with %j: %s", (path, text, expected) => {
    expect(docker.claims({ path, text })).toBe(expected);
  });
});

describe("docker: registry path", () => {
  it("assumes that a repository with a Dockerfile publishes an image", () => {
    const files = { "a/deep/Dockerfile": DOCKERFILE, "z/Dockerfile": DOCKERFILE };
    expect(produced(files)).toEqual<ProducedArtifact[]>([
      {
        ecosystem: "docker",
        artifactType: "container_image",
        name: "acme/app",
        version: null,
        registryUrl: null,
        sourceFile: "z/Dockerfile",
        sourceLine: null,
        announces: ["convention:container_image:acme/app"],
        assumed: true,
        evidence: { class: "manifest", rule: "docker.registry_path" },
      },
    ]);
  });

  it("assumes nothing without a Dockerfile", () => {
    expect(produced({ "compose.yaml": "services:\n  a:\n    image: redis\n" })).toEqual([]);
  });

  it("assumes the image in addition to known ones", () => {
    const compose =
      "services:\n  a:\n    build: .\n    image: ghcr.io/acme/app:2\n  b:\n    build: .\n    image: acme/b\n";
    expect(produced({ Dockerfile: DOCKERFILE, "compose.yaml": compose })).toMatchObject([
      {
        name: "ghcr.io/acme/app",
        version: "2",
        sourceFile: "compose.yaml",
        announces: ["container_image:ghcr.io/acme/app"],
      },
      { name: "docker.io/acme/b", announces: ["container_image:docker.io/acme/b"] },
      {
        name: "acme/app",
        announces: ["convention:container_image:acme/app", "image_name:app"],
        assumed: true,
      },
    ]);
  });

  it("announces a name that references in other repositories look up", () => {
    const [artifact] = produced({ Dockerfile: DOCKERFILE });
    const { declarations } = extractFiles({ Dockerfile: "FROM ghcr.io/acme/app/base:1\n" }, [docker]);
    expect(declarations[0]?.lookups).toContain(artifact?.announces[0]);
  });
});

describe("docker: an image in several places", () => {
  it("is one artifact", () => {
    const compose = "services:\n  a:\n    build: .\n    image: acme/a:1\n";
    const { artifacts } = extractFiles({ "a/compose.yml": compose, "b/compose.yml": compose }, [docker]);
    expect(artifacts).toMatchObject([{ name: "docker.io/acme/a", sourceFile: "a/compose.yml" }]);
  });
});
