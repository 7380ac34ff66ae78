import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";
import { nix } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [nix]);

/** `artifact version file:line` of every declaration's lock. */
const locks = (files: Record<string, string>): string[] =>
  extract(files).declarations.map(({ artifact, locked }) =>
    [artifact, locked && `${locked.version} ${locked.file}:${locked.line}`].join(" "),
  );

const FLAKE = `{
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  inputs.kit = { url = "github:acme/kit"; inputs.deep.url = "github:acme/deep"; };
  inputs.files.url = "https://files.acme.io/x.tar.gz";
  inputs.late.url = "github:acme/late";
  outputs = { self, ... }: { };
}
`;
const locked = (rev: string | null) => ({
  locked: { narHash: "sha256-x", ...(rev === null ? {} : { rev }) },
});
const LOCK = JSON.stringify(
  {
    nodes: {
      deep: locked("d".repeat(40)),
      files: locked(null),
      kit: { inputs: { deep: "deep", nixpkgs: ["nixpkgs"] }, ...locked("b".repeat(40)) },
      nixpkgs: locked("a".repeat(40)),
      nixpkgs_2: locked("c".repeat(40)),
      root: { inputs: { files: "files", kit: "kit", nixpkgs: "nixpkgs_2" } },
    },
    root: "root",
    version: 7,
  },
  null,
  2,
);

describe("nix: locks", () => {
  it("hold inputs, and inputs of inputs, to the commits of their nodes", () => {
    const expected = [
      `github.com/nixos/nixpkgs ${"c".repeat(40)} x/flake.lock:32`,
      `github.com/acme/kit ${"b".repeat(40)} x/flake.lock:14`,
      `github.com/acme/deep ${"d".repeat(40)} x/flake.lock:3`,
      "files.acme.io/x.tar.gz null x/flake.lock:9",
      "github.com/acme/late ",
    ];
    expect(locks({ "x/flake.nix": FLAKE, "x/flake.lock": LOCK })).toEqual(expected);
    expect(locks({ "x/flake.nix": FLAKE, "x/flake.lock": LOCK.replaceAll("\n", "\r\n") })).toEqual(expected);
    expect(locks({ "x/flake.nix": FLAKE, "flake.lock": LOCK })[0]).toBe("github.com/nixos/nixpkgs ");
  });

  it("have no version if the file has no readable entry or was not read, and are never a problem", () => {
    const files = { "flake.nix": FLAKE, "flake.lock": "<<<" };
    const { declarations, problems } = extract(files);
    const unread = { version: null, file: "flake.lock", line: null };
    expect(problems).toEqual([]);
    expect(declarations[0]?.locked).toEqual(unread);
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [nix]);
    extraction.addFile("flake.nix", new TextEncoder().encode(FLAKE));
    const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "" }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual(unread);
  });

  it("are read in linear time", () => {
    const before = process.cpuUsage();
    locks({ "flake.nix": FLAKE, "flake.lock": `{\n"nodes": {\n${'"a": {\n'.repeat(100_000)}` });
    expect(cpuMsSince(before)).toBeLessThan(1000);
  });
});

it("nix: a flake is composed of the flakes in folders that it uses", () => {
  const files = {
    "flake.nix": '{ inputs.a.url = "path:./a"; inputs.b.url = "./gone"; outputs = _: { }; }',
    "a/flake.nix": '{ inputs.kit.url = "github:acme/kit"; outputs = _: { }; }',
  };
  const { compositions, declarations } = extract(files);
  expect(compositions).toEqual([
    { outer: "nix_flake:github.com/acme/app", inner: "nix_flake:github.com/acme/app//a" },
  ]);
  expect(declarations[0]).toMatchObject({ role: "build", scope: "nix_flake:github.com/acme/app//a" });
});
