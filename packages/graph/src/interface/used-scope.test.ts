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

  it.each([
    ["acme/ci:/jobs/build.yml@v1", "acme/ci/jobs/build.yml"],
    ["mirror/of-ci:jobs/build.yml", "acme/ci/jobs/build.yml"],
    ["acme/ci:build.yml@feature/x", "acme/ci/build.yml"],
    ["acme/ci:other.yml", undefined],
    ["https://gitlab.com/acme/ci/-/raw/main/jobs/build.yml?inline=false", "acme/ci/jobs/build.yml"],
    ["acme/ci", undefined],
  ])("finds the included file of %s by its path", (rawReference, name) => {
    const files = ["build.yml", "jobs/build.yml"].map((file) =>
      offered("gitlab_ci_file", `acme/ci/${file}`, file),
    );
    const scope = usedScope({ dependencyType: "gitlab_ci_file", rawReference }, [...MODULES, ...files]);
    expect(scope).toBe(name === undefined ? undefined : `gitlab_ci_file:${name}`);
  });

  it("finds a template by the file that resolution found", () => {
    const template = offered("azure_pipelines_template", "github.com/acme/ci/build.yml", "build.yml");
    const use = {
      dependencyType: "azure_pipelines_template",
      rawReference: "build.yml@ci",
      scope: "unit:file:build.yml",
    } as const;
    expect(usedScope(use, [...MODULES, template])).toBe(
      "azure_pipelines_template:github.com/acme/ci/build.yml",
    );
  });

  it.each([
    ["$CI_SERVER_FQDN/acme/ci/build@1.0", "gitlab_component:acme/ci/build"],
    ["gitlab.com/acme/ci/build", "gitlab_component:acme/ci/build"],
    ["gitlab.com/acme/ci/other@~latest", undefined],
  ])("finds the component of %s by its name", (rawReference, scope) => {
    const component = offered("gitlab_component", "acme/ci/build", "templates/build.yml");
    expect(usedScope({ dependencyType: "gitlab_component", rawReference }, [component])).toBe(scope);
  });

  it.each([
    ["git+https://github.com/acme/all.git#/db/,v1", "ansible_collection:acme.db"],
    ["https://github.com/acme/all.git#web", "ansible_collection:acme.web"],
    ["https://github.com/acme/all.git#/other/", undefined],
    ["https://github.com/acme/all.git,v1", undefined],
    ["acme.web:>=1.0.0", undefined],
  ])("finds the collection of %s by its folder", (rawReference, scope) => {
    const collections = ["web", "db"].map((name) =>
      offered("ansible_collection", `acme.${name}`, `${name}/galaxy.yml`),
    );
    expect(usedScope({ dependencyType: "ansible_collection", rawReference }, collections)).toBe(scope);
  });

  it("finds the only collection of a repository", () => {
    const collection = offered("ansible_collection", "acme.web", "galaxy.yml");
    const rawReference = "https://github.com/acme/acme.web.git,dev";
    expect(usedScope({ dependencyType: "ansible_collection", rawReference }, [collection])).toBe(
      "ansible_collection:acme.web",
    );
  });

  it("finds the only library of a repository", () => {
    const library = offered("jenkins_library", "pipeline-library", "vars/a.groovy");
    const find = (rawReference: string) =>
      usedScope({ dependencyType: "jenkins_library", rawReference }, [...MODULES, library]);
    expect(["buildApp", "acme@v1"].map(find)).toEqual(Array(2).fill("jenkins_library:pipeline-library"));
  });

  it("finds the only role of a repository", () => {
    const role = offered("ansible_role", "acme.web", "meta/main.yml");
    const rawReference = "git+https://github.com/acme/ansible-role-web.git,v1";
    expect(usedScope({ dependencyType: "ansible_role", rawReference }, [...MODULES, role])).toBe(
      "ansible_role:acme.web",
    );
  });

  it.each([
    ["https://github.com/acme/prod.git//charts/app", "helm_chart:app"],
    ["git+https://github.com/acme/prod@charts/app?ref=v1", "helm_chart:app"],
    ["git::ssh://git@github.com/acme/prod.git@charts/app/?ref=v1", "helm_chart:app"],
    ["https://github.com/acme/prod.git//.", "helm_chart:root"],
    ["https://github.com/acme/prod.git//charts/other", undefined],
    ["https://acme.github.io/prod/app", undefined],
    ["oci://ghcr.io/acme/charts/app", undefined],
    ["acme/app", undefined],
  ])("finds the chart of %s by its folder", (rawReference, scope) => {
    const charts = [...MODULES, offered("helm_chart", "root", "Chart.yaml")];
    expect(usedScope({ dependencyType: "helm_chart", rawReference }, charts)).toBe(scope);
  });

  it("is unknown for other types", () => {
    expect(usedScope({ dependencyType: "npm_package", rawReference: "acme/app" }, MODULES)).toBeUndefined();
  });
});
