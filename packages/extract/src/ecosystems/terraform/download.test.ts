import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { terraform } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform, references]).declarations;

/** Returns `file:line artifact constraint unbound class` of every declaration. */
const declared = (text: string): string[] =>
  extract({ "main.tf": text }).map((each) =>
    [each.sourceLine, each.artifact, each.versionConstraint, each.unbound, each.evidence.class].join(" "),
  );

const http = (url: string): string[] => declared(`data "http" "x" {\n  url = ${url}\n}\n`);

const RAW = "https://raw.githubusercontent.com/acme/tool";

describe("terraform: downloads", () => {
  it("declares the repository of a downloaded URL as build-file evidence", () => {
    expect(
      extract({ "main.tf": `data "http" "crds" {\n  # the newest\n  url = "${RAW}/v1.2.3/crds.yaml"\n}\n` }),
    ).toEqual([
      {
        ecosystem: "terraform",
        dependencyType: "git_repository",
        sourceFile: "main.tf",
        sourceLine: 3,
        rawReference: `${RAW}/v1.2.3/crds.yaml`,
        artifact: "github.com/acme/tool",
        versionConstraint: "v1.2.3",
        versioning: "git",
        unbound: null,
        versionComment: null,
        lookups: ["git:github.com/acme/tool"],
        evidence: { class: "build_file", rule: "terraform.http" },
        targetScope: "unit:file:crds.yaml",
        role: "runtime",
        scope: "unit:terraform:.",
        locked: null,
      },
    ]);
  });

  it("declares any URL on a git host and ignores other URLs", () => {
    expect(http('"https://api.github.com/repos/acme/tool/releases/latest"')).toEqual([
      "2 github.com/acme/tool latest  build_file",
    ]);
    expect(http('"https://api.github.com/meta"')).toEqual([]);
    expect(http('"https://acme.io/crds.yaml"')).toEqual([]);
    expect(http("local.url")).toEqual([]);
  });

  it("ignores very long URLs without delay", () => {
    const text = `data "http" "x" {\n  url = "${RAW}/v1/${"&gt".repeat(300_000)}\\n"\n}\n`;
    const start = process.cpuUsage();
    expect(extractFiles({ "main.tf": text }, [terraform]).declarations).toEqual([]);
    expect(cpuMsSince(start)).toBeLessThan(1000);
  });

  it("treats URLs of issues as mentions", () => {
    expect(http('"https://api.github.com/repos/acme/tool/issues"')).toEqual([
      "2 github.com/acme/tool   prose",
    ]);
  });

  it("binds locals and defaults, and does not declare their lines again", () => {
    const text = `locals {
  base = "https://github.com/acme/tool"
}
variable "ref" {
  default = "v1"
}
data "http" "x" {
  url = "\${local.base}/releases/download/\${var.ref}/x.yaml"
}
`;
    expect(declared(text)).toEqual(["8 github.com/acme/tool v1  build_file"]);
  });

  it("leaves unbound refs and names, and does not look up an unbound name", () => {
    expect(http(`"${RAW}/\${var.ref}/x"`)).toEqual(["2 github.com/acme/tool ${var.ref} var.ref build_file"]);
    const text = 'data "http" "x" {\n  url = "https://github.com/acme/${var.name}/raw/v1/x"\n}\n';
    expect(extract({ "main.tf": text })).toMatchObject([
      { artifact: "github.com/acme/${var.name}", versionConstraint: "v1", unbound: "var.name", lookups: [] },
    ]);
  });

  it.each([
    [`{\n    a = "${RAW}/v1/a"\n    b = "${RAW}/v2/b"\n  }`, "each.value"],
    [`toset([\n    "${RAW}/v1/a",\n    "${RAW}/v2/b",\n  ])`, "each.key"],
  ])("declares each value of for_each with its line: %s", (list, each) => {
    expect(declared(`data "http" "x" {\n  for_each = ${list}\n  url = ${each}\n}\n`)).toEqual([
      "3 github.com/acme/tool v1  build_file",
      "4 github.com/acme/tool v2  build_file",
    ]);
  });

  it("ignores other data sources and the repository's own URL", () => {
    expect(declared(`data "acme" "x" {\n  url = "${RAW}/v1/x"\n}\n`)).toEqual([
      "2 github.com/acme/tool v1  unclassified",
    ]);
    expect(http('"https://raw.githubusercontent.com/acme/app/main/x"')).toEqual([]);
  });
});
