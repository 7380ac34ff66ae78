import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { swift } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [swift]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.artifact} ${each.versionConstraint} ${each.versioning}`;
const HEAD = "import PackageDescription\n";
const declared = (text: string): Declaration[] => extract({ "Package.swift": HEAD + text }).declarations;
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const MANIFEST = String.raw`// swift-tools-version:5.9
import PackageDescription

let acme = "https://github.com/acme"
let logVersion: Version = "1.5.0"

let package = Package(
    name: "AcmeShop",
    products: [.library(name: "AcmeShop", targets: ["AcmeShop"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: logVersion),
        .package(url: "\(acme)/kit", exact: "1.2.3"),
        .package(
            name: "Proto",
            url: "git@github.com:acme/proto.git",
            .upToNextMinor(from: "2.1.0")
        ),
        // .package(url: "https://github.com/acme/old", from: "1.0.0"),
        /* .package(url: "https://github.com/acme/older", /* nested */ from: "1.0.0"), */
        .package(url: acme + "/range", "1.0.0"..<"2.0.0"),
        .package(url: acme + "/closed", "1.0.0"..."1.9.0"),
        .package(url: "https://github.com/acme/branch", branch: "main"),
        .package(url: "https://github.com/acme/old-branch", .branch("develop")),
        .package(url: "https://github.com/acme/commit", revision: "${COMMIT}"),
        .package(url: "https://github.com/acme/exact", .exact("3.0.0-rc.1")),
        .package(id: "acme.Linked-List", .upToNextMajor(from: "1.0.0")),
        .package(path: "../local"),
        .package(name: "Local", path: "Sources/Local"),
        .package(url: "https://github.com/acme/app", from: "1.0.0"),
    ],
    targets: [.target(name: "AcmeShop", dependencies: [.product(name: "Log", package: "swift-log")])]
)

if true {
    package.dependencies.append(.package(url: "https://github.com/acme/more", from: "0.1.0"))
}
`;

describe("swift: Package.swift", () => {
  it("declares each package with the line of its url or id", () => {
    expect(extract({ "Package.swift": MANIFEST }).declarations.map(summary)).toEqual([
      "11 github.com/apple/swift-log from: 1.5.0 swift",
      "12 github.com/acme/kit 1.2.3 swift",
      "15 github.com/acme/proto upToNextMinor(from: 2.1.0) swift",
      "20 github.com/acme/range 1.0.0..<2.0.0 swift",
      "21 github.com/acme/closed 1.0.0...1.9.0 swift",
      "22 github.com/acme/branch main git",
      "23 github.com/acme/old-branch develop git",
      `24 github.com/acme/commit ${COMMIT} git`,
      "25 github.com/acme/exact 3.0.0-rc.1 swift",
      "26 acme.linked-list upToNextMajor(from: 1.0.0) swift",
      "35 github.com/acme/more from: 0.1.0 swift",
    ]);
  });

  it("fills in every field of a declaration", () => {
    const { declarations } = extract({ "Package.swift": MANIFEST });
    expect(declarations[1]).toEqual({
      ecosystem: "swift",
      dependencyType: "swift_package",
      sourceFile: "Package.swift",
      sourceLine: 12,
      rawReference: "https://github.com/acme/kit 1.2.3",
      artifact: "github.com/acme/kit",
      versionConstraint: "1.2.3",
      versioning: "swift",
      unbound: null,
      versionComment: null,
      lookups: ["swift_package:github.com/acme/kit", "git:github.com/acme/kit"],
      evidence: { class: "manifest", rule: "swift.package_url" },
      role: "runtime",
      scope: "swift_package:github.com/acme/app",
      locked: null,
    });
    expect(declarations[9]).toMatchObject({
      lookups: ["swift_package:acme.linked-list", "path:acme/linked-list"],
      evidence: { rule: "swift.package_id" },
    });
  });

  it("announces the package at the root by URL, name and identity", () => {
    const { artifacts } = extract({ "Package.swift": MANIFEST, "Local/Package.swift": MANIFEST });
    expect(artifacts).toEqual([
      {
        ecosystem: "swift",
        artifactType: "swift_package",
        name: "github.com/acme/app",
        version: null,
        registryUrl: null,
        sourceFile: "Package.swift",
        sourceLine: 8,
        announces: ["swift_package:github.com/acme/app", "swift_package:AcmeShop", "swift_package:acme.app"],
        evidence: { class: "manifest", rule: "swift.name" },
      },
    ]);
  });

  it("leaves values unbound that only running the program reveals", () => {
    const text = String.raw`
var changing = "1.0.0"
func f() { let inner = "2.0.0" }
let package = Package(name: makeName(), dependencies: [
  .package(url: "https://github.com/acme/a", from: changing),
  .package(url: "https://github.com/acme/b", exact: inner),
  .package(url: "\(host)/c", from: "1.0.0"),
  .package(url: url("d"), from: "1.0.0"),
  .package(url: "https://github.com/acme/e", from: Version(1, 2, 3)),
])`;
    expect(declared(text)).toMatchObject([
      {
        artifact: "github.com/acme/a",
        versionConstraint: String.raw`from: \(changing)`,
        unbound: "changing",
      },
      { artifact: "github.com/acme/b", unbound: "inner" },
      { unbound: "host", lookups: [] },
      { unbound: "code", lookups: [] },
      { artifact: "github.com/acme/e", unbound: "code" },
    ]);
    expect(extract({ "Package.swift": HEAD + text }).artifacts).toEqual([]);
  });

  it("declares a package on several lines several times", () => {
    const line = '.package(url: "https://github.com/acme/a", from: "1.0.0"),\n';
    expect(declared(`let x = [${line}${line}]`).map((each) => each.sourceLine)).toEqual([2, 3]);
  });

  it("reads strings with interpolation, several lines and hashes", () => {
    const text = String.raw`
let a = "\(f(")")) .package(url: "
let b = """
  .package(url: "https://github.com/acme/no", from: "1.0.0")
  """
let c = #"a " b"#
let d = [.package(url: "https://github.com/acme/a")]`;
    expect(declared(text).map(summary)).toEqual(["8 github.com/acme/a null swift"]);
  });

  it("reads manifests for specific tools versions, and ignores other files with the same name", () => {
    const { declarations } = extract({
      "Package@swift-5.9.swift": MANIFEST,
      "Package@swift-6.swift": MANIFEST,
      "Models/Package.swift": "struct Package {}\n",
      "MyPackage.swift": MANIFEST,
    });
    expect(new Set(declarations.map(({ sourceFile }) => sourceFile))).toEqual(
      new Set(["Package@swift-5.9.swift", "Package@swift-6.swift"]),
    );
  });

  it("accepts a byte-order mark and CRLF, and finds nothing in a file without dependencies", () => {
    expect(extract({ "Package.swift": `\uFEFF${MANIFEST.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "Package.swift": MANIFEST }),
    );
    expect(extract({ "Package.swift": HEAD, "a/Package.swift": "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it.each([
    ["an unclosed bracket", "\nlet x = [\n", 3],
    ["an unmatched closing bracket", "let x = )\n", 2],
    ["an unterminated string", '\nlet x = "a\n', 3],
    ["an unterminated comment", "/* /* */\n", 2],
    ["an invalid URL", '[\n.package(url: "kit", from: "1.0.0")]', 3],
    ["an invalid identity", '[\n.package(id: "kit", from: "1.0.0")]', 3],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ "Package.swift": HEAD + text });
    expect(problems).toMatchObject([{ file: "Package.swift", line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

it("swift reads a long row of hashes in linear time", () => {
  const before = process.cpuUsage();
  expect(declared("#".repeat(300_000))).toEqual([]);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});
