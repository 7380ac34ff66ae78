import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cargo } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [cargo]);

/** `line artifact role scope` of every declaration. */
const roles = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(
    ({ sourceLine, artifact, role, scope }) => `${sourceLine} ${artifact} ${role} ${scope}`,
  );

const compositions = (files: Record<string, string>): string[] =>
  extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`.replaceAll("rust_crate:", ""));

const crate = (name: string, rest = ""): string => `[package]\nname = "${name}"\n${rest}`;

describe("cargo: roles", () => {
  it("follow the table", () => {
    const text = `[dependencies]
a = "1"
[dev-dependencies]
b = "1"
[build-dependencies]
c = "1"
[target.'cfg(unix)'.dev-dependencies]
d = "1"
`;
    expect(roles({ "Cargo.toml": text })).toEqual([
      "2 a runtime unit:cargo:.",
      "4 b dev null",
      "6 c build unit:cargo:.",
      "8 d dev null",
    ]);
  });

  it("of an entry of the workspace is the strongest one of the members, which have the scope", () => {
    const files = {
      "Cargo.toml": `[workspace.dependencies]\na = "1"\nb = "1"\nc = "1"\n`,
      "x/Cargo.toml": crate("x", "[dev-dependencies]\na.workspace = true\nb.workspace = true\n"),
      "y/Cargo.toml": crate("y", "[dependencies]\na.workspace = true\n"),
    };
    expect(roles(files)).toEqual([
      "2 a runtime null",
      "3 b dev null",
      "4 c runtime unit:cargo:.",
      "4 a dev null",
      "5 b dev null",
      "4 a runtime rust_crate:y",
    ]);
  });
});

describe("cargo: scopes and compositions", () => {
  it("give every manifest its own scope", () => {
    const files = {
      "Cargo.toml": crate("app"),
      "xtask/Cargo.toml": crate("xtask", 'publish = false\n[dependencies]\na = "1"\n'),
    };
    expect(roles(files)).toEqual(["5 a runtime unit:cargo:xtask"]);
  });

  it("build a crate from others by path, by an inherited path and by name, but not for tests", () => {
    const files = {
      "Cargo.toml": `[workspace.dependencies]\nb = { path = "crates/b", version = "1" }\n`,
      "crates/a/Cargo.toml": crate(
        "a",
        `[dependencies]
b.workspace = true
c = { path = "../c" }
d = "1"
gone = { path = "../gone" }
[build-dependencies]
e = { path = "../e" }
[dev-dependencies]
f = { path = "../f" }
`,
      ),
      ...Object.fromEntries(
        ["b", "c", "d", "e", "f"].map((name) => [`crates/${name}/Cargo.toml`, crate(name)]),
      ),
    };
    expect(compositions(files)).toEqual(["a < b", "a < c", "a < d", "a < e"]);
  });

  it("build replacements into every crate of the workspace", () => {
    const files = {
      "Cargo.toml": `[workspace]\n[patch.crates-io]\na = { git = "https://github.com/acme/a" }\n`,
      "x/Cargo.toml": crate("x"),
      "y/Cargo.toml": crate("y"),
    };
    expect(roles(files)).toEqual(["3 a runtime unit:cargo:Cargo.toml"]);
    expect(compositions(files)).toEqual(["x < unit:cargo:Cargo.toml", "y < unit:cargo:Cargo.toml"]);
  });
});
