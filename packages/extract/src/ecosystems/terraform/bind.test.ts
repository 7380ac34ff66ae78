import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform]);
const declarations = (text: string) => extract({ "main.tf": text }).declarations;
const moduleOf = (source: string) => declarations(`module "x" {\n  source = ${JSON.stringify(source)}\n}`)[0];

/** Locals `a0`, `a1`, … of which each refers to the next. */
const chain = (length: number, valueOf: (next: string) => string) =>
  Array.from({ length }, (_, i) => `a${i} = ${valueOf(`local.a${i + 1}`)}`).join("\n") + `\na${length} = "x"`;

describe("terraform: variables", () => {
  it("does not declare the line of a local that is part of a source", () => {
    const files = {
      "main.tf": 'module "x" {\n  source = "${local.at.base}//x?ref=v1"\n}\n',
      "locals.tf": 'locals {\n  at = {\n    base = "git::https://github.com/acme/a"\n  }\n}\n',
      "live/terragrunt.hcl":
        'locals {\n  base = "git::https://github.com/acme/b"\n}\nterraform {\n  source = "${local.base}//x"\n}\n',
      "unused.tf": 'locals {\n  c = "https://github.com/acme/c"\n}\n',
    };
    const found = extractFiles(files, [terraform, references]).declarations;
    expect(found.map((each) => `${each.sourceFile}:${each.sourceLine} ${each.artifact}`)).toEqual([
      "live/terragrunt.hcl:5 github.com/acme/b",
      "main.tf:2 github.com/acme/a",
      "unused.tf:2 github.com/acme/c",
    ]);
  });

  it("binds locals and defaults of all files in the directory", () => {
    const files = {
      "infra/main.tf": 'module "x" {\n  source  = "${local.sources["vpc"]}?ref=${var.ref}"\n}',
      "infra/locals.tofu":
        'locals {\n  host = "github.com"\n  sources = { vpc = "git::https://${local.host}/acme/vpc" }\n}',
      "infra/variables.tf": 'variable "ref" {\n  default = "v1"\n}',
      "other/variables.tf": 'variable "ref" {\n  default = "v2"\n}',
    };
    expect(extract(files).declarations).toMatchObject([
      {
        rawReference: "git::https://github.com/acme/vpc?ref=v1",
        artifact: "github.com/acme/vpc",
        versionConstraint: "v1",
        unbound: null,
      },
    ]);
  });

  it("leaves the version unbound, but not the module, if a variable in the ref is unbound", () => {
    const [git, registry] = declarations(`
variable "ref" {}
module "a" {
  source = "git::https://github.com/acme/vpc//\${var.folder}?ref=\${var.ref}"
}
module "b" {
  source  = "acme/vpc/aws"
  version = var.vpc_version
}`);
    expect(git).toMatchObject({
      rawReference: "git::https://github.com/acme/vpc//${var.folder}?ref=${var.ref}",
      artifact: "github.com/acme/vpc",
      versionConstraint: "${var.ref}",
      unbound: "var.ref",
      lookups: ["git:github.com/acme/vpc"],
    });
    expect(registry).toMatchObject({ versionConstraint: "var.vpc_version", unbound: "var.vpc_version" });
    expect(registry?.lookups).toHaveLength(2);
  });

  it("does not look up a module whose name contains an unbound variable", () => {
    const [path, whole] = declarations(`
module "a" {
  source = "git::https://github.com/\${var.org}/vpc?ref=v1"
}
module "b" {
  source = local.source
}
locals {
  source = lookup(var.sources, "a//b")
}`);
    expect(path).toMatchObject({
      artifact: "github.com/${var.org}/vpc",
      versionConstraint: "v1",
      unbound: "var.org",
      lookups: [],
    });
    expect(whole).toMatchObject({ rawReference: "local.source", unbound: "local.source", lookups: [] });
  });

  it("ignores an unbound variable in a folder inside the module", () => {
    expect(moduleOf("git::https://github.com/acme/vpc//${var.folder}?ref=v1")?.unbound).toBeNull();
  });

  it.each([
    ["contains itself", 'a0 = "${local.a1}"\n a1 = "${local.a0}"'],
    ["doubles without end", chain(40, (next) => `"\${${next}}\${${next}}"`)],
    ["is a chain too long to follow", chain(20_000, (next) => next)],
    ["is too long a text", `a0 = "${"x".repeat(20_000)}"`],
  ])("does not bind a local that %s", (_, locals) => {
    const result = extract({ "main.tf": `locals {\n ${locals}\n}\nmodule "x" {\n source = local.a0\n}` });
    expect(result.problems).toEqual([]);
    expect(result.declarations).toMatchObject([{ unbound: expect.stringMatching(/^local\.a\d+$/) }]);
  });

  it("treats null as no constraint", () => {
    const text = 'module "x" {\n  source  = "acme/vpc/aws"\n  version = null\n}';
    expect(declarations(text)).toMatchObject([{ versionConstraint: null, unbound: null }]);
  });

  it("binds numbers", () => {
    const text =
      'locals {\n major = 3\n}\nmodule "x" {\n source = "github.com/acme/vpc?ref=v${local.major}"\n}';
    expect(declarations(text)[0]?.versionConstraint).toBe("v3");
  });
});
