import { describe, expect, it } from "vitest";
import { ECOSYSTEMS } from "./registry.ts";
import { extractFiles } from "./repository-extraction.ts";
import { BUILT } from "./scope.ts";

const extract = (files: Record<string, string>) => extractFiles(files, ECOSYSTEMS);

/** `artifact: scope` of every declaration. */
const scopes = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, scope }) => `${artifact}: ${scope}`);

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

const npmPackage = (name: string | null, dependencies: Record<string, string> = { ui: "1" }): string =>
  JSON.stringify({ ...(name === null ? {} : { name }), dependencies });

const PUSH = (image: string): string => `jobs:\n  push:\n    steps:\n      - run: docker push ${image}\n`;

describe("the scope of a declaration", () => {
  it("is the artifact of its manifest", () => {
    expect(
      scopes({ "ui/package.json": npmPackage("@acme/ui"), "package.json": npmPackage("@acme/all") }),
    ).toEqual(["ui: npm_package:@acme/all", "ui: npm_package:@acme/ui"]);
  });

  it("is the artifact of the nearest manifest above it", () => {
    expect(scopes({ "setup.py": "setup(name='acme')", "app/requirements.txt": "click==1\n" })).toContain(
      "click: python_package:acme",
    );
  });

  it("is a unit if its folder publishes nothing", () => {
    expect(scopes({ "app/package.json": npmPackage(null) })).toEqual(["ui: unit:npm:app"]);
    expect(scopes({ "app/Dockerfile": "FROM acme/base:1\n" })).toEqual([
      "docker.io/acme/base: unit:docker:app/Dockerfile",
    ]);
  });

  it("is null in pipelines and examples, but not in actions that others call", () => {
    const action = "runs:\n  using: composite\n  steps:\n    - uses: acme/setup@v1\n";
    const workflow = "jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: acme/setup@v1\n";
    expect(
      scopes({ "lint/action.yml": action, ".github/workflows/ci.yml": `on: push\n${workflow}` }),
    ).toEqual(["acme/setup: null", "acme/setup: github_action:acme/app/lint"]);
    expect(scopes({ ".github/workflows/x.yml": `on: { workflow_call: }\n${workflow}` })).toEqual([
      "acme/setup: reusable_workflow:acme/app/.github/workflows/x.yml",
    ]);
    expect(scopes({ "examples/package.json": npmPackage("@acme/example") })).toEqual(["ui: null"]);
  });
});

describe("the scope of a schema of another repository", () => {
  const url = "https://raw.githubusercontent.com/acme/api/main";
  const script = (file: string): string =>
    `#!/bin/sh\ncurl -sL ${url}/${file} -o schema && generate schema\n`;
  const schemaScopes = (files: Record<string, string>): (string | null)[] =>
    extract(files)
      .declarations.filter(({ artifact }) => artifact.startsWith("github.com/acme/api"))
      .map(({ scope }) => scope);

  it("is the package whose code is generated from it", () => {
    const ui = { "client/package.json": npmPackage("@acme/client"), "package.json": npmPackage("@acme/all") };
    expect(schemaScopes({ ...ui, "client/scripts/build.sh": script("users.proto") })).toEqual([
      "npm_package:@acme/client",
    ]);
    expect(schemaScopes({ ...ui, "client/scripts/build.sh": script("docs/openapi.yaml") })).toEqual([
      "npm_package:@acme/client",
    ]);
    expect(schemaScopes({ ...ui, "build.sh": script("users.proto") })).toEqual(["npm_package:@acme/all"]);
  });

  it("is a unit if several packages are around it, or if it is another file", () => {
    const two = { "package.json": npmPackage("@acme/all"), "setup.py": "setup(name='acme')" };
    expect(schemaScopes({ ...two, "scripts/build.sh": script("users.proto") })).toEqual([
      "unit:references:scripts",
    ]);
    expect(
      schemaScopes({ "package.json": npmPackage("@acme/all"), "scripts/build.sh": script("install.sh") }),
    ).toEqual(["unit:references:scripts"]);
  });
});

it("a clone that a Dockerfile builds is used for what is built from it, another clone for everything", () => {
  const clone = "git clone https://github.com/acme/ui.git";
  const files = {
    Dockerfile: `FROM scratch\nRUN ${clone} && make -C ui\n`,
    "scripts/start.sh": `#!/bin/sh\n${clone}\n`,
  };
  expect(
    extract(files)
      .declarations.filter(({ dependencyType }) => dependencyType === "git_repository")
      .map(({ sourceFile, targetScope }) => [sourceFile, targetScope]),
  ).toEqual([
    ["Dockerfile", BUILT],
    ["scripts/start.sh", undefined],
  ]);
});

describe("composition", () => {
  it("builds a published image from its Dockerfile, and that from the packages around it", () => {
    const files = {
      ".github/workflows/x.yml": PUSH("ghcr.io/acme/shop-api"),
      "api/Dockerfile": "FROM scratch\n",
      "api/package.json": npmPackage(null),
      "web/Dockerfile": "FROM scratch\n",
      "web/package.json": npmPackage(null),
    };
    expect(compositions(files)).toEqual([
      "unit:docker:api/Dockerfile < unit:npm:api",
      "unit:docker:web/Dockerfile < unit:npm:web",
      "container_image:ghcr.io/acme/shop-api < unit:docker:api/Dockerfile",
      "container_image:acme/app < unit:docker:api/Dockerfile",
      "container_image:acme/app < unit:docker:web/Dockerfile",
    ]);
  });

  it("takes packages above the Dockerfile if there are none below", () => {
    expect(
      compositions({ "build/Dockerfile": "FROM scratch\n", "package.json": npmPackage("@acme/app") }),
    ).toContain("unit:docker:build/Dockerfile < npm_package:@acme/app");
  });

  it("builds an action from the package in its folder", () => {
    const action = "runs:\n  using: node20\n  main: dist/index.js\n";
    expect(compositions({ "action.yml": action, "package.json": npmPackage(null) })).toEqual([
      "github_action:acme/app < unit:npm:.",
    ]);
  });

  describe("of a program that fetches a release of the repository", () => {
    const action = (...lines: string[]): string =>
      `runs:\n  using: composite\n  steps:\n    - run: |\n${lines.map((line) => `        ${line}\n`).join("")}`;
    const root = { "package.json": npmPackage("@acme/app") };

    it.each([
      'URL="https://github.com/acme/app/releases/download/v${VERSION}/"',
      "curl -fsSL https://api.github.com/repos/acme/app/releases/latest | grep tag_name",
      "gh release download -R acme/app",
      "curl -L https://github.com/acme/app/archive/refs/tags/v1.tar.gz | tar xz",
    ])("contains the package of the root folder: %s", (line) => {
      expect(compositions({ ...root, "setup/action.yml": action(line) })).toEqual([
        "github_action:acme/app/setup < npm_package:@acme/app",
      ]);
    });

    it.each([
      "# https://github.com/acme/app/releases/latest",
      "echo https://github.com/acme/app/releases/latest",
      "curl -L https://github.com/acme/app/issues",
      "curl -L https://github.com/acme/other/releases/latest",
    ])("contains nothing by a mention or another repository: %s", (line) => {
      expect(compositions({ ...root, "setup/action.yml": action(line) })).toEqual([]);
    });

    it("contains the only package of the repository, but none of several below the root folder", () => {
      const files = {
        "action.yml": action("gh release download -R acme/app"),
        "a/package.json": npmPackage("a"),
      };
      expect(compositions(files)).toEqual(["github_action:acme/app < npm_package:a"]);
      expect(compositions({ ...files, "b/package.json": npmPackage("b") })).toEqual([]);
    });

    it("is also found for scripts, by the scripts that fetch them, and for Dockerfiles, but not for pipelines", () => {
      const install = "curl -L https://github.com/acme/app/releases/latest/download/app.tgz";
      const files = {
        ...root,
        "setup/action.yml": action("curl https://raw.githubusercontent.com/acme/app/main/install.sh | sh"),
        "install.sh": `#!/bin/sh\n${install}\n`,
        "build/Dockerfile": `FROM alpine\nRUN ${install}\n`,
        "build/go.mod": "module example.com/build\n",
        ".github/workflows/ci.yml": `on: push\njobs:\n  a:\n    steps:\n      - run: ${install}\n`,
      };
      expect(compositions(files).toSorted()).toEqual([
        "container_image:acme/app < unit:docker:build/Dockerfile",
        "github_action:acme/app/setup < unit:file:install.sh",
        "unit:docker:build/Dockerfile < go_module:example.com/build",
        "unit:docker:build/Dockerfile < npm_package:@acme/app",
        "unit:file:install.sh < npm_package:@acme/app",
      ]);
    });
  });
});
