import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const artifacts = (fullPath: string, files: Record<string, string>) =>
  extractFiles(files, [terraform], { fullPath, cloneUrl: null }).artifacts;

const MODULE = '# The network.\nvariable "cidr" {}\n';

describe("terraform: artifacts", () => {
  it("announces terraform-<provider>-<name> as a registry module by convention", () => {
    expect(artifacts("Acme/terraform-aws-vpc-endpoints", { "main.tf": "", "variables.tf": MODULE })).toEqual([
      {
        ecosystem: "terraform",
        artifactType: "terraform_module",
        name: "registry.terraform.io/acme/vpc-endpoints/aws",
        version: null,
        registryUrl: null,
        sourceFile: "variables.tf",
        sourceLine: 2,
        announces: ["convention:terraform_module:acme/terraform-aws-vpc-endpoints"],
        evidence: { class: "manifest", rule: "terraform.repository_name" },
      },
    ]);
  });

  it("uses the outermost of nested groups", () => {
    expect(artifacts("acme/infra/terraform-aws-vpc", { "main.tf": "" })).toMatchObject([
      {
        name: "registry.terraform.io/acme/vpc/aws",
        announces: ["convention:terraform_module:acme/terraform-aws-vpc"],
      },
    ]);
  });

  it("announces a registry module that only has submodules, but not one that only has examples", () => {
    expect(artifacts("acme/terraform-aws-iam", { "modules/role/main.tf": MODULE })).toMatchObject([
      {
        name: "registry.terraform.io/acme/iam/aws",
        sourceFile: "modules/role/main.tf",
        announces: ["convention:terraform_module:acme/terraform-aws-iam"],
      },
      { name: "acme/terraform-aws-iam//modules/role", announces: [] },
    ]);
    expect(artifacts("acme/terraform-aws-iam", { "examples/a/main.tf": MODULE })).toEqual([]);
  });

  it("announces terraform-provider-<name> as a provider if it has the files of one", () => {
    expect(artifacts("acme/terraform-provider-acme-cloud", { "main.go": "", "go.mod": "" })).toMatchObject([
      {
        artifactType: "terraform_provider",
        name: "registry.terraform.io/acme/acme-cloud",
        sourceFile: "main.go",
        announces: ["convention:terraform_provider:acme/terraform-provider-acme-cloud"],
      },
    ]);
    expect(artifacts("acme/terraform-provider-acme", { "README.md": "" })).toEqual([]);
    expect(artifacts("acme/terraform-provider-acme", { "main.tf": MODULE })).toMatchObject([
      { name: "acme/terraform-provider-acme" },
    ]);
  });

  it("announces each directory with a variable or an output as a module named by its path", () => {
    const files = {
      "main.tf": MODULE,
      "modules/vpc/outputs.tofu": 'output "id" {\n  value = 1\n}\n',
      "live/main.tf": 'resource "x" "y" {}\n',
      "live/terragrunt.hcl": "",
    };
    expect(artifacts("acme/Infra", files)).toMatchObject([
      { name: "acme/Infra", sourceFile: "main.tf", sourceLine: 2, announces: [] },
      { name: "acme/Infra//modules/vpc", sourceFile: "modules/vpc/outputs.tofu", sourceLine: 1 },
    ]);
  });

  it("does not announce examples, tests and fixtures", () => {
    const paths = [
      "example",
      "examples/a",
      "modules/a/test",
      "tests/b",
      "x/fixtures/y",
      "testdata",
      "a/test-fixtures",
    ];
    const files = Object.fromEntries(paths.map((path) => [`${path}/main.tf`, MODULE]));
    expect(artifacts("acme/infra", files)).toEqual([]);
    expect(artifacts("acme/infra", { "testing/main.tf": MODULE })).toHaveLength(1);
  });
});
