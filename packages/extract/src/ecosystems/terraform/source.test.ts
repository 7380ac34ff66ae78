import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform]);
const declarations = (text: string) => extract({ "main.tf": text }).declarations;
const moduleOf = (source: string) => declarations(`module "x" {\n  source = ${JSON.stringify(source)}\n}`)[0];

/** Removes credentials, which are never part of the output. */
const withoutCredentials = (source: string): string => source.replace(/(https:\/\/)[^/@]+@/, "$1");

describe("terraform: module sources", () => {
  it("declares a registry module with the line of its source", () => {
    const text = `
module "vpc" {
  version = "~> 5.0" # stands apart
  source  = "terraform-aws-modules/vpc/aws//modules/endpoints"
}
`;
    expect(extract({ "infra/main.tf": text })).toMatchObject({
      declarations: [
        {
          ecosystem: "terraform",
          dependencyType: "terraform_module",
          sourceFile: "infra/main.tf",
          sourceLine: 4,
          rawReference: "terraform-aws-modules/vpc/aws//modules/endpoints",
          artifact: "registry.terraform.io/terraform-aws-modules/vpc/aws",
          versionConstraint: "~> 5.0",
          versioning: "terraform",
          unbound: null,
          lookups: [
            "terraform_module:registry.terraform.io/terraform-aws-modules/vpc/aws",
            "convention:terraform_module:terraform-aws-modules/terraform-aws-vpc",
          ],
          evidence: { class: "manifest", rule: "terraform.module" },
        },
      ],
      problems: [],
    });
  });

  it.each([
    ["# v1.2.3", "v1.2.3"],
    ["// tag=v1.2.3 of today", "v1.2.3"],
    ["#", null],
    ["/* v1.2.3 */", null],
    ["\n  # v1.2.3", null],
  ])("reads the comment %j as the version of a commit", (comment, versionComment) => {
    const commit = "11bd71901bbe5b1630ceea73d27597364c9af683";
    const text = `module "x" {\r\n  source = "github.com/acme/vpc?ref=${commit}" ${comment}\r\n}\n`;
    expect(declarations(text)).toMatchObject([{ sourceLine: 2, versionConstraint: commit, versionComment }]);
    expect(extract({ "terragrunt.hcl": text.replace('module "x"', "terraform") }).declarations).toMatchObject(
      [{ versionComment }],
    );
  });

  it("ignores the comment if the ref is a version", () => {
    const text = 'module "x" {\n  source = "github.com/acme/vpc?ref=v1.2.3" # v1.2.4\n}\n';
    expect(declarations(text)).toMatchObject([{ versionConstraint: "v1.2.3", versionComment: null }]);
  });

  it("has no constraint without version and ref", () => {
    expect(moduleOf("acme/vpc/aws")?.versionConstraint).toBeNull();
    expect(moduleOf("git::https://github.com/acme/vpc.git")?.versionConstraint).toBeNull();
    expect(moduleOf("git::https://github.com/acme/vpc.git?ref=")?.versionConstraint).toBeNull();
  });

  it("identifies a registry by its host in lower case", () => {
    expect(moduleOf("App.Terraform.io/Acme/VPC/aws")).toMatchObject({
      rawReference: "App.Terraform.io/Acme/VPC/aws",
      artifact: "app.terraform.io/acme/vpc/aws",
      lookups: [
        "terraform_module:app.terraform.io/acme/vpc/aws",
        "convention:terraform_module:acme/terraform-aws-vpc",
      ],
    });
    expect(moduleOf("gitlab.acme.com:8443/acme/vpc/aws")?.artifact).toBe("gitlab.acme.com:8443/acme/vpc/aws");
  });

  it.each([
    ["git::https://github.com/acme/vpc.git//modules/a?ref=v1.2.0", "github.com/acme/vpc", "v1.2.0"],
    ["git::https://github.com/acme/vpc?depth=1&ref=feature/x", "github.com/acme/vpc", "feature/x"],
    ["git::https://user:secret@git.acme.com/infra/vpc.git?ref=main", "git.acme.com/infra/vpc", "main"],
    ["git::ssh://git@git.acme.com:2222/infra/vpc.git//a/b?ref=v1", "git.acme.com/infra/vpc", "v1"],
    ["git::ssh://git@github.com/acme/vpc.git", "github.com/acme/vpc", null],
    ["git::git@github.com:acme/vpc.git?ref=v1", "github.com/acme/vpc", "v1"],
    ["git@github.com:Acme/VPC.git//a?ref=v1", "github.com/acme/vpc", "v1"],
    ["github.com/acme/vpc//modules/a?ref=v1", "github.com/acme/vpc", "v1"],
    ["github.com/acme/vpc.git", "github.com/acme/vpc", null],
    ["github.com/acme/vpc/modules/a", "github.com/acme/vpc", null],
    ["git::github.com/acme/vpc//a?ref=v1", "github.com/acme/vpc", "v1"],
    ["bitbucket.org/acme/vpc?ref=v1", "bitbucket.org/acme/vpc", "v1"],
    ["git::https://gitlab.com/acme/infra/aws/vpc.git//a?ref=v1", "gitlab.com/acme/infra/aws/vpc", "v1"],
    ["git::gitlab.com/acme/infra/vpc.git?ref=v1", "gitlab.com/acme/infra/vpc", "v1"],
    ["git::git@ssh.dev.azure.com:v3/acme/cloud/vpc//a?ref=v1", "dev.azure.com/acme/cloud/vpc", "v1"],
    ["git::https://acme@dev.azure.com/acme/cloud/_git/vpc?ref=v1", "dev.azure.com/acme/cloud/vpc", "v1"],
    ["https://github.com/acme/vpc.git?ref=v1", "github.com/acme/vpc", "v1"],
    ["https://github.com/acme/vpc/archive/refs/tags/v1.0.zip//a", "github.com/acme/vpc", "v1.0"],
    ["https://github.com/acme/vpc/archive/v1.0.tar.gz//*?archive=tar.gz", "github.com/acme/vpc", "v1.0"],
    ["https://github.com/acme/vpc/releases/download/v1.0/vpc.zip", "github.com/acme/vpc", "v1.0"],
    ["https://gitlab.com/acme/infra/vpc/-/archive/v1/vpc-v1.zip", "gitlab.com/acme/infra/vpc", "v1"],
  ])("parses %s as repository %s at %s", (source, artifact, versionConstraint) => {
    expect(moduleOf(source)).toMatchObject({
      dependencyType: "terraform_module",
      rawReference: withoutCredentials(source),
      artifact,
      versionConstraint,
      versioning: "git",
      unbound: null,
      lookups: [`git:${artifact}`],
    });
  });

  it.each([
    ["https://modules.acme.com/vpc.zip", "https://modules.acme.com/vpc.zip"],
    ["https://user:secret@modules.acme.com/vpc.zip", "https://modules.acme.com/vpc.zip"],
    [
      "s3::https://s3-eu-west-1.amazonaws.com/acme/vpc.zip//a",
      "https://s3-eu-west-1.amazonaws.com/acme/vpc.zip",
    ],
    [
      "gcs::https://www.googleapis.com/storage/v1/acme/vpc.zip",
      "https://www.googleapis.com/storage/v1/acme/vpc.zip",
    ],
    ["acme.s3.amazonaws.com/vpc.zip", "acme.s3.amazonaws.com/vpc.zip"],
    [
      "s3::https://s3.amazonaws.com/acme/vpc/archive/v1.zip",
      "https://s3.amazonaws.com/acme/vpc/archive/v1.zip",
    ],
    ["hg::https://hg.acme.com/vpc?rev=1.2", "https://hg.acme.com/vpc"],
    ["gitlab.com/acme/vpc", "gitlab.com/acme/vpc"],
  ])("declares %s without lookups", (source, artifact) => {
    expect(moduleOf(source)).toMatchObject({
      rawReference: withoutCredentials(source),
      artifact,
      lookups: [],
    });
  });

  it.each([
    "./vpc",
    "../vpc//a?ref=v1",
    "..",
    "/opt/modules/vpc",
    "C:\\modules\\vpc",
    "file:///opt/vpc",
    "git::file:///opt/vpc.git",
    "vpc",
    "modules/vpc",
    "...",
    "${path.module}/vpc",
    "https://github.com/acme/app.git?ref=v1",
  ])("skips %s, which is local", (source) => {
    expect(moduleOf(source)).toBeUndefined();
  });

  it.each([
    ["git::https://github.com/acme/net.git//vpc?ref=v1", "unit:terraform:vpc"],
    ["github.com/acme/net//./modules/vpc/", "unit:terraform:modules/vpc"],
    ["https://github.com/acme/net/archive/v1.tar.gz//net-1/vpc", undefined],
    ["git@github.com:acme/net.git//", undefined],
    ["git::https://github.com/acme/net.git//.", undefined],
    ["git::https://github.com/acme/net.git//../vpc", undefined],
    ["git::https://github.com/acme/net.git//modules/${var.name}", undefined],
    ["git::https://github.com/acme/net.git?ref=v1", undefined],
    ["acme/net/aws//modules/vpc", undefined],
  ])("uses only the folder that a source in a repository names: %s", (source, targetScope) => {
    expect(moduleOf(source)).toBeDefined();
    expect(moduleOf(source)?.targetScope).toBe(targetScope);
  });

  it("declares every use separately", () => {
    const call = 'module "x" {\n  source = "acme/vpc/aws"\n}\n';
    expect(declarations(call + call).map(({ sourceLine }) => sourceLine)).toEqual([2, 5]);
  });

  it("ignores comments and heredocs", () => {
    const text = `
# module "a" { source = "acme/a/aws" }
// module "b" { source = "acme/b/aws" }
/*
module "c" {
  source = "acme/c/aws"
}
*/
locals {
  docs = <<-EOT
    module "d" {
      source = "acme/d/aws"
    }
  EOT
}
resource "x" "y" {
  module "e" { source = "acme/e/aws" }
  source = "acme/f/aws"
}
`;
    expect(extract({ "main.tf": text })).toMatchObject({ declarations: [], problems: [] });
  });
});
