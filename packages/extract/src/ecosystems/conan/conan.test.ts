import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { conan } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [conan]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;
const found = (path: string, text: string): string[] => extract({ [path]: text }).declarations.map(summary);
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };

const TEXT = `# zlib/0.1
[requires]
zlib/1.3.1
  fmt/[>=10 <11]   # the range
Acme-Kit/1.2.0@acme/stable
poco/1.9.4#4f2a9c1b
zlib/1.3.1

[tool_requires]
cmake/3.28.1

[generators]
CMakeDeps
cmake/find
[options]
poco/*:shared=True
`;

const RECIPE = `from conan import ConanFile

LOG = "acme-log/2.0.0"

class Shop(ConanFile):
    """Asks for "nothing/1.0"."""
    name = "Acme-Shop"
    version = "1.4.0"
    requires = "zlib/1.3.1", "fmt/[~10.2]"
    tool_requires = [
        "cmake/3.28.1",
        # "ninja/1.11",
    ]
    build_requires = (("old/1.0", "private"), "new/2.0@acme/stable")
    python_requires = "acme-base/[>=1]"

    def requirements(self):
        self.requires("acme-kit/1.2.0@acme/stable", transitive_headers=True)
        self.requires(LOG)
        self.requires(f"acme-proto/{self.version}")
        self.requires("acme-net/%s" % self.net)
        for extra in self.extras:
            self.requires(extra)
        self.requires(f"{extra}/1.0")

    def build_requirements(self):
        self.test_requires("gtest/1.14.0")
        self.requires(self.tested_reference_str)
        self.run("requires('x/1')", requires="y/1")
`;

describe("conan: conanfile.txt", () => {
  it("declares every line of the sections that name packages", () => {
    expect(found("conanfile.txt", TEXT)).toEqual([
      "3 conan.requires zlib 1.3.1 conan_package:zlib",
      "4 conan.requires fmt [>=10 <11] conan_package:fmt",
      "5 conan.requires acme-kit 1.2.0 conan_package:acme-kit",
      "6 conan.requires poco 1.9.4#4f2a9c1b conan_package:poco",
      "7 conan.requires zlib 1.3.1 conan_package:zlib",
      "10 conan.tool_requires cmake 3.28.1 conan_package:cmake",
    ]);
  });

  it("fills every field of a declaration", () => {
    expect(extract({ "a/conanfile.txt": TEXT }).declarations[3]).toEqual({
      ecosystem: "conan",
      dependencyType: "conan_package",
      sourceFile: "a/conanfile.txt",
      sourceLine: 6,
      rawReference: "poco/1.9.4#4f2a9c1b",
      artifact: "poco",
      versionConstraint: "1.9.4#4f2a9c1b",
      versioning: "conan",
      unbound: null,
      versionComment: "1.9.4",
      lookups: ["conan_package:poco"],
      evidence: { class: "manifest", rule: "conan.requires" },
      role: "runtime",
      scope: "unit:conan:a",
      locked: null,
    });
  });

  it("reports an invalid reference and reads the others", () => {
    const { declarations, problems } = extract({ "conanfile.txt": "[requires]\nzlib\nfmt/10\n" });
    expect(problems).toMatchObject([{ file: "conanfile.txt", line: 2, code: "invalid_syntax" }]);
    expect(declarations).toHaveLength(1);
  });
});

describe("conan: conanfile.py", () => {
  it("declares attributes and calls, and leaves values unbound that only execution would yield", () => {
    expect(found("conanfile.py", RECIPE)).toEqual([
      "3 conan.requires acme-log 2.0.0 conan_package:acme-log",
      "9 conan.requires zlib 1.3.1 conan_package:zlib",
      "9 conan.requires fmt [~10.2] conan_package:fmt",
      "11 conan.tool_requires cmake 3.28.1 conan_package:cmake",
      "14 conan.build_requires old 1.0 conan_package:old",
      "14 conan.build_requires new 2.0 conan_package:new",
      "15 conan.python_requires acme-base [>=1] conan_package:acme-base",
      "18 conan.requires acme-kit 1.2.0 conan_package:acme-kit",
      "20 conan.requires acme-proto 1.4.0 conan_package:acme-proto",
      "21 conan.requires acme-net %s conan_package:acme-net",
      "23 conan.requires {extra} null ",
      "24 conan.requires {extra} 1.0 ",
      "27 conan.test_requires gtest 1.14.0 conan_package:gtest",
    ]);
    const unbound = extract({ "conanfile.py": RECIPE }).declarations.map((each) => each.unbound);
    expect(unbound.filter((each) => each !== null)).toEqual(["%s", "extra", "extra"]);
  });

  it("announces a package by its name in lower case and does not declare it", () => {
    const { artifacts, declarations } = extract({
      "conanfile.py": RECIPE,
      "example/conanfile.txt": "[requires]\nacme-shop/1.4.0\n",
      "tests/conanfile.py": RECIPE,
    });
    expect(artifacts).toEqual([
      {
        ecosystem: "conan",
        artifactType: "conan_package",
        name: "acme-shop",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "conanfile.py",
        sourceLine: 7,
        announces: ["conan_package:acme-shop"],
        evidence: { class: "manifest", rule: "conan.name" },
      },
    ]);
    expect(declarations.filter(({ sourceFile }) => sourceFile.startsWith("example/"))).toEqual([]);
  });

  it("ignores variables of methods", () => {
    expect(extract({ "conanfile.py": 'class A(ConanFile):\n  def f(self):\n    name = "x"\n' })).toEqual(
      NOTHING,
    );
  });

  it("reports the line of a syntax error", () => {
    expect(extract({ "conanfile.py": '\nrequires = ("zlib/1.3"\n' }).problems).toMatchObject([{ line: 2 }]);
    expect(extract({ "conanfile.py": 'requires = "zlib\n' }).problems).toMatchObject([{ line: 1 }]);
  });
});

describe("conan: any file", () => {
  it.each([
    ["conanfile.txt", TEXT],
    ["conanfile.py", RECIPE],
  ])("accepts a byte-order mark and CRLF in %s", (path, text) => {
    expect(extract({ [path]: `\uFEFF${text.replaceAll("\n", "\r\n")}` })).toEqual(extract({ [path]: text }));
  });

  it("finds nothing in an empty file and in files with other names", () => {
    expect(extract({ "conanfile.txt": "", "conanfile.py": "", "myconanfile.py": RECIPE })).toEqual(NOTHING);
  });
});
