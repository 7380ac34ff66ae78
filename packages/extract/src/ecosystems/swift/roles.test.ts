import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { swift } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [swift]);

/** `artifact role scope` of every declaration, without the account. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ artifact, role, scope }) => `${artifact.replace("github.com/acme/", "")} ${role} ${scope}`,
  );

/** `artifact version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

const manifest = (dependencies: readonly string[], targets: readonly string[] = []): string =>
  `import PackageDescription
let package = Package(name: "App", dependencies: [
${dependencies.join(",\n")}
], targets: [${targets.join(",\n")}])
`;
const uses = (name: string, more = ""): string =>
  `.package(${more}url: "https://github.com/acme/${name}.git", from: "1.0.0")`;

describe("swift: roles", () => {
  it("follow the targets that use a product or a plugin", () => {
    const text = manifest(
      ["log", "Kit", "Mocks", "lint-tool", "both", "unnamed", "swift-docc-plugin"]
        .map((name) => uses(name))
        .concat(uses("renamed", 'name: "Old", ')),
      [
        `.target(name: "App", dependencies: ["Core", .product(name: "L", package: "log"), .byName(name: "Kit"),
  .target(name: "Core"), .product(name: "Both", package: "both")], plugins: [.plugin(name: "P", package: "lint-tool")])`,
        `.testTarget(name: "AppTests", dependencies: [.product(name: "M", package: "Mocks"), .product(name: "Both", package: "both"),
  .product(name: "O", package: "Old")])`,
      ],
    );
    const scope = "swift_package:github.com/acme/app";
    expect(roles({ "Package.swift": text })).toEqual([
      `log runtime ${scope}`,
      `kit runtime ${scope}`,
      "mocks test null",
      `lint-tool build ${scope}`,
      `both runtime ${scope}`,
      `unnamed runtime ${scope}`,
      "swift-docc-plugin dev null",
      "renamed test null",
    ]);
  });
});

describe("swift: scopes and compositions", () => {
  it("give every folder its own scope, and build packages from folders that they use outside tests", () => {
    const files = {
      "Package.swift": manifest(
        ['.package(path: "Core/")', '.package(name: "Mocks", path: "./Mocks")', '.package(path: "gone")'],
        ['.testTarget(name: "T", dependencies: [.product(name: "X", package: "Mocks")])'],
      ),
      "Package@swift-5.9.swift": manifest([uses("log")]),
      "Core/Package.swift": manifest([uses("kit")]),
      "Mocks/Package.swift": manifest([]),
      "Demo/Package.swift": manifest(['.package(path: "..")']),
    };
    expect(roles(files)).toEqual([
      "kit runtime unit:swift:Core",
      "log runtime swift_package:github.com/acme/app",
    ]);
    expect(extract(files).compositions).toEqual([
      { outer: "unit:swift:Demo", inner: "swift_package:github.com/acme/app" },
      { outer: "swift_package:github.com/acme/app", inner: "unit:swift:Core" },
    ]);
  });
});

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

describe("swift: locks", () => {
  const TEXT = manifest([
    uses("kit"),
    '.package(url: "https://github.com/acme/log", branch: "main")',
    '.package(id: "acme.net", from: "1.0.0")',
    uses("late"),
  ]);
  const pins = [
    {
      identity: "kit",
      location: "https://github.com/acme/Kit.git",
      state: { revision: COMMIT, version: "1.4.2" },
    },
    { identity: "log", location: "git@github.com:acme/log.git", state: { branch: "main", revision: COMMIT } },
    { identity: "acme.net", kind: "registry", location: "", state: { version: "1.1.0" } },
  ];

  it("read the current format", () => {
    const lock = JSON.stringify({ originHash: "x", pins, version: 3 }, null, 2).replaceAll('":', '" :');
    expect(locks({ "a/Package.swift": TEXT, "a/Package.resolved": lock })).toEqual([
      "github.com/acme/kit 1.4.2 a/Package.resolved:5",
      `github.com/acme/log ${COMMIT} a/Package.resolved:13`,
      "acme.net 1.1.0 a/Package.resolved:21",
      "github.com/acme/late ",
    ]);
  });

  it.each(["App.xcworkspace", "App.xcodeproj/project.xcworkspace", ".swiftpm/xcode/package.xcworkspace"])(
    "can be those of Xcode: %s",
    (workspace) => {
      const lock = JSON.stringify({ pins, version: 2 }, null, 2);
      const path = `a/${workspace}/xcshareddata/swiftpm/Package.resolved`;
      expect(locks({ "a/Package.swift": TEXT, [path]: lock })[0]).toBe(`github.com/acme/kit 1.4.2 ${path}:4`);
      const own = { "a/Package.swift": TEXT, [path]: lock, "a/Package.resolved": lock };
      expect(locks(own)[0]).toBe("github.com/acme/kit 1.4.2 a/Package.resolved:4");
      expect(locks({ "Package.swift": TEXT, [path]: lock })[0]).toBe("github.com/acme/kit ");
    },
  );

  it("read the first format", () => {
    const old = {
      package: "Kit",
      repositoryURL: "https://github.com/acme/kit",
      state: { branch: null, version: "1.3.0" },
    };
    const lock = JSON.stringify({ object: { pins: [old] }, version: 1 }, null, 2);
    expect(locks({ "Package.swift": TEXT, "Package.resolved": lock })[0]).toBe(
      "github.com/acme/kit 1.3.0 Package.resolved:5",
    );
  });

  it("have no version if the file has no readable entry or was not read, and are never a problem", () => {
    const files = { "Package.swift": TEXT, "Package.resolved": "<<<" };
    const { declarations, problems } = extract(files);
    const unread = { version: null, file: "Package.resolved", line: null };
    expect(problems).toEqual([]);
    expect(declarations[0]?.locked).toEqual(unread);
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [swift]);
    extraction.addFile("Package.swift", new TextEncoder().encode(TEXT));
    const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual(unread);
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    locks({
      "Package.swift": TEXT,
      "Package.resolved": `{"pins": [\n${'"identity": "a",\n'.repeat(100_000)}`,
    });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});
