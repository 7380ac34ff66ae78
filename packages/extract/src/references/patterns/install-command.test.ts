import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const declarations = (text: string, path = "build.sh"): Declaration[] =>
  extractFiles({ [path]: text }, [references]).declarations;

/** `line type artifact constraint` of every use by name. */
const uses = (text: string, path?: string): string[] =>
  declarations(text, path)
    .filter(({ requiresProducer }) => requiresProducer)
    .map(({ sourceLine, dependencyType, artifact, versionConstraint }) =>
      [sourceLine, dependencyType, artifact, versionConstraint ?? "-"].join(" "),
    );

describe("references: packages that a command installs by name", () => {
  it("returns every field of a declaration", () => {
    expect(declarations("#!/bin/sh\npip install 'Acme_Kit[cli]>=1.2,<2'\n")).toEqual([
      {
        ecosystem: "references",
        dependencyType: "python_package",
        sourceFile: "build.sh",
        sourceLine: 2,
        rawReference: "Acme_Kit[cli]>=1.2,<2",
        artifact: "acme-kit",
        versionConstraint: ">=1.2,<2",
        versioning: "pep440",
        unbound: null,
        versionComment: null,
        lookups: ["python_package:acme-kit"],
        evidence: { class: "build_file", rule: "references.pip_install" },
        role: "build",
        scope: "unit:references:.",
        locked: null,
        requiresProducer: true,
      },
    ]);
  });

  it.each([
    ["pip install kit", ["python_package kit -"]],
    [
      "python3 -m pip --no-cache-dir install -U kit==1.2 tool",
      ["python_package kit ==1.2", "python_package tool -"],
    ],
    ["$(VENV_PIP) install kit", ["python_package kit -"]],
    [
      ".venv/bin/pip3.12 install --index-url https://pypi.acme.io/simple -t out kit",
      ["python_package kit -"],
    ],
    ["pip install -r dev.txt -c pins.txt -e . ./local .[test] dist/kit-1.0.whl kit.whl", []],
    ["uv --quiet pip install --python 3.12 kit", ["python_package kit -"]],
    ["uv tool install kit@1.2", ["python_package kit 1.2"]],
    ["uv add --dev kit~=1.0", ["python_package kit ~=1.0"]],
    ["uvx kit@latest build other", ["python_package kit -"]],
    [
      "uvx --from kit==1.0 --with extra,more run-it .",
      ["python_package kit ==1.0", "python_package extra -", "python_package more -"],
    ],
    ["uv run --with kit pytest", ["python_package kit -"]],
    ["pipx install kit", ["python_package kit -"]],
    ["pipx run --spec kit==1 kit-cli build", ["python_package kit ==1"]],
    ["pipx run kit build", ["python_package kit -"]],
    ["pipx install kit --backend pip", ["python_package kit -"]],
    ["pip install / uv pip install", []],
    ["poetry add kit@^1.2", ["python_package kit ^1.2"]],
    [
      "npm install -g @acme/cli@1.2 --registry https://npm.acme.io left",
      ["npm_package @acme/cli 1.2", "npm_package left -"],
    ],
    ["npm ci && npm install && npm i ./local ../x file:y github:acme/z", []],
    ["yarn global add @acme/cli", ["npm_package @acme/cli -"]],
    ["pnpm --filter web add cli", ["npm_package cli -"]],
    ["pnpm dlx @acme/cli@2 init app", ["npm_package @acme/cli 2"]],
    ["npx --yes -p @acme/kit kit-run x", ["npm_package @acme/kit -"]],
    ["npm exec -- @acme/cli run", ["npm_package @acme/cli -"]],
    ["bunx cli@1.0.0", ["npm_package cli 1.0.0"]],
    ["npm create vite@latest app", ["npm_package create-vite latest"]],
    ["mix archive.install hex kit_new --force", ["hex_package kit_new -"]],
    ["mix archive.install --force hex kit_new 1.2.0", ["hex_package kit_new 1.2.0"]],
    ["mix escript.install hex kit '~> 1.2'", ["hex_package kit ~> 1.2"]],
    ["mix archive.install github acme/kit; mix archive.install; mix local.hex --force; mix deps.get kit", []],
    ["npm init @acme/kit", ["npm_package @acme/create-kit -"]],
    ["cargo install --locked --version 0.3 kit", ["rust_crate kit 0.3"]],
    ["cargo +nightly binstall -y kit@1.2", ["rust_crate kit 1.2"]],
    ["cargo install --path . ; cargo install --git https://git.acme.io/a/b kit", []],
    ["gem install kit -v 1.2 --no-document", ["ruby_gem kit 1.2"]],
    ["gem install kit:1.2 pkg/tool-1.0.gem", ["ruby_gem kit 1.2"]],
    ["dotnet tool install -g Acme.Kit --version 1.2", ["nuget_package Acme.Kit 1.2"]],
    ["dotnet add src/App.csproj package Acme.Kit -v 2.0", ["nuget_package Acme.Kit 2.0"]],
    ["composer global require acme/kit:^1.2", ["composer_package acme/kit ^1.2"]],
    [
      "puppet module install --force Acme-nginx --version '>= 1.0.0 < 2.0.0'",
      ["puppet_module acme/nginx >= 1.0.0 < 2.0.0"],
    ],
    [
      "/opt/puppetlabs/bin/puppet module install -i modules acme/nginx -v 1.2.0",
      ["puppet_module acme/nginx 1.2.0"],
    ],
    ["puppet module install acme-nginx.tar.gz", []],
    ["puppet module list acme/nginx", []],
    ["brew install jq acme/tap/kit", ["git_repository github.com/acme/homebrew-tap -"]],
  ])("reads %s", (command, expected) => {
    expect(uses(`${command}\n`)).toEqual(expected.map((each) => `1 ${each}`));
  });

  it("reads continued lines, chains and variables", () => {
    const text = `KIT=1.2
TOOLS="acme-a acme-b==2"
RUN pip install --no-cache-dir \\
    "kit==$KIT" \\
    tool && npx acme-c
pip install $TOOLS $UNKNOWN "other==$LATER"
`;
    expect(uses(text, "Dockerfile")).toEqual([
      "4 python_package kit ==1.2",
      "5 python_package tool -",
      "5 npm_package acme-c -",
      "6 python_package acme-a -",
      "6 python_package acme-b ==2",
      "6 python_package other ==$LATER",
    ]);
  });

  it("reads lists of arguments in programs", () => {
    const text = `
subprocess.run([sys.executable, "-m", "pip", "install", "kit==1.0", name, "tool"], check=True)
run(["npm", "install", "-g", "@acme/cli"])
session.install("-e", ".[test]", "kit[cli]>=1", *MORE, "tool")
session.install(
    "-r", "dev.txt",  # pinned
    "other",
)
session.run("python", "-m", "pip", "install", "--upgrade", "last", silent=True)
session.run("pip", "list")
x = ["pip", "wheel"] + ["install"]
`;
    expect(uses(text, "noxfile.py")).toEqual([
      "2 python_package kit ==1.0",
      "2 python_package tool -",
      "3 npm_package @acme/cli -",
      "4 python_package kit >=1",
      "4 python_package tool -",
      "7 python_package other -",
      "9 python_package last -",
    ]);
    expect(uses('spawn("npx", ["@acme/cli@1", "build"]);\n', "run.js")).toEqual([
      "1 npm_package @acme/cli 1",
    ]);
  });

  it("reads commands in CI files, Makefiles and configuration of tools", () => {
    expect(
      uses("jobs:\n  a:\n    steps:\n      - run: pip install kit\n", ".github/workflows/a.yml"),
    ).toHaveLength(1);
    expect(uses("setup:\n\t@pip install kit\n", "Makefile")).toHaveLength(1);
    expect(uses("[testenv]\ncommands = pip install kit\n", "tox.ini")).toHaveLength(1);
    expect(uses("setup:\n    npx kit\n", "justfile")).toHaveLength(1);
    expect(uses('{"scripts": {"a": "npx kit && pip install tool"}}\n', "package.json")).toHaveLength(2);
  });

  it("does not read names of steps and sentences", () => {
    expect(uses("- name: pip install kit\n- run: echo x\n", ".github/workflows/a.yml")).toEqual([]);
    expect(uses("You can also npm install kit by hand.\n", "README.md")).toEqual([]);
    expect(uses("pip install kit and run the tool\n")).toEqual(["1 python_package kit -"]);
  });

  it.each([
    ["README.md", "Run `pip install kit`.\n", "prose", "documentation"],
    ["README.md", "```\n$ pip install kit\n```\n", "prose", "documentation"],
    ["build.sh", "# pip install kit\n", "prose", "documentation"],
    ["build.sh", 'echo "pip install kit"\n', "prose", "documentation"],
    ["src/a.py", 'raise ImportError("Missing. pip install kit")\n', undefined, undefined],
    ["src/a.py", 'HINT = "pip install kit"\n', "prose", "documentation"],
    ["src/a.py", 'os.system("pip install kit")\n', "build_file", "runtime"],
    ["noxfile.py", 'session.install("kit")\n', "build_file", "dev"],
    ["ci/setup.sh", "pip install kit\n", "build_file", "ci"],
    ["pyproject.toml", 'test = "pip install kit"\n', "build_file", "dev"],
    ["tasks/vendoring.py", 'ctx.run("pip install kit")\n', "build_file", "dev"],
    ["tests/test_a.py", 'run(["pip", "install", "kit"])\n', "prose", "documentation"],
  ])("in %s, %j is %s for %s", (path, text, evidence, role) => {
    const [found] = declarations(text, path) as { role?: string; evidence: { class: string } }[];
    expect([found?.evidence.class, found?.role]).toEqual([evidence, role]);
  });

  it("leaves the line to an annotation of the same package", () => {
    const text = "# renovate: datasource=npm depName=acme-cli\nnpm install -g cli@1.2.3\n";
    expect(declarations(text).map(({ artifact }) => artifact)).toEqual(["acme-cli"]);
  });

  it("has a separate limit", () => {
    const many = Array.from({ length: 250 }, (_, index) => `npx kit-${index}\n`).join("");
    const { declarations: found, problems } = extractFiles(
      { "a.sh": `${many}git clone https://github.com/acme/tool\n` },
      [references],
    );
    expect(found.map(({ requiresProducer = false }) => requiresProducer)).toEqual([
      false,
      ...Array.from({ length: 200 }, () => true),
    ]);
    expect(problems).toMatchObject([{ code: "truncated", line: 201 }]);
  });
});
