import type { Role } from "@knockon/contract/vocabulary/role";
import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../ecosystem.ts";
import { extractFiles } from "../repository-extraction.ts";
import { references } from "./index.ts";

/** The role of the only reference of a file. */
function roleOf(path: string, text: string, repository?: RepositoryIdentity): Role | undefined {
  const { declarations } = extractFiles({ [path]: text }, [references], repository);
  expect(declarations).toHaveLength(1);
  return declarations[0]?.role;
}

const CLONE = "git clone https://github.com/acme/tool\n";

describe("references: roles of commands", () => {
  it.each([
    [".github/workflows/x.yml", "ci"],
    [".github/scripts/setup.sh", "ci"],
    [".gitlab-ci.yml", "ci"],
    ["Jenkinsfile", "ci"],
    ["ci/setup.sh", "ci"],
    ["scripts/run-ci.sh", "ci"],
    ["action.yml", "ci"],
    ["vars/setup.groovy", "ci"],
    ["updatecli/updatecli.d/kit.yml", "ci"],
    ["updatecli/scripts/build-list.sh", "ci"],
    ["Makefile", "build"],
    ["scripts/setup.sh", "build"],
    ["hack/setup.sh", "dev"],
    ["tools/setup.sh", "dev"],
    ["hack/build-image.sh", "build"],
    ["scripts/lint.sh", "dev"],
    ["scripts/run-tests.sh", "test"],
    ["scripts/latest.sh", "build"],
    ["test/setup.sh", "test"],
    [".envrc", "dev"],
    ["package.json", "build"],
    ["cmd/main.go", "runtime"],
    ["tools/main.go", "dev"],
    ["README.md", "documentation"],
    ["requirements/base.in", "runtime"],
    ["requirements/quality.in", "dev"],
    ["requirements/constraints.txt", "dev"],
    ["requirements.txt", "build"],
  ])("in %s are %s", (path, role) => {
    expect(roleOf(path, CLONE)).toBe(role);
  });

  it.each([
    ["upgrade: ## update the lock file", "dev"],
    ["write-pylintrc:", "dev"],
    ["$(COMMON_CONSTRAINTS_TXT):", "dev"],
    [".PHONY: lint\nlint: deps", "dev"],
    ["docker_test_lint:", "test"],
    ["image: | deps", "build"],
    ["$(BIN)/latest:", "build"],
    ["lint:\n\ttrue\nTOOL := x\nsetup:", "build"],
    ["lint:\n\ttrue\n\n# Comment\nifdef CI", "dev"],
  ])("in the recipe of %s are %s", (target, role) => {
    expect(roleOf("Makefile", `${target}\n\ttrue && \\\n\t  ${CLONE}`)).toBe(role);
  });

  it("outside of a recipe are build", () => {
    expect(
      roleOf("Makefile", "lint:\n\ttrue\nTOOL := $(shell git clone https://github.com/acme/tool)\n"),
    ).toBe("build");
  });
});

describe("references: roles of URLs", () => {
  it.each([
    ["cmd/main.go", "documentation"],
    ["src/app.py", "documentation"],
    ["src/main/scala/App.scala", "documentation"],
    ["build.sbt", "documentation"],
    ["config/sources.yaml", "runtime"],
    ["config/sources.json", "runtime"],
    ["infra/main.tf", "runtime"],
    ["local/sources.yaml", "runtime"],
    ["chart/Chart.yaml", "documentation"],
    ["pyproject.toml", "documentation"],
    [".bot.yml", "dev"],
    ["compose.dev.yaml", "dev"],
    ["compose.yaml", "runtime"],
    ["kustomization.yaml", "runtime"],
    [".github/workflows/x.yml", "ci"],
    ["README.md", "documentation"],
  ])("in %s are %s", (path, role) => {
    expect(roleOf(path, 'x: "https://github.com/acme/tool"\n')).toBe(role);
  });

  it("are ci for a file that a workflow fetches", () => {
    const text =
      "on: workflow_call\njobs:\n  x:\n    steps:\n      - run: curl https://raw.githubusercontent.com/acme/tool/v1/x.sh | sh\n";
    expect(roleOf(".github/workflows/x.yml", text)).toBe("ci");
  });

  it("are build for a dependency of a manifest", () => {
    expect(roleOf("package.json", '{"x": "git+https://github.com/acme/tool.git"}')).toBe("build");
  });

  it("are build for a file that a manifest takes, unless people read it", () => {
    const raw = "https://raw.githubusercontent.com/acme/api/v1";
    expect(roleOf("package.json", `{"scripts": {"gen": "gen --spec ${raw}/openapi.json"}}`)).toBe("build");
    expect(roleOf("pom.xml", `<inputSpec>\n  ${raw}/_openapi.json.tpl\n</inputSpec>`)).toBe("build");
    expect(roleOf("package.json", `{"readme": "${raw}/README.md"}`)).toBe("documentation");
    expect(roleOf("Chart.yaml", `icon: ${raw}/icon.svg`)).toBe("documentation");
  });

  it.each([
    ["build/release.php", "'basic' => 'git@github.com:acme/tool.git',\n", "runtime"],
    ["cmd/main.go", 'x := "https://github.com/acme/tool.git"\n', "runtime"],
    ["tools/main.go", 'x := "ssh://git@github.com/acme/tool"\n', "dev"],
    ["cmd/main_test.go", 'x := "https://github.com/acme/tool.git"\n', "documentation"],
    ["web/app.js", 'const x = "https://raw.githubusercontent.com/acme/tool/main/list.json";\n', "runtime"],
    [
      "web/app.js",
      'const x = "https://raw.githubusercontent.com/acme/tool/main/logo.svg";\n',
      "documentation",
    ],
    ["app.py", 'x = "https://github.com/acme/tool/releases/download/v1/tool.tgz"\n', "runtime"],
    ["App.swift", 'let x = "https://github.com/acme/tool"\n', "documentation"],
  ])("that programs clone or download count, in %s", (path, text, role) => {
    expect(roleOf(path, text)).toBe(role);
  });

  it("in docstrings are documentation", () => {
    expect(roleOf("app.py", '"""See https://github.com/acme/tool."""\n')).toBe("documentation");
  });
});

describe("references: roles in programs", () => {
  it("of images are runtime, also if a custom pattern finds them", () => {
    expect(roleOf("cmd/main.go", 'exec("docker run ghcr.io/acme/db:1")\n')).toBe("runtime");
    const repository = {
      fullPath: "acme/app",
      cloneUrl: null,
      heuristicPatterns: [
        { name: "image", pattern: 'Image\\("(?P<name>[^"]+)"', artifactType: "container_image" as const },
      ],
    };
    expect(roleOf("cmd/main.go", 'Image("ghcr.io/acme/db")\n', repository)).toBe("runtime");
  });

  it("of generators are build", () => {
    expect(roleOf("cmd/main.go", "//go:generate go run github.com/acme/gen@v1\n")).toBe("build");
  });
});

describe("references: Dockerfiles", () => {
  const declared = (path: string, text = `FROM scratch\nRUN ${CLONE}`) =>
    extractFiles({ [path]: text }, [references]).declarations.map(({ role, scope }) => `${role} ${scope}`);

  it("are runtime in the final stage, with the scope of the Dockerfile", () => {
    expect(declared("app/Dockerfile")).toEqual(["runtime unit:docker:app/Dockerfile"]);
  });

  it("are runtime in a stage that the final stage continues, and build in one that it copies from", () => {
    const text = `FROM debian AS base\nRUN true \\\n && ${CLONE}\nFROM golang AS build\nRUN ${CLONE}\nFROM base\nCOPY --from=build /a /a\n`;
    expect(declared("Dockerfile", text)).toEqual([
      "runtime unit:docker:Dockerfile",
      "build unit:docker:Dockerfile",
    ]);
  });

  it("have the role of their file", () => {
    expect(declared("Dockerfile.dev")).toEqual(["dev null"]);
    expect(declared("ci/Dockerfile")).toEqual(["ci null"]);
  });
});
