import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { composer } from "./index.ts";

const extract = (files: Record<string, unknown>) =>
  extractFiles(
    Object.fromEntries(
      Object.entries(files).map(([path, value]) => [
        path,
        typeof value === "string" ? value : JSON.stringify(value, null, 4),
      ]),
    ),
    [composer],
  );

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const MANIFEST = {
  name: "acme/shop",
  require: { "Acme/Kit": "^2", "acme/log": "dev-main", "acme/gone": "*" },
  "require-dev": { "acme/lint": "^1" },
};
const LOCK = {
  _readme: ["This file locks the dependencies"],
  "content-hash": "00",
  packages: [
    {
      name: "acme/kit",
      version: "v2.1.0",
      source: { type: "git", url: "https://github.com/acme/kit.git", reference: COMMIT },
      require: { "acme/gone": "^1", name: "x", version: "9.9.9" },
    },
    { name: "acme/log", version: "dev-main", source: { reference: COMMIT }, dist: { reference: "x" } },
  ],
  "packages-dev": [{ name: "acme/lint", version: "1.0.1", authors: [{ name: "acme/gone" }] }],
  aliases: [{ name: "acme/gone", version: "1.0.0" }],
};

describe("composer: composer.lock", () => {
  const locks = (files: Record<string, unknown>): string[] =>
    extract(files).declarations.map(({ artifact, locked }) =>
      locked ? `${artifact}: ${locked.file}:${locked.line} ${locked.version}` : `${artifact}: not locked`,
    );

  it("locks the packages of the manifest in its folder", () => {
    expect(locks({ "app/composer.json": MANIFEST, "app/composer.lock": LOCK })).toEqual([
      "Acme/Kit: app/composer.lock:8 2.1.0",
      `acme/log: app/composer.lock:22 dev-main#${COMMIT}`,
      "acme/gone: not locked",
      "acme/lint: app/composer.lock:34 1.0.1",
    ]);
    expect(locks({ "app/composer.json": MANIFEST, "composer.lock": LOCK })).toContain(
      "acme/lint: not locked",
    );
  });

  it("reports nothing if it is broken, and locks without a version", () => {
    const { declarations, problems } = extract({
      "composer.json": { require: { "acme/kit": "^2" } },
      "composer.lock": "<<<<<<< HEAD\n{{\n",
    });
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ locked: { version: null, file: "composer.lock", line: null } }]);
  });
});

describe("composer: role, scope and composition", () => {
  const places = (files: Record<string, unknown>): string[] =>
    extract(files).declarations.map(({ artifact, role, scope }) => `${artifact}: ${role} ${scope}`);

  it("follow from the section and the manifest", () => {
    expect(
      places({
        "composer.json": { name: "acme/shop", require: { "a/a": "1" }, "require-dev": { "b/b": "1" } },
        "site/composer.json": { require: { "c/c": "1" } },
        "tools/lint/composer.json": { require: { "d/d": "1" } },
        "vendor-bin/fix/composer.json": { require: { "e/e": "1" } },
      }),
    ).toEqual([
      "a/a: runtime composer_package:acme/shop",
      "b/b: dev null",
      "c/c: runtime unit:composer:site",
      "d/d: dev null",
      "e/e: dev null",
    ]);
  });

  it("builds packages of the repository into the packages that require them", () => {
    const { compositions, declarations } = extract({
      "composer.json": {
        name: "acme/shop",
        require: { "Acme/Core": "@dev" },
        "require-dev": { "acme/mocks": "*" },
      },
      "packages/core/composer.json": { name: "acme/core" },
      "packages/mocks/composer.json": { name: "acme/mocks", require: { "acme/core": "*" } },
      "site/composer.json": { require: { "acme/core": "*" } },
    });
    expect(compositions).toEqual([
      { outer: "composer_package:acme/shop", inner: "composer_package:acme/core" },
      { outer: "composer_package:acme/mocks", inner: "composer_package:acme/core" },
      { outer: "unit:composer:site", inner: "composer_package:acme/core" },
    ]);
    expect(declarations).toEqual([]);
  });
});
