import { describe, expect, it } from "vitest";
import type { ProducedArtifact } from "../../ecosystem.ts";
import { extractFiles } from "../../extract-files.ts";
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

const produced = (
  files: Record<string, string>,
  cloneUrl: string | null = "https://github.com/Acme/App.git",
) => extractFiles(files, [docker], { fullPath: "Acme/App", cloneUrl }).artifacts;

const convention = (name: string): ProducedArtifact => ({
  ecosystem: "docker",
  artifactType: "container_image",
  name,
  version: null,
  registryUrl: null,
  sourceFile: "z/Dockerfile",
  sourceLine: null,
  announces: ["convention:container_image:acme/app"],
  evidence: { class: "manifest", rule: "docker.registry_path" },
});

describe("the registry path of a repository", () => {
  it("is announced by a repository with a Dockerfile, in the registry of its host", () => {
    const files = { "a/deep/Dockerfile": DOCKERFILE, "z/Dockerfile": DOCKERFILE };
    expect(produced(files)).toEqual([convention("ghcr.io/acme/app")]);
    expect(produced(files, "git@gitlab.com:Acme/App.git")).toEqual([
      convention("registry.gitlab.com/acme/app"),
    ]);
    expect(produced(files, "https://git.acme.com/Acme/App")).toEqual([convention("acme/app")]);
    expect(produced(files, null)).toEqual([convention("acme/app")]);
  });

  it("is not announced without a Dockerfile", () => {
    expect(produced({ "compose.yaml": "services:\n  a:\n    image: redis\n" })).toEqual([]);
  });

  it("is announced by the image of that name, where the repository publishes one", () => {
    const compose =
      "services:\n  a:\n    build: .\n    image: ghcr.io/acme/app:2\n  b:\n    build: .\n    image: acme/b\n";
    expect(produced({ Dockerfile: DOCKERFILE, "compose.yaml": compose })).toMatchObject([
      {
        name: "ghcr.io/acme/app",
        version: "2",
        sourceFile: "compose.yaml",
        announces: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
      },
      { name: "docker.io/acme/b", announces: ["container_image:docker.io/acme/b"] },
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
