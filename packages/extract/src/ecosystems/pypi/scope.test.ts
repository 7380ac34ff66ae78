import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [pypi]);
const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

const project = (name: string, rest = ""): string => `[project]\nname = "${name}"\n${rest}`;

describe("pypi: the scope of a declaration", () => {
  it("is a unit for a project that publishes nothing, even below one that does", () => {
    const { declarations } = extract({
      "pyproject.toml": project("acme", 'dependencies = ["a"]\n'),
      "app/pyproject.toml": project("app", 'dependencies = ["b"]\n[tool.uv]\npackage = false\n'),
      "app/requirements.txt": "c\n",
      "tools/pyproject.toml": "[tool.ruff]\nline-length = 100\n",
      "tools/requirements.txt": "d\n",
    });
    expect(declarations.map(({ artifact, scope }) => `${artifact}: ${scope}`)).toEqual([
      "b: unit:pypi:app",
      "c: unit:pypi:app",
      "a: python_package:acme",
      "d: python_package:acme",
    ]);
  });
});

describe("pypi: compositions", () => {
  it("build workspace members and packages in folders into the projects that need them", () => {
    const files = {
      "core/pyproject.toml": project("acme-core"),
      "kit/setup.py": "setup(name='acme-kit')",
      "api/pyproject.toml": project(
        "acme-api",
        'dependencies = ["Acme_Core"]\n[dependency-groups]\ndev = ["acme-kit"]\n[tool.uv.sources]\nacme-core = { workspace = true }\n',
      ),
      "web/pyproject.toml":
        '[tool.poetry]\nname = "web"\npackage-mode = false\n[tool.poetry.dependencies]\nacme-kit = { path = "../kit/", develop = true }\n',
      "job/requirements.txt": "-e ../core\nacme-kit\n",
      "examples/requirements.txt": "-e ../core\n",
    };
    expect(compositions(files)).toEqual([
      "python_package:acme-api < python_package:acme-core",
      "unit:pypi:job < python_package:acme-core",
      "unit:pypi:job < python_package:acme-kit",
      "unit:pypi:web < python_package:acme-kit",
    ]);
    expect(extract(files).declarations.map(({ artifact }) => artifact)).toEqual(["acme-kit", "acme-kit"]);
  });

  it("do not contain the project itself or folders without a manifest", () => {
    expect(
      compositions({ "setup.py": "setup(name='acme')", "requirements.txt": "-e .\n../outside\n./none\n" }),
    ).toEqual([]);
  });
});
