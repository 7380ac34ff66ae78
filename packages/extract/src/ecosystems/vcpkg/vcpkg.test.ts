import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { vcpkg } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [vcpkg]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;
const found = (text: string, path = "vcpkg.json"): string[] =>
  extract({ [path]: text }).declarations.map(summary);
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const MANIFEST = `{
  "name": "acme-shop",
  "version-semver": "1.4.0",
  "port-version": 2,
  "dependencies": [
    "zlib",
    // "bzip2",
    { "name": "fmt", "version>=": "10.1.0#1", "features": ["core"] },
    {
      "host": true,
      "name": "acme-kit",
    },
    { "name": "acme-shop", "features": ["gui"] }
  ],
  "features": {
    "gui": { "description": "A window", "dependencies": ["qtbase", "zlib"] }
  },
  "overrides": [
    { "name": "zlib", "version": "1.3.1", "port-version": 1 },
    { "name": "acme-date", "version-date": "2024-01-31" }
  ],
  "builtin-baseline": "${COMMIT}"
}
`;

const CONFIGURATION = `{
  "default-registry": { "kind": "builtin", "baseline": "${COMMIT}" },
  "registries": [
    {
      "kind": "git",
      "baseline": "${COMMIT}",
      "repository": "git@github.com:acme/ports.git",
      "packages": ["acme-*"]
    },
    { "kind": "git", "repository": "https://github.com/acme/app", "baseline": "x", "packages": [] },
    { "kind": "filesystem", "path": "ports", "packages": ["own"] },
    { "kind": "artifact", "location": "https://aka.ms/vcpkg.zip", "name": "ms" }
  ]
}
`;

describe("vcpkg: vcpkg.json", () => {
  it("declares every port with its line, and the registry of the baseline", () => {
    expect(found(MANIFEST)).toEqual([
      "6 vcpkg.dependencies zlib null vcpkg_port:zlib",
      "8 vcpkg.dependencies fmt >=10.1.0#1 vcpkg_port:fmt",
      "11 vcpkg.dependencies acme-kit null vcpkg_port:acme-kit",
      "16 vcpkg.feature qtbase null vcpkg_port:qtbase",
      "16 vcpkg.feature zlib null vcpkg_port:zlib",
      "19 vcpkg.override zlib 1.3.1#1 vcpkg_port:zlib",
      "20 vcpkg.override acme-date 2024-01-31 vcpkg_port:acme-date",
      `22 vcpkg.registry github.com/microsoft/vcpkg ${COMMIT} git:github.com/microsoft/vcpkg`,
    ]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "a/vcpkg.json": MANIFEST }).declarations[1]).toEqual({
      ecosystem: "vcpkg",
      dependencyType: "vcpkg_port",
      sourceFile: "a/vcpkg.json",
      sourceLine: 8,
      rawReference: "fmt >=10.1.0#1",
      artifact: "fmt",
      versionConstraint: ">=10.1.0#1",
      versioning: "vcpkg",
      unbound: null,
      versionComment: null,
      lookups: ["vcpkg_port:fmt"],
      evidence: { class: "manifest", rule: "vcpkg.dependencies" },
      role: "runtime",
      scope: "vcpkg_port:acme-shop",
      locked: { version: null, file: "a/vcpkg.json", line: 22 },
    });
  });

  it("announces a port with its version, except in test folders", () => {
    expect(extract({ "ports/x/vcpkg.json": MANIFEST, "test/vcpkg.json": MANIFEST }).artifacts).toEqual([
      {
        ecosystem: "vcpkg",
        artifactType: "vcpkg_port",
        name: "acme-shop",
        version: "1.4.0#2",
        registryUrl: null,
        sourceFile: "ports/x/vcpkg.json",
        sourceLine: 2,
        announces: ["vcpkg_port:acme-shop"],
        evidence: { class: "manifest", rule: "vcpkg.name" },
      },
    ]);
  });

  it("finds nothing in an empty object or in files with other names", () => {
    expect(extract({ "vcpkg.json": "{}", "my-vcpkg.json": MANIFEST, "vcpkg-lock.json": MANIFEST })).toEqual(
      NOTHING,
    );
  });
});

describe("vcpkg: registries", () => {
  const REGISTRIES = [
    `github.com/microsoft/vcpkg ${COMMIT} git:github.com/microsoft/vcpkg`,
    `github.com/acme/ports ${COMMIT} git:github.com/acme/ports`,
  ];

  it("are declared with their baselines", () => {
    const [builtin = "", own = ""] = REGISTRIES;
    expect(found(CONFIGURATION, "vcpkg-configuration.json")).toEqual([
      `2 vcpkg.registry ${builtin}`,
      `7 vcpkg.registry ${own}`,
    ]);
  });

  it("are read from the manifest as well", () => {
    const lines = found(`{ "vcpkg-configuration": ${CONFIGURATION} }`);
    expect(lines.map((line) => line.replace(/^\d+ vcpkg\.registry /, ""))).toEqual(REGISTRIES);
  });
});

describe("vcpkg: syntax", () => {
  it("supports BOM and CRLF", () => {
    expect(extract({ "vcpkg.json": `\uFEFF${MANIFEST.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "vcpkg.json": MANIFEST }),
    );
  });

  it.each([
    ["an empty file", "", 1],
    ["a list", "\n[]", 2],
    ["invalid JSON", '{\n"name": }', 2],
    ["dependencies that are not a list", '{\n"dependencies": {}}', 2],
    ["an invalid port name", '{"dependencies": [\n"Not A Port"]}', 2],
    ["a port without a name", '{"dependencies": [\n{ "version>=": "1" }]}', 2],
    ["a registry without a repository", '{"vcpkg-configuration": {"registries": [\n{ "kind": "git" }]}}', 2],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ "vcpkg.json": text });
    expect(problems).toMatchObject([{ file: "vcpkg.json", line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("vcpkg: roles, scopes, locks and compositions", () => {
  it("are build for tools and registries, and test for features of tests", () => {
    const text = `{ "dependencies": ["a", { "name": "b", "host": true }],
"features": { "tests": { "dependencies": ["c"] }, "gui": { "dependencies": ["d"] } },
"overrides": [{ "name": "b", "version": "1" }],
"builtin-baseline": "${COMMIT}" }`;
    expect(
      extract({ "vcpkg.json": text }).declarations.map(({ artifact, role }) => `${artifact} ${role}`),
    ).toEqual(["a runtime", "b build", "c test", "d runtime", "b build", "github.com/microsoft/vcpkg build"]);
  });

  it("lock ports to their override, or to the baseline, whose versions are unknown", () => {
    const text = '{ "dependencies": ["a", "b"],\n"overrides": [{ "name": "a", "version": "1" }] }';
    const files = { "x/vcpkg.json": text, "x/vcpkg-configuration.json": CONFIGURATION, "vcpkg.json": text };
    const locks = extract(files).declarations.map(({ locked }) => locked);
    expect(locks.slice(0, 3)).toEqual([{ version: "1", file: "vcpkg.json", line: 2 }, null, null]);
    expect(locks.slice(-3)).toEqual([
      { version: "1", file: "x/vcpkg.json", line: 2 },
      { version: null, file: "x/vcpkg-configuration.json", line: 2 },
      null,
    ]);
  });

  it("give every manifest its own scope, and build ports from own ports", () => {
    const files = {
      "vcpkg.json": '{ "name": "kit" }',
      "app/vcpkg.json": '{ "dependencies": ["kit", "zlib"] }',
      "ports/log/vcpkg.json": '{ "name": "log", "features": { "tests": { "dependencies": ["kit"] } } }',
    };
    const { declarations, compositions } = extract(files);
    expect(declarations).toMatchObject([{ artifact: "zlib", scope: "unit:vcpkg:app" }]);
    expect(compositions).toEqual([{ outer: "unit:vcpkg:app", inner: "vcpkg_port:kit" }]);
  });
});
