import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (path: string, text: string) => extractFiles({ [path]: text }, [pypi]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.unbound}`;
const found = (path: string, text: string) => extract(path, text).declarations.map(summary);

describe("pypi: setup.py", () => {
  it("reads literal lists and lists in variables", () => {
    const text = `#!/usr/bin/env python
"""setup(install_requires=["no"])"""
import os
from setuptools import find_packages, setup

VERSION = "1.2"
REQUIRES = [
    "acme-core>=1.2",  # setup(install_requires=["no"])
    'acme-auth @ git+https://github.com/acme/auth@v1',
    # "flask",
]

def setup_logging(x): return {"a": [x]}

setup(
    name="acme-app",
    packages=find_packages(),
    install_requires=REQUIRES + [
        "long-"
        "name==1.0",
        f"acme-log=={VERSION}",
        f"acme-x=={os.environ['X']}",
        "acme-y==" + Z,
    ],
    setup_requires=("wheel",),
    tests_require=read("requirements.txt"),
    extras_require={
        "dev": ["pytest"],
        ":python_version<'3'": ["enum34"],
    },
)
`;
    expect(found("setup.py", text)).toEqual([
      "8 pypi.install_requires acme-core >=1.2 null",
      "9 pypi.install_requires acme-auth v1 null",
      "19 pypi.install_requires long-name ==1.0 null",
      "21 pypi.install_requires acme-log ==1.2 null",
      `22 pypi.install_requires acme-x =={os.environ['X']} {os.environ['X']}`,
      "23 pypi.install_requires acme-y =={Z} {Z}",
      "25 pypi.setup_requires wheel null null",
      "28 pypi.extras_require pytest null null",
      "29 pypi.extras_require enum34 null null",
    ]);
  });

  it("reads a multi-line string with the line of each requirement", () => {
    expect(found("setup.py", 'setup(install_requires="""\n  a>=1\n  b\n""")\n')).toEqual([
      "2 pypi.install_requires a >=1 null",
      "3 pypi.install_requires b null null",
    ]);
  });

  it("ignores values that only running the program reveals", () => {
    const text = 'setup(name=NAME, install_requires=read_requirements("x.txt"), **extra)\n';
    expect(extract("setup.py", text)).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("reads the arguments that a literal dictionary passes", () => {
    const text = `NAME = "acme-kit"
setup_kwargs = {
    "name": NAME,
    "version": "1.2",
    "exclude_package_data": {pkg: ["*.c"] for pkg in pkgs},
    "install_requires": ["acme-core>=1"],
}
setup(**setup_kwargs, **{"setup_requires": ["wheel"]})
`;
    const { artifacts } = extract("setup.py", text);
    expect(found("setup.py", text)).toEqual([
      "6 pypi.install_requires acme-core >=1 null",
      "8 pypi.setup_requires wheel null null",
    ]);
    expect(artifacts).toMatchObject([{ name: "acme-kit", version: "1.2", sourceLine: 1 }]);
  });

  it("ignores other programs with the same file name", () => {
    expect(extract("app/setup.py", "def configure(:\n")).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("accepts CRLF", () => {
    const text = "A = ['a>=1',\n  'b']\nsetup(\n install_requires=A)\n";
    expect(extract("setup.py", text.replaceAll("\n", "\r\n"))).toEqual(extract("setup.py", text));
  });

  it("bounds the work for lists that grow exponentially", () => {
    const lists = Array.from({ length: 40 }, (_, n) => `a${n + 1} = [a${n}, a${n}]\n`).join("");
    const sums = Array.from({ length: 40 }, (_, n) => `b${n + 1} = b${n} + b${n}\n`).join("");
    const texts = Array.from({ length: 40 }, (_, n) => `c${n + 1} = f"{c${n}}{c${n}}"\n`).join("");
    const text = `a0 = ["a"]\nb0 = ["b"]\nc0 = "c"\n${lists}${sums}${texts}setup(install_requires=[a40, b40, c40])\n`;
    const before = process.cpuUsage();
    extract("setup.py", text);
    expect(cpuMsSince(before)).toBeLessThan(2000);
  });

  it.each(["(", "[", "'", '"""', "a=[", "a=", "f(", "\\", "a+", "'a' ", "{", "a\n=\n[\n"])(
    "handles a long run of %j in linear time",
    (unit) => {
      const run = unit.repeat(Math.ceil(100_000 / unit.length));
      const before = process.cpuUsage();
      extract("setup.py", `setup(install_requires=[${run}])\n`);
      extract("setup.py", `setup()\n${run}${run.replaceAll(/[[({]/g, "]")}`);
      expect(cpuMsSince(before)).toBeLessThan(2000);
    },
  );
});

describe("pypi: setup.cfg", () => {
  it("reads the lists of options with the line of each requirement", () => {
    const text = `[metadata]
name = acme-app
[options]
install_requires =
    acme-core>=1.2
    # flask
    requests; python_version > "3"
setup_requires = wheel
tests_require = file: test.txt
[options.extras_require]
dev =
    pytest==8
[flake8]
install_requires = no
`;
    expect(found("setup.cfg", text)).toEqual([
      "5 pypi.install_requires acme-core >=1.2 null",
      "7 pypi.install_requires requests null null",
      "8 pypi.setup_requires wheel null null",
      "12 pypi.extras_require pytest ==8 null",
    ]);
  });

  it("ignores a file that only contains settings of other tools", () => {
    expect(extract("setup.cfg", "[flake8]\nmax-line-length = 100\n[broken\n")).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});
