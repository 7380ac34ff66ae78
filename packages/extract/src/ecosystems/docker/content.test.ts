import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const found = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [docker]).declarations.map((each) => each.rawReference);

const DOCKERFILE = "# syntax\n\nARG V=1\nFROM --platform=linux/amd64 acme/base:2 AS build\nRUN make\n";
const COMPOSE = "# portal\nservices:\n\n  # web\n  web: # x\n    image: acme/web:1\n";

describe("docker: files recognized by content", () => {
  it.each(["docker/api", "images/api.docker", "api.j2", "docker-images/api.build", "Container"])(
    "reads %s as a Dockerfile",
    (path) => {
      expect(found(path, DOCKERFILE)).toEqual(["acme/base:2"]);
      expect(found(path, DOCKERFILE.replaceAll("\n", "\r\n"))).toEqual(["acme/base:2"]);
    },
  );

  it.each([
    ["docker/api", "FROM: me\nRUN away\n"],
    ["letter", "From the start, we write.\nRUN is a word.\n"],
    ["query", "FROM users\nWHERE 1\n"],
    ["docker/a.py", DOCKERFILE],
    ["docker/a.md", DOCKERFILE],
  ])("does not read %s: %j", (path, text) => {
    expect(found(path, text)).toEqual([]);
  });

  it.each(["scripts/portal.yml", "deploy/stack.yaml"])("reads %s as a compose file", (path) => {
    expect(found(path, COMPOSE)).toEqual(["acme/web:1"]);
  });

  it.each([
    `apiVersion: v1\nkind: List\n${COMPOSE}`,
    `jobs: {}\n${COMPOSE}`,
    "services:\n  - postgres\nx:\n  image: acme/web:1\n",
    "services:\n  App\\Web:\n    image: acme/web:1\n",
    "services: [web]\nweb:\n  image: acme/web:1\n",
  ])("does not read files of other tools: %j", (text) => {
    expect(found("config/services.yaml", text)).toEqual([]);
  });

  it("reads the base images of ko", () => {
    const text = `defaultBaseImage: ghcr.io/acme/static@sha256:0a0a
baseImageOverrides:
  github.com/acme/app/cmd/web: ghcr.io/acme/tini-git:1
builds: []
`;
    expect(extractFiles({ ".ko.yaml": text }, [docker]).declarations).toMatchObject([
      {
        sourceLine: 1,
        artifact: "ghcr.io/acme/static",
        versionConstraint: "sha256:0a0a",
        evidence: { rule: "docker.ko_base" },
      },
      { sourceLine: 3, artifact: "ghcr.io/acme/tini-git", versionConstraint: "1" },
    ]);
  });
});
