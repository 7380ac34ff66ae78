import { describe, expect, it } from "vitest";
import type { ProducedArtifact } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const DOCKERFILE = "FROM alpine\n";

describe("the files that are claimed", () => {
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
  ])("include %s", (path) => {
    expect(docker.claims({ path, text: "# a comment\n\nARG A\n" })).toBe(true);
  });

  it.each([
    "Dockerfile.md",
    ".dockerignore",
    "Dockerfile.dockerignore",
    "MyDockerfile",
    "Dockerfile/README",
    "docker",
  ])("exclude %s", (path) => {
    expect(docker.claims({ path, text: DOCKERFILE })).toBe(false);
  });

  it("exclude source code that is named like a Dockerfile", () => {
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
  ])("include %s", (path) => {
    expect(docker.claims({ path, text: "" })).toBe(true);
  });

  it.each(["composer.yml", "compose.json", "my-compose.yml"])("exclude %s", (path) => {
    expect(docker.claims({ path, text: "" })).toBe(false);
  });
});

const produced = (files: Record<string, string>) =>
  extractFiles(files, [docker], { fullPath: "Acme/App", cloneUrl: "https://github.com/Acme/App.git" })
    .artifacts;

describe("a compose file of another name", () => {
  it.each([
    ["broker-compose.yml", "services:\n  a:\n    image: x\n", true],
    ["ci/dev.compose.test.yaml", "x: 1\nservices :\n", true],
    ["broker-compose.yml", "name: x\n", false],
    ["decompose.yml", "services:\n", false],
  ])("%s with %j is told by its services: %s", (path, text, expected) => {
    expect(docker.claims({ path, text })).toBe(expected);
  });
});

describe("the registry path of a repository", () => {
  it("is assumed of a repository with a Dockerfile", () => {
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

  it("is not assumed without a Dockerfile", () => {
    expect(produced({ "compose.yaml": "services:\n  a:\n    image: redis\n" })).toEqual([]);
  });

  it("stands beside the images that the repository is known to publish", () => {
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
      { name: "acme/app", announces: ["convention:container_image:acme/app"], assumed: true },
    ]);
  });

  it("leads another repository's reference to this one", () => {
    const [artifact] = produced({ Dockerfile: DOCKERFILE });
    const { declarations } = extractFiles({ Dockerfile: "FROM ghcr.io/acme/app/base:1\n" }, [docker]);
    expect(declarations[0]?.lookups).toContain(artifact?.announces[0]);
  });
});

describe("an image named in several places", () => {
  it("is one artifact", () => {
    const compose = "services:\n  a:\n    build: .\n    image: acme/a:1\n";
    const { artifacts } = extractFiles({ "a/compose.yml": compose, "b/compose.yml": compose }, [docker]);
    expect(artifacts).toMatchObject([{ name: "docker.io/acme/a", sourceFile: "a/compose.yml" }]);
  });
});
