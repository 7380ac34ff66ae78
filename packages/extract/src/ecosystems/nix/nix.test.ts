import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { nix } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [nix]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.dependencyType} ${each.artifact} ${each.versionConstraint}`;
const found = (text: string): string[] => extract({ "flake.nix": text }).declarations.map(summary);
const one = (url: string): Declaration[] =>
  extract({ "flake.nix": `{ inputs.x.url = "${url}"; }\n` }).declarations;
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const FLAKE = `{
  description = "The shop; { inputs.no.url = \\"github:acme/no\\"; }";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05";
    # old.url = "github:acme/old";
    /* older.url = "github:acme/older"; */
    kit = {
      url = "git+ssh://git@git.acme.io:2222/platform/kit.git?ref=main&rev=${COMMIT}"; # v1.2.0
      inputs.nixpkgs.follows = "nixpkgs";
      inputs.deep.url = "gitlab:acme%2Fplatform/deep/v2.0.0";
    };
    site = {
      type = "github";
      owner = "acme";
      repo = "site";
      ref = "release";
      flake = false;
    };
    utils.follows = "kit/utils";
    "quoted-name".url = github:acme/quoted;
    own.url = "github:acme/app";
    here.url = "path:./modules/here";
  };
  inputs.last.url = "sourcehut:~acme/last";

  outputs = { self, nixpkgs, ... }@inputs:
    let
      inputs = { fake.url = "github:acme/fake"; };
      script = ''
        echo "''\${inputs}" \${if true then "}" else "{"} ; inputs.fake.url = "github:acme/fake";
      '';
    in with inputs; {
      packages = [ nixpkgs ];
    };
}
`;

describe("nix: inputs", () => {
  it("declares inputs in every form with their lines", () => {
    expect(found(FLAKE)).toEqual([
      "5 nix_flake github.com/nixos/nixpkgs nixos-24.05",
      `9 nix_flake git.acme.io/platform/kit ${COMMIT}`,
      "11 nix_flake gitlab.com/acme/platform/deep v2.0.0",
      "16 git_repository github.com/acme/site release",
      "21 nix_flake github.com/acme/quoted null",
      "25 nix_flake git.sr.ht/~acme/last null",
    ]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "nix/flake.nix": FLAKE }).declarations[1]).toEqual({
      ecosystem: "nix",
      dependencyType: "nix_flake",
      sourceFile: "nix/flake.nix",
      sourceLine: 9,
      rawReference: `git+ssh://git@git.acme.io:2222/platform/kit.git?ref=main&rev=${COMMIT}`,
      artifact: "git.acme.io/platform/kit",
      versionConstraint: COMMIT,
      versioning: "git",
      unbound: null,
      versionComment: "v1.2.0",
      lookups: ["nix_flake:git.acme.io/platform/kit", "git:git.acme.io/platform/kit"],
      evidence: { class: "manifest", rule: "nix.input" },
      role: "build",
      scope: "nix_flake:github.com/acme/app//nix",
      locked: null,
    });
    expect(extract({ "flake.nix": FLAKE }).declarations[3]).toMatchObject({
      rawReference: "github:acme/site/release",
      lookups: ["git:github.com/acme/site"],
    });
  });

  it.each([
    ["github:acme/kit", "github.com/acme/kit", null],
    ["github:acme/kit/release/1.x", "github.com/acme/kit", "release/1.x"],
    ["github:acme/kit?ref=v1.0.0", "github.com/acme/kit", "v1.0.0"],
    ["github:acme/kit?host=git.acme.io", "git.acme.io/acme/kit", null],
    ["git+https://git.acme.io/kit/base.git?ref=refs/tags/v1", "git.acme.io/kit/base", "refs/tags/v1"],
    ["https://github.com/acme/kit/archive/v1.2.0.tar.gz", "github.com/acme/kit", "v1.2.0"],
    ["tarball+https://github.com/acme/kit/archive/main.zip", "github.com/acme/kit", "main"],
    ["https://files.acme.io/kit.tar.gz", "files.acme.io/kit.tar.gz", null],
    ["https://flakehub.com/f/acme/kit/0.1.*.tar.gz", "github.com/acme/kit", "0.1.*"],
    ["nixpkgs", "github.com/nixos/nixpkgs", null],
    ["nixpkgs/nixos-24.05", "github.com/nixos/nixpkgs", "nixos-24.05"],
    [`flake:nixpkgs/nixos-24.05/${COMMIT}`, "github.com/nixos/nixpkgs", COMMIT],
    ["acme-kit/main", "acme-kit", "main"],
  ])("parses %s as %s at %s", (url, artifact, versionConstraint) => {
    expect(one(url)).toMatchObject([{ rawReference: url, artifact, versionConstraint, unbound: null }]);
  });

  it("looks up the folder of the flake first", () => {
    expect(one("github:acme/kit?dir=tools/nix")).toMatchObject([
      { lookups: ["nix_flake:github.com/acme/kit//tools/nix", "git:github.com/acme/kit"] },
    ]);
    expect(one("acme-kit")).toMatchObject([{ lookups: [] }]);
  });

  it("reads inputs with attributes of any type", () => {
    const set = (text: string) => found(`{ inputs.x = { ${text} }; }`);
    expect(set('type = "git"; url = "https://git.acme.io/acme/kit"; rev = "v1";')).toEqual([
      "1 nix_flake git.acme.io/acme/kit v1",
    ]);
    expect(set('type = "gitlab"; owner = "acme/sub"; repo = "kit"; host = "git.acme.io";')).toEqual([
      "1 nix_flake git.acme.io/acme/sub/kit null",
    ]);
    expect(set('type = "indirect"; id = "nixpkgs";')).toEqual(["1 nix_flake github.com/nixos/nixpkgs null"]);
  });

  it.each(["path:../x", "./x", "../x", "/srv/x", "git+file:///srv/x", "github:acme/app/v1"])(
    "skips %s",
    (url) => {
      expect(one(url)).toEqual([]);
    },
  );

  it("declares a flake on several lines several times", () => {
    const text = '{\ninputs.a.url = "github:acme/kit";\ninputs.b.url = "github:acme/kit";\n}\n';
    expect(found(text)).toEqual([
      "2 nix_flake github.com/acme/kit null",
      "3 nix_flake github.com/acme/kit null",
    ]);
  });

  it("marks interpolations as unbound", () => {
    expect(one("github:acme/kit/${rev}")).toMatchObject([
      { unbound: "${}", artifact: "github.com/acme/kit" },
    ]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(extract({ "flake.nix": `\uFEFF${FLAKE.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "flake.nix": FLAKE }),
    );
  });
});

it("nix reads a long row of names and dots in linear time", () => {
  const before = process.cpuUsage();
  expect(found("a.".repeat(200_000))).toEqual([]);
  expect(cpuMsSince(before)).toBeLessThan(2000);
});

describe("nix: artifacts", () => {
  it("announces a flake by repository and folder", () => {
    const { artifacts } = extract({
      "flake.nix": FLAKE,
      "tools/nix/flake.nix": FLAKE,
      "tests/flake.nix": FLAKE,
    });
    expect(artifacts.map(({ name, announces, sourceLine }) => [name, announces, sourceLine])).toEqual([
      ["github.com/acme/app", ["nix_flake:github.com/acme/app"], 27],
      ["github.com/acme/app//tools/nix", ["nix_flake:github.com/acme/app//tools/nix"], 27],
    ]);
  });

  it("ignores other files of Nix", () => {
    expect(extract({ "default.nix": FLAKE, "myflake.nix": FLAKE })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});

describe("nix: problems", () => {
  it.each([
    ["an empty file", "", 1],
    ["another expression", "\nlet x = 1; in x", 2],
    ["an unclosed set", '{\n  inputs.x.url = "github:acme/kit";\n', 1],
    ["an unterminated string", '{\n  description = "x;\n}\n', 2],
    ["an unterminated comment", "{\n/* }\n", 2],
    ["a missing semicolon", '{\n  description = "x"\n}\n', 3],
    ["an input that is not a literal", "{\n  inputs.x.url = kit.url;\n}\n", 2],
    ["an invalid input", '{\n  inputs.x.url = "github:acme";\n}\n', 2],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ "flake.nix": text });
    expect(problems).toMatchObject([{ file: "flake.nix", line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});
