import { describe, expect, it } from "vitest";
import { extractFiles } from "../../extract-files.ts";
import { terraform } from "./index.ts";

const artifacts = (fullPath: string, files: Record<string, string>) =>
  extractFiles(files, [terraform], { fullPath, cloneUrl: null }).artifacts;

const MODULE = '# The network.\nvariable "cidr" {}\n';

describe("what a repository produces", () => {
  it("terraform-<provider>-<name> is the registry's module, by convention", () => {
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

  it("in nested groups belongs to the outermost", () => {
    expect(artifacts("acme/infra/terraform-aws-vpc", { "main.tf": "" })).toMatchObject([
      {
        name: "registry.terraform.io/acme/vpc/aws",
        announces: ["convention:terraform_module:acme/terraform-aws-vpc"],
      },
    ]);
  });

  it("terraform-<provider>-<name> is the registry's module also for its modules/ alone, not for its examples", () => {
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

  it("terraform-provider-<name> is a provider, where it has a provider's files", () => {
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

  it("a directory with a variable or an output is a module, named by its path", () => {
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

  it("examples, tests and fixtures are none", () => {
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
