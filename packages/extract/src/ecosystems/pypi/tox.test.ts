import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { pypi } from "./index.ts";

const found = (path: string, text: string): string[] => {
  const { declarations, problems } = extractFiles({ [path]: text }, [pypi]);
  expect(problems).toEqual([]);
  return declarations.map(
    ({ sourceLine, evidence, artifact, versionConstraint, role }) =>
      `${sourceLine} ${evidence.rule} ${artifact} ${versionConstraint ?? "-"} ${role}`,
  );
};

describe("pypi: environments of tox", () => {
  it("reads the deps of every environment of a tox.ini", () => {
    const text = `[tox]
env_list = py312, docs
requires =
    tox>=4
    acme-tox

[testenv]
deps =
    -r requirements/test.txt
    acme-kit[cli]>=1.2  # the tool
    py{38,39},!docs: acme-old<2
    main: git+https://github.com/acme/core.git@main
    {[base]deps}
    .[test]
    {env:EXTRA:acme-extra}
    acme-pin=={env:PIN:1.0}
commands = pytest {posargs}

[testenv:docs]
deps = sphinx
`;
    expect(found("tox.ini", text)).toEqual([
      "4 pypi.tox_requires tox >=4 dev",
      "5 pypi.tox_requires acme-tox - dev",
      "10 pypi.tox_deps acme-kit >=1.2 dev",
      "11 pypi.tox_deps acme-old <2 dev",
      "12 pypi.tox_deps core main dev",
      "16 pypi.tox_deps acme-pin =={env:PIN:1.0} dev",
      "20 pypi.tox_deps sphinx - dev",
    ]);
  });

  it("reads setup.cfg, pyproject.toml and tox.toml", () => {
    expect(found("setup.cfg", "[tox:tox]\nrequires = a\n[testenv]\ndeps =\n  b\n")).toEqual([
      "2 pypi.tox_requires a - dev",
      "5 pypi.tox_deps b - dev",
    ]);
    const table = `requires = ["a"]
[env_run_base]
deps = ["b>=1", "-r x.txt"]
[env.docs]
deps = ["c"]
`;
    const rules = ["1 pypi.tox_requires a - dev", "3 pypi.tox_deps b >=1 dev", "5 pypi.tox_deps c - dev"];
    expect(found("tox.toml", table)).toEqual(rules);
    expect(found("pyproject.toml", '[tool.tox.env.x]\ndeps = ["a"]\n')).toEqual(["2 pypi.tox_deps a - dev"]);
    const legacy = '[tool.tox]\nlegacy_tox_ini = """\n[testenv]\ndeps =\n    a\n"""\n';
    expect(found("pyproject.toml", legacy)).toEqual(["5 pypi.tox_deps a - dev"]);
  });

  const TOX = `[testenv]
deps = pytest
    django42: django~=4.2
    py{310,311}-main: acme-main
    !lint: nothing
[testenv:lint]
deps = ruff
`;

  it.each([
    ["- run: tox -e lint", ["ruff"]],
    ["- run: |\n    python -m tox run -v -e py311-main,docs", ["acme-main"]],
    ["env: { TOXENV: lint }", ["ruff"]],
    ["matrix:\n  tox-env: [docs, lint]\n", ["ruff"]],
    ["matrix:\n  kind:\n    - docs\n    - 'lint'\nrun: tox -e ${{ matrix.kind }}\n", ["ruff"]],
    ["matrix:\n  include:\n    - toxenv: py310-django42\n", ["django"]],
    ["matrix:\n  kind: [lint]\nrun: tox\n", []],
    ["# tox -e lint\n- run: tox", []],
    ["- run: tox -e py310", []],
    ["- run: tox -e py310-lint", []],
    ["- run: tox -e py312-main", []],
    ["- run: tox\n- run: sed -e lint", []],
  ])("are ci if a pipeline names them: %j", (text, expected) => {
    const files = { "tox.ini": TOX, ".github/workflows/x.yml": text, "docs/x.yml": "run: tox -e lint" };
    const { declarations } = extractFiles(files, [pypi]);
    const inCi = declarations.filter(({ role, scope }) => role === "ci" && scope === null);
    expect(inCi.map(({ artifact }) => artifact)).toEqual(expected);
    expect(declarations.filter(({ role }) => role === "dev")).toHaveLength(5 - expected.length);
  });

  it("are ci in a tox.toml, too, and are not locked", () => {
    const files = {
      "tox.toml": '[env_run_base]\ndeps = ["a"]\n[env.docs]\ndeps = ["b"]\n',
      "poetry.lock": '[[package]]\nname = "b"\nversion = "1.0"\n',
      ".gitlab-ci.yml": "script: tox -e docs",
    };
    expect(extractFiles(files, [pypi]).declarations).toMatchObject([
      { artifact: "a", role: "dev", locked: null },
      { artifact: "b", role: "ci", locked: null },
    ]);
  });

  it("are found in linear time", () => {
    const start = process.cpuUsage();
    const pipeline = `tox ${" ".repeat(200_000)}\n${"\n".repeat(200_000)}env: ${" ".repeat(200_000)}\n${"tox -e a,".repeat(20_000)}`;
    expect(extractFiles({ ".travis.yml": pipeline, "tox.ini": TOX }, [pypi]).declarations).toHaveLength(5);
    expect(cpuMsSince(start)).toBeLessThan(1000);
  });

  it("reads hatch.toml", () => {
    const text = '[envs.hatch-test]\nextra-dependencies = ["a"]\n[envs.x]\ndependencies = ["b==1"]\n';
    expect(found("hatch.toml", text)).toEqual([
      "2 pypi.hatch_dependencies a - test",
      "4 pypi.hatch_dependencies b ==1 dev",
    ]);
  });
});

describe("pypi: vendored packages", () => {
  it("reads lists and metadata of copied packages", () => {
    expect(found("src/kit/_vendor/vendor.txt", "a==1.0  # patched\n    b==2\n")).toEqual([
      "1 pypi.vendored a ==1.0 vendored",
      "2 pypi.vendored b ==2 vendored",
    ]);
    expect(found("kit/patched.txt", "a==1.0\n")).toEqual(["1 pypi.vendored a ==1.0 vendored"]);
    const metadata = "Metadata-Version: 2.4\nName: Acme_Kit\nVersion: 1.2\n\nName: other\n";
    expect(found("kit/_vendor/acme_kit-1.2.dist-info/METADATA", metadata)).toEqual([
      "2 pypi.vendored acme-kit ==1.2 vendored",
    ]);
    expect(found("kit/acme_kit-1.2.dist-info/METADATA", metadata)).toEqual([]);
    expect(found("vendor.txt", "The vendor of this\nis named elsewhere\n")).toEqual([]);
  });
});
