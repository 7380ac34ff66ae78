import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const HCL = `// target "commented" { tags = ["acme/commented:1"] }
variable "REGISTRY" {
  default = "ghcr.io/acme"
}
variable "TAG" {}
target "api" {
  context  = "."
  contexts = {
    base = "docker-image://acme/base:1.2"
    src  = "../src"
  }
  tags = [
    "\${REGISTRY}/api:\${TAG}", # "acme/commented:2"
    "\${REGISTRY}/api:latest",
  ]
  platforms = ["linux/amd64"]
}
target "worker" { tags = ["registry.acme.com:8443/worker:2"] }
target "computed" { tags = concat(["acme/computed"], []) }
target "conditional" { tags = ["acme/conditional\${equal("", TAG) ? "" : ":x"}", "acme/sure:\${TAG != "" ? TAG : "1"}"] }
`;

const JSON_FORM = `{
  "variable": { "TAG": { "default": "3" } },
  "target": {
    "api": {
      "contexts": { "base": "docker-image://acme/base:\${TAG}", "src": "../src" },
      "tags": ["ghcr.io/acme/api:\${TAG}"]
    }
  }
}
`;

describe("docker: bake files", () => {
  it("publishes tags and declares image contexts in HCL", () => {
    const { artifacts, declarations, problems } = extractFiles({ "docker-bake.hcl": HCL }, [docker]);
    expect(problems).toEqual([]);
    expect(artifacts.map(({ sourceLine, name, version }) => `${sourceLine} ${name} ${version}`)).toEqual([
      "13 ghcr.io/acme/api null",
      "18 registry.acme.com:8443/worker 2",
      "20 docker.io/acme/sure null",
    ]);
    expect(declarations).toMatchObject([
      { sourceLine: 9, rawReference: "acme/base:1.2", evidence: { rule: "docker.bake_context" } },
    ]);
  });

  it("reads JSON like HCL", () => {
    const { artifacts, declarations } = extractFiles({ "ci/docker-bake.override.json": JSON_FORM }, [docker]);
    expect(artifacts).toMatchObject([
      { name: "ghcr.io/acme/api", version: "3", sourceLine: 6, evidence: { rule: "docker.bake" } },
    ]);
    expect(declarations).toMatchObject([{ sourceLine: 5, rawReference: "acme/base:3" }]);
  });

  it("reads CRLF", () => {
    const { artifacts } = extractFiles({ "docker-bake.hcl": HCL.replaceAll("\n", "\r\n") }, [docker]);
    expect(artifacts[1]).toMatchObject({
      name: "registry.acme.com:8443/worker",
      sourceLine: 18,
      version: "2",
    });
  });

  it.each([
    ["docker-bake.hcl", 'target "a" {\n  tags = ["x\n'],
    ["docker-bake.json", '{"target":\n'],
  ])("reports a syntax error in %s", (path, text) => {
    const { problems } = extractFiles({ [path]: text }, [docker]);
    expect(problems).toMatchObject([{ file: path, line: expect.any(Number), code: "invalid_syntax" }]);
  });

  it("returns nothing for an empty file", () => {
    const empty = { declarations: [], artifacts: [], compositions: [], problems: [] };
    expect(extractFiles({ "docker-bake.hcl": "", "docker-bake.json": "" }, [docker])).toEqual(empty);
  });
});
