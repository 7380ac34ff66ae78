import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const compositions = (files: Record<string, string>): string[] =>
  extractFiles(files, [terraform]).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

const call = (source: string): string => `module "a" {\n  source = "${source}"\n}\n`;
const unit = (source: string): string => `terraform {\n  source = "${source}"\n}\n`;
const MODULE = 'variable "name" {}\n';

describe("terraform: local modules", () => {
  it("are built into the module that calls them", () => {
    const files = {
      "main.tf": call("./modules/vpc/"),
      "modules/vpc/main.tf": MODULE + call("../subnet"),
      "modules/subnet/main.tf": MODULE,
      "prod/main.tf": `${call("../modules/vpc")}${call("../missing")}${call("./")}`,
    };
    expect(compositions(files)).toEqual([
      "unit:terraform:. < terraform_module:acme/app//modules/vpc",
      "terraform_module:acme/app//modules/vpc < terraform_module:acme/app//modules/subnet",
      "unit:terraform:prod < terraform_module:acme/app//modules/vpc",
    ]);
    expect(extractFiles(files, [terraform]).declarations).toEqual([]);
  });

  it("are found by Terragrunt's functions and separators", () => {
    const files = {
      "modules/vpc/main.tf": MODULE,
      "live/a/terragrunt.hcl": unit("${get_repo_root()}/modules//vpc?ref=1"),
      "live/b/terragrunt.hcl": unit("${get_terragrunt_dir()}/../../modules/vpc"),
      "live/c/terragrunt.hcl": `locals {\n  base = "../.."\n}\n${unit("${local.base}/modules//vpc")}`,
      "live/d/terragrunt.hcl": unit("${find_in_parent_folders()}/modules/vpc"),
    };
    expect(compositions(files)).toEqual(
      ["a", "b", "c"].map((name) => `unit:terraform:live/${name} < terraform_module:acme/app//modules/vpc`),
    );
  });

  it("do not count in examples or with a remote source", () => {
    const files = {
      "modules/vpc/main.tf": MODULE,
      "examples/a/main.tf": call("../../modules/vpc"),
      "a/main.tf": call("git::https://github.com/acme/app.git//modules/vpc"),
      "b/main.tf": call("/modules/vpc"),
    };
    expect(compositions(files)).toEqual([]);
  });

  it("stand for their folder if the registry names them otherwise", () => {
    const repository = { fullPath: "acme/terraform-aws-iam", cloneUrl: null };
    expect(extractFiles({ "modules/role/main.tf": MODULE }, [terraform], repository).compositions).toEqual([
      { outer: "unit:terraform:modules/role", inner: "terraform_module:registry.terraform.io/acme/iam/aws" },
    ]);
    expect(extractFiles({ "main.tf": MODULE }, [terraform], repository).compositions).toEqual([]);
  });
});
