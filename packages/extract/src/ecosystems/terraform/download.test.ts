import { describe, expect, it } from "vitest";
import { extractFiles } from "../../extract-files.ts";
import { references } from "../../references/index.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform, references]).declarations;

/** `file:line artifact constraint unbound class` of every declaration. */
const declared = (text: string): string[] =>
  extract({ "main.tf": text }).map((each) =>
    [each.sourceLine, each.artifact, each.versionConstraint, each.unbound, each.evidence.class].join(" "),
  );

const http = (url: string): string[] => declared(`data "http" "x" {\n  url = ${url}\n}\n`);

const RAW = "https://raw.githubusercontent.com/acme/tool";

describe("what a data source downloads", () => {
  it("is fetched, as by a command", () => {
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
      },
    ]);
  });

  it("may be any address of a git host, but no other", () => {
    expect(http('"https://api.github.com/repos/acme/tool/releases/latest"')).toEqual([
      "2 github.com/acme/tool latest  build_file",
    ]);
    expect(http('"https://api.github.com/meta"')).toEqual([]);
    expect(http('"https://acme.io/crds.yaml"')).toEqual([]);
    expect(http("local.url")).toEqual([]);
  });

  it("of an address that is longer than any is none, at once", () => {
    const text = `data "http" "x" {\n  url = "${RAW}/v1/${"&gt".repeat(300_000)}\\n"\n}\n`;
    const start = performance.now();
    expect(extractFiles({ "main.tf": text }, [terraform]).declarations).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it("is only talk where it is about issues", () => {
    expect(http('"https://api.github.com/repos/acme/tool/issues"')).toEqual([
      "2 github.com/acme/tool   prose",
    ]);
  });

  it("is bound by locals and defaults, which do not declare it again", () => {
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

  it("may be unbound in its ref, or in its name, which nobody is looked up by then", () => {
    expect(http(`"${RAW}/\${var.ref}/x"`)).toEqual(["2 github.com/acme/tool ${var.ref} var.ref build_file"]);
    const text = 'data "http" "x" {\n  url = "https://github.com/acme/${var.name}/raw/v1/x"\n}\n';
    expect(extract({ "main.tf": text })).toMatchObject([
      { artifact: "github.com/acme/${var.name}", versionConstraint: "v1", unbound: "var.name", lookups: [] },
    ]);
  });

  it.each([
    [`{\n    a = "${RAW}/v1/a"\n    b = "${RAW}/v2/b"\n  }`, "each.value"],
    [`toset([\n    "${RAW}/v1/a",\n    "${RAW}/v2/b",\n  ])`, "each.key"],
  ])("is each of what for_each lists, on its line: %s", (list, each) => {
    expect(declared(`data "http" "x" {\n  for_each = ${list}\n  url = ${each}\n}\n`)).toEqual([
      "3 github.com/acme/tool v1  build_file",
      "4 github.com/acme/tool v2  build_file",
    ]);
  });

  it("is no download in another data source, nor the repository's own", () => {
    expect(declared(`data "acme" "x" {\n  url = "${RAW}/v1/x"\n}\n`)).toEqual([
      "2 github.com/acme/tool v1  unclassified",
    ]);
    expect(http('"https://raw.githubusercontent.com/acme/app/main/x"')).toEqual([]);
  });
});
