import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform]);
const sourceOf = (source: string) =>
  extract({ "live/vpc/terragrunt.hcl": `terraform {\n  source = ${source}\n}\n` }).declarations[0];

/** Includes another file and uses its source and a local. */
const including = (other: string) =>
  `include "x" {\n  path = "${other}"\n}\nterraform {\n  source = include.x.locals.a\n}\nlocals {\n  a = include.x.locals.a\n}\n`;

describe("terraform: Terragrunt sources", () => {
  it("declares sources like Terraform's", () => {
    expect(sourceOf('"git::git@github.com:acme/modules.git//vpc?ref=v0.8.0"')).toMatchObject({
      ecosystem: "terraform",
      dependencyType: "terraform_module",
      sourceFile: "live/vpc/terragrunt.hcl",
      sourceLine: 2,
      rawReference: "git::git@github.com:acme/modules.git//vpc?ref=v0.8.0",
      artifact: "github.com/acme/modules",
      versionConstraint: "v0.8.0",
      versioning: "git",
      lookups: ["git:github.com/acme/modules"],
      evidence: { class: "manifest", rule: "terraform.terragrunt" },
    });
  });

  it.each([
    [
      "tfr:///terraform-aws-modules/vpc/aws?version=5.16.0",
      "registry.terraform.io/terraform-aws-modules/vpc/aws",
    ],
    ["tfr://app.terraform.io/acme/vpc/aws//modules/a?version=5.16.0", "app.terraform.io/acme/vpc/aws"],
  ])("parses %s as a registry module", (source, artifact) => {
    expect(sourceOf(`"${source}"`)).toMatchObject({
      rawReference: source,
      artifact,
      versionConstraint: "5.16.0",
      versioning: "terraform",
      lookups: [`terraform_module:${artifact}`, expect.stringMatching(/^convention:.*\/terraform-aws-vpc$/)],
    });
  });

  it("accepts GitLab's shorthand and no registry shorthand", () => {
    expect(sourceOf('"gitlab.com/acme/vpc?ref=v1"')?.lookups).toEqual(["git:gitlab.com/acme/vpc"]);
    expect(sourceOf('"acme/vpc/aws"')).toBeUndefined();
  });

  it.each([
    '"../../modules//vpc"',
    '"${get_repo_root()}/modules/vpc"',
    '"${dirname(find_in_parent_folders("root.hcl"))}/..//modules/vpc"',
    '"${get_parent_terragrunt_dir()}//modules/vpc"',
    '"git::${get_repo_root()}//modules/vpc"',
    'find_in_parent_folders("modules")',
    '"."',
  ])("skips the local folder %s", (source) => {
    expect(sourceOf(source)).toBeUndefined();
  });

  it("skips a folder in a local", () => {
    const text = 'locals {\n  root = get_repo_root()\n}\nterraform {\n  source = "${local.root}//vpc"\n}\n';
    expect(extract({ "terragrunt.hcl": text }).declarations).toEqual([]);
  });

  it("declares a remote source with a function in the folder", () => {
    expect(sourceOf('"git::https://github.com/acme/m//${path_relative_to_include()}?ref=v1"')).toMatchObject({
      rawReference: "git::https://github.com/acme/m//${path_relative_to_include()}?ref=v1",
      versionConstraint: "v1",
      unbound: null,
    });
  });

  it("binds locals of the same file, not of the directory", () => {
    const files = {
      "live/terragrunt.hcl":
        'locals {\n  ref = "v1"\n}\nterraform {\n  source = "github.com/acme/m?ref=${local.ref}-${local.env}"\n}\n',
      "live/env.hcl": 'locals {\n  env = "prod"\n}\n',
    };
    expect(extract(files).declarations).toMatchObject([
      { versionConstraint: "v1-${local.env}", unbound: "local.env" },
    ]);
  });

  it("binds locals of included and read files", () => {
    const files = {
      "_envcommon/mysql.hcl":
        'locals {\n  base = "git::https://${local.host}/acme/m"\n  host = "github.com"\n}\n',
      "live/common.hcl": 'locals {\n  refs = { mysql = "v${local.major}" }\n  major = 2\n}\n',
      "live/prod/mysql/terragrunt.hcl": `
include "root" {
  path = find_in_parent_folders("root.hcl")
}
include "envcommon" {
  path   = "\${dirname(find_in_parent_folders("root.hcl"))}/_envcommon/mysql.hcl"
  expose = true
}
locals {
  common = read_terragrunt_config(find_in_parent_folders("common.hcl"))
}
dependency "vpc" {
  config_path = "../vpc"
}
terraform {
  source = "\${include.envcommon.locals.base}//mysql?ref=\${local.common.locals.refs.mysql}"
}
`,
    };
    expect(extract(files)).toMatchObject({
      declarations: [
        {
          rawReference: "git::https://github.com/acme/m//mysql?ref=v2",
          versionConstraint: "v2",
          unbound: null,
        },
      ],
      problems: [],
    });
  });

  it("finds a parent with the same name in a folder above", () => {
    const files = {
      "terragrunt.hcl": 'locals {\n  ref = "v1"\n}\n',
      "live/terragrunt.hcl":
        'include "root" {\n  path = find_in_parent_folders()\n}\nterraform {\n  source = "github.com/acme/m?ref=${include.root.locals.ref}"\n}\n',
    };
    expect(extract(files).declarations).toMatchObject([{ versionConstraint: "v1", unbound: null }]);
  });

  it("handles circular includes", () => {
    expect(extract({ "a.hcl": including("b.hcl"), "b.hcl": including("a.hcl") }).declarations).toMatchObject([
      { unbound: "include.x.locals.a" },
      { unbound: "include.x.locals.a" },
    ]);
  });

  it("reads any .hcl file with a terraform block", () => {
    const text = 'terraform {\n  source = "github.com/acme/m?ref=v1"\n}\n';
    const paths = ["root.hcl", "_envcommon/vpc.hcl", "terragrunt.hcl"];
    expect(paths.flatMap((path) => extract({ [path]: text }).declarations)).toHaveLength(3);
  });

  it("reads the units of a stack", () => {
    const text =
      'unit "vpc" {\n  source = "github.com/acme/units//vpc?ref=${values.ref}"\n  path   = "vpc"\n}\n';
    expect(extract({ "terragrunt.stack.hcl": text }).declarations).toMatchObject([
      { sourceLine: 2, artifact: "github.com/acme/units", unbound: "values.ref" },
    ]);
  });

  it("reports the line of a syntax error", () => {
    expect(extract({ "terragrunt.hcl": "terraform {\n  source =\n}\n" }).problems).toMatchObject([
      { file: "terragrunt.hcl", line: 2, code: "invalid_syntax" },
    ]);
  });
});
