import type { Role } from "@knockon/contract/vocabulary/role";
import { describe, expect, it } from "vitest";
import type { Declaration } from "./ecosystem.ts";
import { roleOf } from "./role.ts";

const declaration = (sourceFile: string, more: Partial<Declaration> = {}): Declaration => ({
  ecosystem: "npm",
  dependencyType: "npm_package",
  sourceFile,
  sourceLine: 1,
  rawReference: "ui",
  artifact: "ui",
  versionConstraint: null,
  versioning: "npm",
  unbound: null,
  versionComment: null,
  lookups: [],
  evidence: { class: "manifest", rule: "npm.dependencies" },
  ...more,
});

describe("roleOf", () => {
  it.each([
    ["package.json", "runtime"],
    ["services/shop/package.json", "runtime"],
    ["src/examples.ts/package.json", "runtime"],
    ["contest/package.json", "runtime"],
    ["lib/third_party/ui/package.json", "vendored"],
    ["pkg/_vendor/ui/package.json", "vendored"],
    ["internal/testdata/package.json", "fixture"],
    ["tests/functional/data/app/package.json", "fixture"],
    ["tests/fake_repos/shop/package.json", "fixture"],
    ["tests/mock-project/package.json", "fixture"],
    ["fake_repos/shop/package.json", "runtime"],
    ["app/{{cookiecutter.repo_name}}/package.json", "example"],
    ["{% if ui %}ui{% endif %}/package.json", "example"],
    ["examples/shop/package.json", "example"],
    ["docs/examples/package.json", "example"],
    ["docker-compose.example.yml", "example"],
    ["src/Log.stories.tsx", "example"],
    ["src/stories.tsx", "runtime"],
    ["test/package.json", "test"],
    ["e2e/package.json", "test"],
    ["tests-integration/package.json", "test"],
    ["integration-tests/package.json", "test"],
    ["packages/test-utils/package.json", "runtime"],
    ["deploy/app_test.yaml", "test"],
    [".devcontainer/package.json", "dev"],
    ["docs/package.json", "dev"],
  ] as const)("maps %s to %s", (path, role) => {
    expect(roleOf(declaration(path), "runtime")).toBe(role);
  });

  it.each([
    ["package.json", "dev", "dev"],
    ["test/package.json", "dev", "test"],
    ["test/pipeline.yml", "ci", "ci"],
    ["examples/pipeline.yml", "ci", "example"],
    ["examples/.github/workflows/demo.yml", "ci", "documentation"],
    ["{{cookiecutter.repo_name}}/.github/workflows/ci.yml", "ci", "example"],
    [".github/workflows/demo.yml", "ci", "ci"],
    [".github/workflows/compose.example.yml", "build", "example"],
    ["vendor/ui/package.json", "build", "vendored"],
    ["docs/pipeline.yml", "ci", "ci"],
    ["package.json", "documentation", "documentation"],
  ] as const)("maps a declaration in %s with the role %s to %s", (path, declared, role) => {
    expect(roleOf(declaration(path, { role: declared }), "runtime")).toBe(role);
  });

  it("takes the ecosystem's role if the declaration has none", () => {
    expect(roleOf(declaration("pipeline.yml"), "ci")).toBe("ci");
  });

  it("treats prose as documentation in any section", () => {
    const prose = {
      evidence: { class: "prose", rule: "references.git_url" },
      role: "runtime" as Role,
    } as const;
    expect(roleOf(declaration("CHANGELOG", prose), "runtime")).toBe("documentation");
    expect(roleOf(declaration("third_party/README", prose), "runtime")).toBe("vendored");
  });

  it("treats container images in documentation as examples", () => {
    const image = declaration("docs/install.yaml", { dependencyType: "container_image" });
    expect(roleOf(image, "runtime")).toBe("example");
  });
});
