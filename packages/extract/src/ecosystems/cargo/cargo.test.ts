import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { cargo } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [cargo]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;
const found = (text: string, path = "Cargo.toml"): string[] =>
  extract({ [path]: text }).declarations.map(summary);

const MANIFEST = `[package]
name = "acme-orders"
version = "2.1.0"

[dependencies]
serde = { version = "1.0", features = ["derive"] }
tokio = "=1.38.0" # pinned
# rand = "0.8"
log = { package = "acme-log", version = "0.4", registry = "acme" }
acme-auth = { git = "https://github.com/acme/auth.git", tag = "v1.4.0" }
acme-http = { git = "ssh://git@github.com/acme/http", branch = "main", version = "1" }
acme-kit = { git = "https://github.com/acme/kit" }
local = { path = "crates/local", version = "0.1" }
outside = { path = "../outside" }

[dependencies.acme-core]
version = "^1.2"
optional = true

[dev-dependencies]
serde.version = "1"

[build-dependencies]
cc = "*"

[target.'cfg(unix)'.dependencies]
nix = ">=0.28, <0.30"

[patch.crates-io]
serde = { git = "https://github.com/acme/serde", rev = "4f2a9c1" }
own = { path = "crates/own" }

[replace]
"rand:0.8.0" = { git = "https://github.com/acme/rand" }
`;

describe("cargo: Cargo.toml", () => {
  it("declares every entry of every table on its own line", () => {
    expect(found(MANIFEST)).toEqual([
      "6 cargo.dependencies serde 1.0 rust_crate:serde",
      "7 cargo.dependencies tokio =1.38.0 rust_crate:tokio",
      "9 cargo.dependencies acme-log 0.4 rust_crate:acme-log",
      "10 cargo.dependencies acme-auth v1.4.0 git:github.com/acme/auth",
      "11 cargo.dependencies acme-http main git:github.com/acme/http",
      "12 cargo.dependencies acme-kit null git:github.com/acme/kit",
      "14 cargo.dependencies outside null rust_crate:outside",
      "16 cargo.dependencies acme-core ^1.2 rust_crate:acme-core",
      "21 cargo.dev_dependencies serde 1 rust_crate:serde",
      "24 cargo.build_dependencies cc * rust_crate:cc",
      "27 cargo.dependencies nix >=0.28, <0.30 rust_crate:nix",
      "30 cargo.patch serde 4f2a9c1 git:github.com/acme/serde",
      "34 cargo.replace rand null git:github.com/acme/rand",
    ]);
  });

  it("fills every field of a declaration", () => {
    expect(extract({ "svc/Cargo.toml": MANIFEST }).declarations[3]).toEqual({
      ecosystem: "cargo",
      dependencyType: "rust_crate",
      sourceFile: "svc/Cargo.toml",
      sourceLine: 10,
      rawReference: "acme-auth https://github.com/acme/auth.git#v1.4.0",
      artifact: "acme-auth",
      versionConstraint: "v1.4.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["git:github.com/acme/auth"],
      targetName: "rust_crate:acme-auth",
      evidence: { class: "manifest", rule: "cargo.dependencies" },
      role: "runtime",
      scope: "rust_crate:acme-orders",
      locked: null,
    });
  });

  it("names the crate of a repository, also where a patch does or the key is another", () => {
    const text = `[dependencies]
log = { package = "acme-log", git = "https://github.com/acme/kit" }
[patch.crates-io]
acme-core = { git = "https://github.com/acme/kit" }
serde = { version = "1" }
`;
    const names = extract({ "Cargo.toml": text }).declarations.map(({ targetName }) => targetName);
    expect(names).toEqual(["rust_crate:acme-log", "rust_crate:acme-core", undefined]);
  });

  it("ignores crates and URLs of the repository itself", () => {
    expect(
      found('[dependencies]\na = { path = "../a" }\nb = { path = "../../b" }\n', "crates/x/Cargo.toml"),
    ).toEqual([]);
    expect(found('[dependencies]\na = { git = "https://github.com/acme/app" }\n')).toEqual([]);
  });

  it("declares a dependency once if its table spans several lines", () => {
    const text = '[dependencies.acme-kit]\ngit = "https://github.com/acme/kit"\nbranch = "main"\n';
    const { declarations } = extractFiles({ "Cargo.toml": text }, [cargo, references]);
    expect(declarations.map(summary)).toEqual(["1 cargo.dependencies acme-kit main git:github.com/acme/kit"]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const crlf = `\uFEFF${MANIFEST.replaceAll("\n", "\r\n")}`;
    expect(extract({ "Cargo.toml": crlf })).toEqual(extract({ "Cargo.toml": MANIFEST }));
  });

  it("finds nothing in an empty manifest and in files with other names", () => {
    const nothing = { declarations: [], artifacts: [], compositions: [], problems: [] };
    expect(extract({ "cargo.json": MANIFEST, "MyCargo.toml": MANIFEST, "Cargo.toml": "" })).toEqual(nothing);
  });

  it("reports invalid entries and declares the others", () => {
    const { declarations, problems } = extract({
      "Cargo.toml": '[dependencies]\n"{{ x }}" = "1"\na = ["1"]\nb = "{{ version }}"\n',
    });
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [2, "invalid_syntax"],
      [3, "invalid_syntax"],
    ]);
    expect(declarations).toMatchObject([{ artifact: "b", unbound: "{{ version }}" }]);
    expect(extract({ "Cargo.toml": "[package]\nname = {{ name }}\n" }).problems).toMatchObject([{ line: 2 }]);
  });
});

describe("cargo: workspaces", () => {
  const ROOT = `[workspace]
members = ["crates/*"]
[workspace.package]
version = "3.0.0"
publish = false
[workspace.dependencies]
serde = "1.0"
acme-auth = { git = "https://github.com/acme/auth", tag = "v1" }
local = { path = "crates/local" }
log = { package = "acme-log", version = "0.4" }
`;
  const member = (text: string): string[] =>
    extract({ "Cargo.toml": ROOT, "crates/m/Cargo.toml": text })
      .declarations.filter((each) => each.sourceFile === "crates/m/Cargo.toml")
      .map((each) => `${summary(each)} ${each.unbound}`);

  it("declares the workspace's own entries", () => {
    expect(found(ROOT)).toEqual([
      "7 cargo.workspace_dependencies serde 1.0 rust_crate:serde",
      "8 cargo.workspace_dependencies acme-auth v1 git:github.com/acme/auth",
      "10 cargo.workspace_dependencies acme-log 0.4 rust_crate:acme-log",
    ]);
  });

  it("binds entries that members inherit, including local and renamed crates", () => {
    const text = `[dependencies]
serde.workspace = true
acme-auth = { workspace = true, features = ["x"] }
local.workspace = true
log = { workspace = true }
missing.workspace = true
`;
    expect(member(text)).toEqual([
      "2 cargo.dependencies serde 1.0 rust_crate:serde null",
      "3 cargo.dependencies acme-auth v1 git:github.com/acme/auth null",
      "5 cargo.dependencies acme-log 0.4 rust_crate:acme-log null",
      "6 cargo.dependencies missing null rust_crate:missing workspace.dependencies.missing",
    ]);
  });

  it("leaves an inherited entry unbound without a workspace", () => {
    expect(extract({ "Cargo.toml": "[dependencies]\na.workspace = true\n" }).declarations).toMatchObject([
      {
        artifact: "a",
        versionConstraint: null,
        unbound: "workspace.dependencies.a",
        rawReference: "a workspace",
      },
    ]);
  });

  it("lets members inherit version and publish", () => {
    const files = (own: string) => ({ "Cargo.toml": ROOT, "a/Cargo.toml": `[package]\nname = "a"\n${own}` });
    expect(extract(files("version.workspace = true\n")).artifacts).toMatchObject([
      { name: "a", version: "3.0.0" },
    ]);
    expect(extract(files("publish.workspace = true\n")).artifacts).toEqual([]);
  });
});

describe("cargo: produced crates", () => {
  it("announces a crate by name, with its version", () => {
    expect(extract({ "Cargo.toml": MANIFEST }).artifacts).toEqual([
      {
        ecosystem: "cargo",
        artifactType: "rust_crate",
        name: "acme-orders",
        version: "2.1.0",
        registryUrl: null,
        sourceFile: "Cargo.toml",
        sourceLine: 2,
        announces: ["rust_crate:acme-orders"],
        evidence: { class: "manifest", rule: "cargo.name" },
      },
    ]);
  });

  it.each([
    ["an unpublished crate", { "Cargo.toml": '[package]\nname = "a"\npublish = false\n' }],
    ["a crate with an empty list of registries", { "Cargo.toml": '[package]\nname = "a"\npublish = []\n' }],
    ["a fixture", { "tests/x/Cargo.toml": '[package]\nname = "a"\n' }],
    ["a workspace without a package", { "Cargo.toml": "[workspace]\nmembers = []\n" }],
  ])("announces nothing for %s", (_, files) => {
    expect(extract(files).artifacts).toEqual([]);
  });

  it("announces a crate published to a private registry", () => {
    expect(extract({ "Cargo.toml": '[package]\nname = "a"\npublish = ["acme"]\n' }).artifacts).toHaveLength(
      1,
    );
  });
});
