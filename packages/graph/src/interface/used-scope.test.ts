import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { interfaceOf } from "@knockon/extract/interface";
import { describe, expect, it } from "vitest";
import { usedScope } from "./used-scope.ts";

const offered = (artifactType: ArtifactType, name: string, sourceFile: string) =>
  interfaceOf({ artifactType, name, sourceFile, sourceLine: 1 }, []);

const MODULES = [
  offered("terraform_module", "registry.terraform.io/acme/vpc/aws", "variables.tf"),
  offered("terraform_module", "acme/terraform-aws-vpc//modules/a", "modules/a/main.tf"),
  offered("helm_chart", "app", "charts/app/Chart.yaml"),
];

const scopeFor = (rawReference: string) =>
  usedScope({ dependencyType: "terraform_module", rawReference }, MODULES);

const ROOT = "terraform_module:registry.terraform.io/acme/vpc/aws";
const SUBMODULE = "terraform_module:acme/terraform-aws-vpc//modules/a";

describe("usedScope", () => {
  it.each([
    ["acme/vpc/aws", ROOT],
    ["acme/vpc/aws//modules/a", SUBMODULE],
    ["acme/vpc/aws//modules/b", undefined],
    ["git::https://github.com/acme/terraform-aws-vpc.git?ref=v1", ROOT],
    ["git::https://github.com/acme/terraform-aws-vpc.git//modules/a?ref=feature//x", SUBMODULE],
    ["git::ssh://git@github.com/acme/terraform-aws-vpc//modules/a/", SUBMODULE],
    ["git@github.com:acme/terraform-aws-vpc.git//./modules/a", SUBMODULE],
    ["tfr:///acme/vpc/aws//modules/a?version=1.0.0", SUBMODULE],
    ["github.com/acme/terraform-aws-vpc//modules/${var.name}", undefined],
  ])("finds the module of %s by its folder", (rawReference, scope) => {
    expect(scopeFor(rawReference)).toBe(scope);
  });

  it("is unknown for other types", () => {
    expect(usedScope({ dependencyType: "helm_chart", rawReference: "acme/app" }, MODULES)).toBeUndefined();
  });
});
