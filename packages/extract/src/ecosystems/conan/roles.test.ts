import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { conan } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [conan]);

/** `artifact role scope` of every declaration. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, role, scope }) => `${artifact} ${role} ${scope}`);

/** `artifact version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

const recipe = (name: string, ...attributes: string[]): string =>
  `class A(ConanFile):\n    name = "${name}"\n${attributes.map((each) => `    ${each}\n`).join("")}`;

describe("conan: roles, scopes and compositions", () => {
  it("follow the kind of requirement", () => {
    const text = "[requires]\na/1\n[tool_requires]\nb/1\n[build_requires]\nc/1\n[test_requires]\nd/1\n";
    expect(roles({ "conanfile.txt": text })).toEqual([
      "a runtime unit:conan:.",
      "b build unit:conan:.",
      "c build unit:conan:.",
      "d test null",
    ]);
    expect(roles({ "x/test_package/conanfile.py": recipe("t", 'requires = "a/1"') })).toEqual([
      "a test null",
    ]);
  });

  it("give every folder its own scope, and build recipes from own packages except for tests", () => {
    const files = {
      "conanfile.py": recipe("kit", 'test_requires = "log/1"'),
      "app/conanfile.txt": "[requires]\nkit/1\nzlib/1\n",
      "log/conanfile.py": recipe("log", 'tool_requires = "kit/1"'),
    };
    expect(roles(files)).toEqual(["zlib runtime unit:conan:app"]);
    expect(extract(files).compositions).toEqual([
      { outer: "unit:conan:app", inner: "conan_package:kit" },
      { outer: "conan_package:log", inner: "conan_package:kit" },
    ]);
  });
});

describe("conan: locks", () => {
  const TEXT = "[requires]\nzlib/[>=1 <2]\nacme-kit/[*]\nlate/[*]\n";

  it("hold packages to the newest locked version", () => {
    const lock = {
      requires: ["zlib/1.3.1#4f2a%17.1", "zlib/1.2.0#4f2a%17.1"],
      build_requires: ["Acme-Kit/2@a/b#x"],
    };
    const files = {
      "conanfile.txt": TEXT,
      "conan.lock": JSON.stringify({ version: "0.5", ...lock }, null, 4),
    };
    expect(locks(files)).toEqual(["zlib 1.3.1 conan.lock:4", "acme-kit 2 conan.lock:8", "late "]);
  });

  it("read the format of Conan 1", () => {
    const nodes = { "0": { ref: "app/1", requires: ["1"] }, "1": { ref: "zlib/1.2.11#4f2a", options: "x" } };
    const files = { "conanfile.txt": TEXT, "conan.lock": JSON.stringify({ graph_lock: { nodes } }, null, 1) };
    expect(locks(files)[0]).toBe("zlib 1.2.11 conan.lock:11");
  });

  it("have no version if the file has no readable entry or was not read, and are never a problem", () => {
    const files = { "conanfile.txt": TEXT, "conan.lock": "<<<" };
    const { declarations, problems } = extract(files);
    const unread = { version: null, file: "conan.lock", line: null };
    expect(problems).toEqual([]);
    expect(declarations[0]?.locked).toEqual(unread);
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [conan]);
    extraction.addFile("conanfile.txt", new TextEncoder().encode(TEXT));
    const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual(unread);
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    locks({ "conanfile.txt": TEXT, "conan.lock": `"a${" ".repeat(500_000)}\n"${"a".repeat(500_000)}` });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});
