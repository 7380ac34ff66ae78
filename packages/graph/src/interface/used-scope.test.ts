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

const scopeFor = (rawReference: string, artifact = "*:terraform_module") =>
  usedScope({ dependencyType: "terraform_module", artifact, rawReference }, MODULES);

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

  it("distinguishes submodules of a registry module, which have the same name", () => {
    expect(scopeFor("acme/vpc/aws//modules/a", ROOT)).toBe(SUBMODULE);
  });

  it("is the scope that the declaration names", () => {
    const reference = { dependencyType: "helm_chart" as const, rawReference: "x", artifact: "helm_chart:y" };
    expect(usedScope(reference, MODULES)).toBe("helm_chart:y");
  });

  it("is the only artifact of the type if the declaration names the repository", () => {
    const reference = { dependencyType: "helm_chart" as const, rawReference: "x", artifact: "*:helm_chart" };
    expect(usedScope(reference, MODULES)).toBe("helm_chart:app");
    expect(usedScope(reference, [...MODULES, offered("helm_chart", "b", "b/Chart.yaml")])).toBeUndefined();
  });
});
