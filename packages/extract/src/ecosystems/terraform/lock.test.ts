import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const LOCK = `# This file is maintained automatically by "terraform init".
provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.31.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:abc",
  ]
}

provider "registry.terraform.io/acme/cloud" {
  version = "1.2.3"
}
`;

const VERSIONS = `terraform {
  required_providers {
    aws   = { source = "hashicorp/aws", version = "~> 5.0" }
    cloud = { source = "Acme/Cloud" }
    exact = { source = "acme/cloud", version = "1.2.3" }
    other = { source = "acme/other" }
  }
}
`;
const CALL = 'module "a" {\n  source = "../modules/a"\n}\n';

const locks = (files: Record<string, string>): string[] =>
  extractFiles(files, [terraform]).declarations.map(
    ({ sourceLine, locked }) =>
      `${sourceLine} ${locked && `${locked.version} ${locked.file}:${locked.line}`}`,
  );

describe("terraform: locks", () => {
  const OWN = ["3 5.31.0 a/.terraform.lock.hcl:2", "4 1.2.3 a/.terraform.lock.hcl:10", "5 null", "6 null"];

  it("hold the providers of their folder", () => {
    expect(locks({ "a/.terraform.lock.hcl": LOCK, "a/main.tf": VERSIONS })).toEqual(OWN);
  });

  it("hold the providers of OpenTofu's registry", () => {
    const lock = LOCK.replaceAll("registry.terraform.io", "registry.opentofu.org").replaceAll("\n", "\r\n");
    expect(locks({ "a/.terraform.lock.hcl": lock, "a/main.tf": VERSIONS })).toEqual(OWN);
  });

  it("hold the providers of local modules that only locked folders call", () => {
    const files = { "a/.terraform.lock.hcl": LOCK, "a/main.tf": CALL, "modules/a/main.tf": VERSIONS };
    expect(locks(files)).toEqual(OWN);
    expect(locks({ ...files, "b/main.tf": CALL })).toEqual(["3 null", "4 null", "5 null", "6 null"]);
    expect(locks({ ...files, "modules/a/b.tf": 'module "m" {\n  source = "../../modules/a"\n}\n' })).toEqual(
      OWN,
    );
  });

  it("do not hold folders below or modules", () => {
    const files = { ".terraform.lock.hcl": LOCK, "a/main.tf": VERSIONS };
    expect(locks(files)).toEqual(["3 null", "4 null", "5 null", "6 null"]);
    expect(
      locks({ ".terraform.lock.hcl": LOCK, "main.tf": 'module "a" {\n  source = "hashicorp/aws/b"\n}\n' }),
    ).toEqual(["2 null"]);
  });

  it("are known by their file alone if they are not read", () => {
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [terraform]);
    extraction.addFile("main.tf", new TextEncoder().encode(VERSIONS));
    const entry = (path: string) => ({ path, mode: "100644", oid: "0".repeat(40) });
    const { declarations } = extraction.finish([entry("main.tf"), entry(".terraform.lock.hcl")]);
    expect(declarations[0]?.locked).toEqual({ version: null, file: ".terraform.lock.hcl", line: null });
  });

  it("declare nothing, and report no problem for broken files", () => {
    const broken = 'provider "registry.terraform.io/hashicorp/aws" {\nprovider {\n  version = "1.0.0"\n';
    const { declarations, problems } = extractFiles({ ".terraform.lock.hcl": broken }, [terraform]);
    expect([declarations, problems]).toEqual([[], []]);
  });

  it("take linear time for a megabyte", () => {
    const text = 'provider "registry.terraform.io/hashicorp/aws" {\n'.repeat(20_000);
    expect(locks({ ".terraform.lock.hcl": text, "main.tf": VERSIONS })[0]).toBe("3 null");
  });
});
