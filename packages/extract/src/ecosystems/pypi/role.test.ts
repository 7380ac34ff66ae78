import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";

/** `package: role` of every declaration. */
const roles = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [pypi]).declarations.map(({ artifact, role }) => `${artifact}: ${role}`);

describe("pypi: the role of a declaration", () => {
  it("follows from the list of a pyproject.toml, or the name of its extra or group", () => {
    const pyproject = `[build-system]
requires = ["hatchling"]
[project]
dependencies = ["click"]
[project.optional-dependencies]
http = ["httpx"]
format = ["jsonschema"]
all = ["rich"]
tests = ["pytest"]
docs = ["sphinx"]
dev-tools = ["ruff"]
[dependency-groups]
lint = ["mypy"]
test-extra = ["coverage"]
other = ["tox"]
[tool.uv]
dev-dependencies = ["a"]
build-constraint-dependencies = ["b"]
override-dependencies = ["c"]
[tool.hatch.envs.test]
dependencies = ["d"]
[tool.hatch.envs.default]
extra-dependencies = ["e"]
[tool.pdm.dev-dependencies]
check = ["f"]
`;
    expect(roles("pyproject.toml", pyproject)).toEqual([
      "hatchling: build",
      "click: runtime",
      "httpx: runtime",
      "jsonschema: runtime",
      "rich: runtime",
      "pytest: test",
      "sphinx: dev",
      "ruff: dev",
      "mypy: dev",
      "coverage: test",
      "tox: dev",
      "a: dev",
      "b: build",
      "c: runtime",
      "d: test",
      "e: dev",
      "f: dev",
    ]);
  });

  it("follows from Poetry's groups, and from extras for packages of development extras only", () => {
    const pyproject = `[tool.poetry.dependencies]
click = "^8"
pytest = { version = "^8", optional = true }
rich = { version = "^13", optional = true }
[tool.poetry.extras]
test = ["pytest", "rich"]
color = ["rich"]
[tool.poetry.dev-dependencies]
black = "*"
[tool.poetry.group.tests.dependencies]
coverage = "*"
[tool.poetry.group.server.dependencies]
uvicorn = "*"
[tool.poetry.group.misc.dependencies]
ipython = "*"
`;
    expect(roles("pyproject.toml", pyproject)).toEqual([
      "click: runtime",
      "pytest: test",
      "rich: runtime",
      "black: dev",
      "coverage: test",
      "uvicorn: runtime",
      "ipython: dev",
    ]);
  });

  it("follows from the arguments of setup and the names of extras", () => {
    const setupPy = `from setuptools import setup
setup(
    install_requires=["click"],
    setup_requires=["wheel"],
    tests_require=["pytest"],
    extras_require={"dev": ["tox"], "test:python_version<'3.9'": ["mock"], "http": ["httpx"]},
)
`;
    const expected = [
      "click: runtime",
      "wheel: build",
      "pytest: test",
      "tox: dev",
      "mock: test",
      "httpx: runtime",
    ];
    expect(roles("setup.py", setupPy)).toEqual(expected);
    const setupCfg = `[options]
install_requires = click
setup-requires = wheel
tests_require = pytest
[options.extras_require]
dev = tox
test = mock
http = httpx
`;
    expect(roles("setup.cfg", setupCfg)).toEqual(expected);
  });

  it("follows from the category of a Pipfile", () => {
    const pipfile = `[packages]\nclick = "*"\n[dev-packages]\nruff = "*"\n[tests]\npytest = "*"\n[more]\nrich = "*"\n`;
    expect(roles("Pipfile", pipfile)).toEqual(["click: runtime", "ruff: dev", "pytest: test", "rich: dev"]);
  });

  it.each([
    ["requirements.txt", "runtime"],
    ["requirements/base.txt", "runtime"],
    ["requirements/prod.in", "runtime"],
    ["services/api/requirements.txt", "runtime"],
    ["requirements-dev.txt", "dev"],
    ["dev-requirements.in", "dev"],
    ["requirements/docs.txt", "dev"],
    ["requirements/lint.txt", "dev"],
    ["requirements/dev/base.txt", "dev"],
    ["requirements_format.txt", "dev"],
    ["test_requirements.txt", "test"],
    ["requirements/tests-3.10.txt", "test"],
    ["requirements/build.txt", "build"],
    ["constraints-dev.txt", "dev"],
    ["constraints.txt", "runtime"],
    ["requirements-ci.txt", "ci"],
    [".github/requirements/publish.txt", "dev"],
    [".github/requirements.txt", "ci"],
    ["ci/requirements.txt", "ci"],
    ["docs/requirements.txt", "dev"],
    ["tests/requirements.txt", "test"],
    ["requirements-example.txt", "example"],
  ])("follows from the path %s: %s", (path, role) => {
    expect(roles(path, "click==8.1.0\n")).toEqual([`click: ${role}`]);
  });
});
