import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [terraform]);
const declarations = (text: string) => extract({ "main.tf": text }).declarations;

describe("terraform: provider blocks", () => {
  it("declares a provider with a version, as before Terraform 0.13", () => {
    const text = 'provider "aws" {\n  version = "~> 2.17"\n}\nprovider "random" {}\n';
    expect(extractFiles({ "main.tf": text }, [terraform]).declarations).toMatchObject([
      {
        sourceLine: 1,
        rawReference: "aws",
        artifact: "registry.terraform.io/hashicorp/aws",
        versionConstraint: "~> 2.17",
        evidence: { rule: "terraform.provider" },
      },
    ]);
  });
});

describe("terraform: required_providers", () => {
  it("declares each provider with the line of its source", () => {
    const text = `
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      version = ">= 5.0, < 6.0"
      source  = "hashicorp/aws"
      configuration_aliases = [aws.west]
    }
    acme = { source = "Terraform.Acme.com/Acme/Cloud" }
    null = { version = "~> 3.0" }
    random = "~> 2.1"
    test = { source = "terraform.io/builtin/test" }
  }
}
`;
    expect(declarations(text)).toMatchObject([
      {
        dependencyType: "terraform_provider",
        sourceLine: 7,
        rawReference: "hashicorp/aws",
        artifact: "registry.terraform.io/hashicorp/aws",
        versionConstraint: ">= 5.0, < 6.0",
        versioning: "terraform",
        lookups: [
          "terraform_provider:registry.terraform.io/hashicorp/aws",
          "convention:terraform_provider:hashicorp/terraform-provider-aws",
        ],
        evidence: { class: "manifest", rule: "terraform.required_providers" },
      },
      {
        sourceLine: 10,
        rawReference: "Terraform.Acme.com/Acme/Cloud",
        artifact: "terraform.acme.com/acme/cloud",
        versionConstraint: null,
      },
      { sourceLine: 11, rawReference: "null", artifact: "registry.terraform.io/hashicorp/null" },
      { sourceLine: 12, rawReference: "random", versionConstraint: "~> 2.1" },
    ]);
  });
});

describe("terraform: files", () => {
  it("finds nothing in an empty file", () => {
    expect(extract({ "main.tf": "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("reports the line of a syntax error and reads the other files", () => {
    const result = extract({
      "a.tf": 'module "x" {\n  source = "acme/vpc/aws\n}\n',
      "b.tf": 'module "x" {\n  source = "acme/vpc/aws"\n}\n',
    });
    expect(result.problems).toEqual([
      {
        file: "a.tf",
        line: 2,
        code: "invalid_syntax",
        message: "terraform: Invalid HCL: Unterminated string.",
      },
    ]);
    expect(result.declarations).toMatchObject([{ sourceFile: "b.tf" }]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const text = '\uFEFFmodule "x" {\r\n  source  = "acme/vpc/aws"\r\n  version = "1.0"\r\n}\r\n';
    expect(declarations(text)).toMatchObject([
      { sourceLine: 2, rawReference: "acme/vpc/aws", versionConstraint: "1.0" },
    ]);
  });

  it.each([
    [".terraform.lock.hcl", "locals {"],
    ["image.pkr.hcl", "locals {"],
    ["docker-bake.hcl", "target {"],
    ["vars.tfvars", "locals {"],
    ["main.tf.tmpl", "locals {"],
  ])("ignores %s", (path, unclosed) => {
    expect(extract({ [path]: unclosed }).problems).toEqual([]);
  });

  it("reads JSON syntax", () => {
    const text = `{
  "terraform": [{
    "required_providers": {
      "aws": {"source": "hashicorp/aws", "version": "~> 5.0"}
    }
  }],
  "locals": {"ref": "v1"},
  "variable": {"x": {}},
  "module": {
    "vpc": {
      "source": "git::https://github.com/acme/vpc?ref=\${local.ref}"
    },
    "dns": [{"source": "acme/dns/aws", "version": null}]
  }
}`;
    expect(extract({ "main.tf.json": text })).toMatchObject({
      declarations: [
        { sourceLine: 4, rawReference: "hashicorp/aws", versionConstraint: "~> 5.0" },
        { sourceLine: 11, artifact: "github.com/acme/vpc", versionConstraint: "v1", unbound: null },
        { sourceLine: 13, artifact: "registry.terraform.io/acme/dns/aws", versionConstraint: null },
      ],
      artifacts: [{ name: "acme/app", sourceLine: 8 }],
      problems: [],
    });
  });

  it("reports the line of an error in JSON syntax", () => {
    expect(extract({ "main.tf.json": '{\n  "module": [\n}' }).problems).toMatchObject([
      { file: "main.tf.json", line: 3, code: "invalid_syntax" },
    ]);
  });
});
