import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { bazel } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [bazel]);

/** `artifact role scope` of every declaration. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, role, scope }) => `${artifact} ${role} ${scope}`);

/** `artifact version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

describe("bazel: roles and scopes", () => {
  it("tell development, rules and libraries apart, also for overrides", () => {
    const text = `module(name = "shop")
bazel_dep(name = "abseil-cpp", version = "1")
bazel_dep(name = "rules_go", version = "1")
bazel_dep(name = "bazel_skylib", version = "1")
bazel_dep(name = "buildifier_prebuilt", version = "1")
bazel_dep(name = "kit", version = "1", dev_dependency = True)
git_override(module_name = "kit", remote = "https://github.com/acme/kit", branch = "main")
oci.pull(name = "base", image = "ghcr.io/acme/base", tag = "1")
`;
    expect(roles({ "MODULE.bazel": text })).toEqual([
      "abseil-cpp runtime bazel_module:shop",
      "rules_go build bazel_module:shop",
      "bazel_skylib build bazel_module:shop",
      "buildifier_prebuilt dev null",
      "kit dev null",
      "kit dev null",
      "ghcr.io/acme/base runtime bazel_module:shop",
    ]);
  });

  it("give every MODULE.bazel its own scope, and other files that of the nearest module", () => {
    const files = {
      "MODULE.bazel": 'module(name = "shop")\n',
      "bazel/deps.MODULE.bazel": 'bazel_dep(name = "a", version = "1")\n',
      "x/MODULE.bazel": 'bazel_dep(name = "b", version = "1")\n',
    };
    expect(roles(files)).toEqual(["a runtime bazel_module:shop", "b runtime unit:bazel:x"]);
  });
});

it("bazel: a module is composed of own modules that it needs, by folder or by name", () => {
  const files = {
    "MODULE.bazel": `module(name = "shop")
bazel_dep(name = "core")
local_path_override(module_name = "core", path = "modules/core")
bazel_dep(name = "gone")
local_path_override(module_name = "gone", path = "modules/gone")
bazel_dep(name = "tools", dev_dependency = True)
local_path_override(module_name = "tools", path = "tools")
`,
    "modules/core/MODULE.bazel": 'module(name = "core")\nbazel_dep(name = "kit", version = "1")\n',
    "kit/MODULE.bazel": 'module(name = "kit")\n',
    "tools/MODULE.bazel": 'module(name = "tools")\n',
  };
  expect(extract(files).compositions).toEqual([
    { outer: "bazel_module:shop", inner: "bazel_module:core" },
    { outer: "bazel_module:core", inner: "bazel_module:kit" },
  ]);
});

describe("bazel: locks", () => {
  const MODULE = 'bazel_dep(name = "kit", version = "1.0")\nbazel_dep(name = "late", version = "1.0")\n';
  const url = (name: string, version: string, file: string): string =>
    `https://bcr.bazel.build/modules/${name}/${version}/${file}`;
  const lock = JSON.stringify(
    {
      lockFileVersion: 18,
      registryFileHashes: {
        [url("kit", "1.0", "MODULE.bazel")]: "00",
        [url("kit", "1.2.bcr.1", "source.json")]: "00",
        [url("late", "1.0", "MODULE.bazel")]: "00",
      },
      moduleExtensions: {},
    },
    null,
    2,
  );

  it("hold modules to the version that Bazel selects, also in segments", () => {
    const files = { "MODULE.bazel": "", "MODULE.bazel.lock": lock, "x/deps.MODULE.bazel": MODULE };
    expect(locks(files)).toEqual(["kit 1.2.bcr.1 MODULE.bazel.lock:5", "late "]);
    expect(locks({ "MODULE.bazel.lock": lock, "x/MODULE.bazel": MODULE })).toEqual(["kit ", "late "]);
  });

  it("read the graph of older versions", () => {
    const graph = { "<root>": { name: "" }, "kit@1.2": { name: "kit" } };
    const old = JSON.stringify({ lockFileVersion: 3, moduleDepGraph: graph }, null, 2);
    expect(locks({ "MODULE.bazel": MODULE, "MODULE.bazel.lock": old })[0]).toBe(
      "kit 1.2 MODULE.bazel.lock:7",
    );
  });

  it("have no version if the file has no readable entry or was not read, and are never a problem", () => {
    const files = { "MODULE.bazel": MODULE, "MODULE.bazel.lock": "<<<" };
    const { declarations, problems } = extract(files);
    const unread = { version: null, file: "MODULE.bazel.lock", line: null };
    expect(problems).toEqual([]);
    expect(declarations[0]?.locked).toEqual(unread);
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [bazel]);
    extraction.addFile("MODULE.bazel", new TextEncoder().encode(MODULE));
    const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual(unread);
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    const long = `${'"a@b'.repeat(100_000)}\n${"/modules/a/b".repeat(40_000)}/source.json`;
    locks({ "MODULE.bazel": MODULE, "MODULE.bazel.lock": long });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});
