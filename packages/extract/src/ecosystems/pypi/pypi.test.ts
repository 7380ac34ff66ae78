import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { pypi } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [pypi]);

const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;
const found = (path: string, text: string): string[] => extract({ [path]: text }).declarations.map(summary);

const PYPROJECT = `[build-system]
requires = ["hatchling>=1.20", "acme-build"]

[project]
name = "Acme_Orders"
version = "2.1.0"
dependencies = [
  "Acme.Core[http]>=1.2,<2",
  "requests (>=2.31)", # the client
  # "flask>=3",
  "acme-auth @ git+https://github.com/acme/auth.git@v1.4.0#subdirectory=py",
  "tomli>=2; python_version < '3.11'",
  "acme-log",
]

[project.optional-dependencies]
dev = ["pytest==8.1.0", "acme_core"]
all = ["acme-orders[dev]"]

[dependency-groups]
test = ["coverage~=7.4"]
lint = [{ include-group = "test" }, "ruff!=0.3"]

[tool.uv.sources]
Acme_Log = { git = "ssh://git@github.com/acme/log.git", tag = "v0.9.0" }
`;

describe("pypi: pyproject.toml", () => {
  it("names the package of a repository", () => {
    const text =
      "Acme.Log @ git+https://github.com/acme/kit#subdirectory=log\ngit+https://github.com/acme/kit\nrequests\n";
    const names = extract({ "requirements.txt": text }).declarations.map(({ targetName }) => targetName);
    expect(names).toEqual(["python_package:acme-log", "python_package:kit", undefined]);
  });

  it("declares every requirement with its line and source", () => {
    expect(found("pyproject.toml", PYPROJECT)).toEqual([
      "2 pypi.build_requires hatchling >=1.20 python_package:hatchling",
      "2 pypi.build_requires acme-build null python_package:acme-build",
      "8 pypi.dependencies acme-core >=1.2,<2 python_package:acme-core",
      "9 pypi.dependencies requests >=2.31 python_package:requests",
      "11 pypi.dependencies acme-auth v1.4.0 git:github.com/acme/auth",
      "12 pypi.dependencies tomli >=2 python_package:tomli",
      "13 pypi.dependencies acme-log v0.9.0 git:github.com/acme/log",
      "17 pypi.optional_dependencies pytest ==8.1.0 python_package:pytest",
      "17 pypi.optional_dependencies acme-core null python_package:acme-core",
      "21 pypi.dependency_groups coverage ~=7.4 python_package:coverage",
      "22 pypi.dependency_groups ruff !=0.3 python_package:ruff",
    ]);
    expect(extract({ "pyproject.toml": PYPROJECT }).problems).toEqual([]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "svc/pyproject.toml": PYPROJECT }).declarations[2]).toEqual({
      ecosystem: "pypi",
      dependencyType: "python_package",
      sourceFile: "svc/pyproject.toml",
      sourceLine: 8,
      rawReference: "Acme.Core[http]>=1.2,<2",
      artifact: "acme-core",
      versionConstraint: ">=1.2,<2",
      versioning: "pep440",
      unbound: null,
      versionComment: null,
      lookups: ["python_package:acme-core"],
      evidence: { class: "manifest", rule: "pypi.dependencies" },
      role: "runtime",
      scope: "python_package:acme-orders",
      locked: null,
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
    const crlf = `\uFEFF${PYPROJECT.replaceAll("\n", "\r\n")}`;
    expect(extract({ "pyproject.toml": crlf })).toEqual(extract({ "pyproject.toml": PYPROJECT }));
  });

  it("reads Poetry's groups with carets, git, paths, URLs and several constraints of one package", () => {
    const text = `[tool.poetry]
name = "acme-orders"
version = "1.0.0"
[tool.poetry.dependencies]
python = "^3.11"
acme-core = "^1.2"
acme_auth = { git = "git@github.com:acme/auth.git", branch = "main" }
acme-log = { path = "../log", develop = true }
acme-shared = { path = "../../shared" }
acme-wheel = { url = "https://files.acme.io/acme_wheel-1.4.0-py3-none-any.whl" }
acme-x = { version = "~2.0", extras = ["a"], source = "private" }
numpy = [
  { version = "1.26", python = "<3.9" },
  { version = ">=2", python = ">=3.9" },
]
[tool.poetry.dev-dependencies]
black = "*"
[tool.poetry.group.docs.dependencies]
sphinx = "7.*"
[tool.poetry.group.docs.dependencies.acme-theme]
git = "https://github.com/acme/theme"
`;
    expect(found("svc/pyproject.toml", text)).toEqual([
      "6 pypi.poetry_dependencies acme-core ^1.2 python_package:acme-core",
      "7 pypi.poetry_dependencies acme-auth main git:github.com/acme/auth",
      "9 pypi.poetry_dependencies acme-shared null python_package:acme-shared",
      "10 pypi.poetry_dependencies acme-wheel 1.4.0 python_package:acme-wheel",
      "11 pypi.poetry_dependencies acme-x ~2.0 python_package:acme-x",
      "13 pypi.poetry_dependencies numpy 1.26 python_package:numpy",
      "14 pypi.poetry_dependencies numpy >=2 python_package:numpy",
      "17 pypi.poetry_dev_dependencies black * python_package:black",
      "19 pypi.poetry_group sphinx 7.* python_package:sphinx",
      "20 pypi.poetry_group acme-theme null git:github.com/acme/theme",
    ]);
  });

  it("reads the lists of uv, PDM and Hatch", () => {
    const text = `[tool.uv]
dev-dependencies = ["a>=1"]
override-dependencies = ["b==2"]
[tool.pdm.dev-dependencies]
test = ["c", "-e file:///\${PROJECT_ROOT}/sub#egg=sub"]
[tool.hatch.envs.default]
dependencies = ["d", "e @ {root:uri}/libs/e"]
`;
    expect(found("pyproject.toml", text)).toEqual([
      "2 pypi.uv_dev_dependencies a >=1 python_package:a",
      "3 pypi.uv_override_dependencies b ==2 python_package:b",
      "5 pypi.pdm_dev_dependencies c null python_package:c",
      "7 pypi.hatch_dependencies d null python_package:d",
    ]);
  });

  it.each([
    [
      "uv",
      "pyproject.toml",
      '[tool.uv.sources]\na = { git = "URL", rev = "v1" }\n[project]\ndependencies = ["a"]\n',
    ],
    [
      "uv",
      "pyproject.toml",
      '[tool.uv.sources.a]\ngit = "URL"\nrev = "v1"\n[project]\ndependencies = ["a"]\n',
    ],
    ["poetry", "pyproject.toml", '[tool.poetry.dependencies.a]\ngit = "URL"\ntag = "v1"\n'],
    ["pipenv", "Pipfile", '[packages.a]\ngit = "URL"\nref = "v1"\n'],
  ])("declares a package of %s only once, not again on the line of its URL", (_, path, text) => {
    const files = { [path]: text.replace("URL", "https://github.com/acme/a") };
    expect(extractFiles(files, [pypi, references]).declarations).toMatchObject([
      { artifact: "a", versionConstraint: "v1", lookups: ["git:github.com/acme/a"] },
    ]);
  });

  it("applies uv's sources of the nearest workspace upward, unless the file overrides them", () => {
    const member = (sources: string) =>
      `[project]\nname = "m"\ndependencies = ["a>=1", "b", "c"]\n[tool.uv.sources]\n${sources}`;
    const files = {
      "pyproject.toml": `[tool.uv.workspace]
members = ["packages/*"]
[tool.uv.sources]
a = { git = "https://github.com/acme/a", rev = "4f2a9c1" }
b = { workspace = true }
c = { path = "libs/c" }
`,
      "packages/m/pyproject.toml": member('c = { index = "private" }\n'),
    };
    expect(extract(files).declarations.map(summary)).toEqual([
      "3 pypi.dependencies a 4f2a9c1 git:github.com/acme/a",
    ]);
    const outside = { ...files, "pyproject.toml": files["pyproject.toml"].replace("workspace]", "other]") };
    expect(extract(outside).declarations.map((each) => each.artifact)).toEqual(["a", "b", "c"]);
  });

  it("reports invalid entries and reads the others", () => {
    const text = `[project]\ndependencies = [\n  "a==1",\n  "not a requirement",\n  "b=1",\n  "c",\n]\n[tool.poetry.dependencies]\n"{{ x }}" = "1"\n`;
    const { declarations, problems } = extract({ "pyproject.toml": text });
    expect(declarations.map((each) => each.artifact)).toEqual(["a", "c"]);
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [4, "invalid_syntax"],
      [5, "invalid_syntax"],
      [9, "invalid_syntax"],
    ]);
  });

  it.each([
    ["broken TOML", "pyproject.toml", "[project\nname = 1\n"],
    ["a broken Pipfile", "Pipfile", "[packages]\na = \n"],
    ["a setup.py with an unclosed bracket", "setup.py", "setup(\n  name='x'\n"],
    ["a setup.py with an unterminated string", "setup.py", "setup(\n  name='x\n)\n"],
    ["a setup.cfg with an option before the first section", "setup.cfg", "x = 1\n[metadata]\n"],
  ])("reports the line of %s", (_, path, text) => {
    const { declarations, problems } = extract({ [path]: text });
    expect(declarations).toEqual([]);
    expect(problems).toMatchObject([{ file: path, line: expect.any(Number), code: "invalid_syntax" }]);
  });

  it.each(["pyproject.toml", "Pipfile", "requirements.txt"])("finds nothing in an empty %s", (path) => {
    expect(extract({ [path]: "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
    expect(extract({ [path]: "# nothing\n" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("marks a version with a placeholder as unbound", () => {
    const { declarations } = extract({
      "requirements.txt":
        "a=={{ version }}\nb @ git+https://github.com/acme/b@${REF}\ngit+https://github.com/acme/c.git@${REF}\n",
    });
    expect(declarations).toMatchObject([
      { artifact: "a", unbound: "{{ version }}", lookups: ["python_package:a"] },
      { artifact: "b", unbound: "${REF}", lookups: ["git:github.com/acme/b"] },
      { artifact: "c", unbound: "${REF}", lookups: ["git:github.com/acme/c"] },
    ]);
  });
});

describe("pypi: Pipfile", () => {
  it("reads every category", () => {
    const text = `[[source]]
url = "https://pypi.org/simple"
name = "pypi"
[packages]
acme-core = "==1.2.0"
requests = "*"
acme-auth = {git = "https://github.com/acme/auth.git", ref = "v1", editable = true}
app = {path = ".", editable = true}
[dev-packages]
pytest = {version = ">=8", extras = ["x"]}
[docs]
sphinx = "*"
[requires]
python_version = "3.11"
`;
    expect(found("Pipfile", text)).toEqual([
      "5 pypi.pipfile_packages acme-core ==1.2.0 python_package:acme-core",
      "6 pypi.pipfile_packages requests * python_package:requests",
      "7 pypi.pipfile_packages acme-auth v1 git:github.com/acme/auth",
      "10 pypi.pipfile_dev_packages pytest >=8 python_package:pytest",
      "12 pypi.pipfile_dev_packages sphinx * python_package:sphinx",
    ]);
  });
});

describe("pypi: artifacts", () => {
  it("announces the normalized name with its version", () => {
    expect(extract({ "pyproject.toml": PYPROJECT }).artifacts).toEqual([
      {
        ecosystem: "pypi",
        artifactType: "python_package",
        name: "acme-orders",
        version: "2.1.0",
        registryUrl: null,
        sourceFile: "pyproject.toml",
        sourceLine: 5,
        announces: ["python_package:acme-orders"],
        evidence: { class: "manifest", rule: "pypi.name" },
      },
    ]);
  });

  it.each([
    ["Poetry", "pyproject.toml", '[tool.poetry]\nname = "a"\nversion = "1"\n', "1"],
    ["a dynamic version", "pyproject.toml", '[project]\nname = "a"\ndynamic = ["version"]\n', null],
    ["setup.cfg", "setup.cfg", "[metadata]\nname = a\nversion = 1.2\n", "1.2"],
    [
      "setup.cfg with a version from elsewhere",
      "setup.cfg",
      "[metadata]\nname = a\nversion = attr: a.v\n",
      null,
    ],
    ["setup.py", "setup.py", 'from setuptools import setup\nV = "3"\nsetup(name="a", version=V)\n', "3"],
    ["setup.py with a computed version", "setup.py", 'setup(name="a", version=read())\n', null],
  ])("announces a package of %s", (_, path, text, version) => {
    expect(extract({ [path]: text }).artifacts).toMatchObject([{ name: "a", version }]);
  });

  it.each([
    ["a Poetry project without package mode", '[tool.poetry]\nname = "a"\npackage-mode = false\n'],
    ["a uv project without a package", '[project]\nname = "a"\n[tool.uv]\npackage = false\n'],
    ["a file that only contains settings", "[tool.ruff]\nline-length = 100\n"],
    ["a name with a placeholder", '[project]\nname = "{{ name }}"\n'],
  ])("does not announce %s", (_, text) => {
    expect(extract({ "pyproject.toml": text }).artifacts).toEqual([]);
  });

  it("does not announce a fixture, but declares its requirements", () => {
    const result = extract({ "tests/fixtures/pyproject.toml": PYPROJECT });
    expect(result.artifacts).toEqual([]);
    expect(result.declarations).not.toEqual([]);
  });
});
