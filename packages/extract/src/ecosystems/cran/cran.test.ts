import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { cran } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [cran]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.role} ${each.artifact} ${each.versionConstraint} ${each.versioning} ${each.lookups.join(" ")}`;
const declared = (text: string, path = "DESCRIPTION"): string[] =>
  extract({ [path]: text }).declarations.map(summary);
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };

const DESCRIPTION = `Package: shop
Version: 1.4.0.9000
Title: Reads Orders
Description: Needs kit (>= 9).
    Imports: nothing here
Depends: R (>= 4.1), methods,
    acme.core (>= 1.2.0)
Imports:
    dplyr,
    kit (>= 0.3-1), utils,
    log ( == 2.0 ),
    stats
LinkingTo: Rcpp
Suggests: testthat (>= 3.0.0), fixtures
Enhances: plotter
Remotes:
    acme/kit@v0.3.1,
    plot=gitlab::acme/viz/plotr
Config/Needs/website: acme/site-template, rmarkdown
URL: https://acme.github.io/shop, https://github.com/acme/app
`;

describe("cran: DESCRIPTION", () => {
  it("declares every package of every field with its line", () => {
    expect(declared(DESCRIPTION)).toEqual([
      "7 cran.depends runtime acme.core >= 1.2.0 cran r_package:acme.core",
      "9 cran.imports runtime dplyr null cran r_package:dplyr",
      "11 cran.imports runtime log == 2.0 cran r_package:log",
      "13 cran.linking_to runtime Rcpp null cran r_package:Rcpp",
      "14 cran.suggests dev testthat >= 3.0.0 cran r_package:testthat",
      "14 cran.suggests dev fixtures null cran r_package:fixtures",
      "15 cran.enhances dev plotter null cran r_package:plotter",
      "17 cran.remotes runtime kit v0.3.1 git git:github.com/acme/kit",
      "18 cran.remotes runtime plot null git git:gitlab.com/acme/viz/plotr git:gitlab.com/acme/viz",
      "19 cran.needs dev rmarkdown null cran r_package:rmarkdown",
      "19 cran.needs dev site-template null git git:github.com/acme/site-template",
    ]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "r/DESCRIPTION": DESCRIPTION }).declarations[0]).toEqual({
      ecosystem: "cran",
      dependencyType: "r_package",
      sourceFile: "r/DESCRIPTION",
      sourceLine: 7,
      rawReference: "acme.core (>= 1.2.0)",
      artifact: "acme.core",
      versionConstraint: ">= 1.2.0",
      versioning: "cran",
      unbound: null,
      versionComment: null,
      lookups: ["r_package:acme.core"],
      evidence: { class: "manifest", rule: "cran.depends" },
      role: "runtime",
      scope: "r_package:shop",
      locked: null,
    });
  });

  it("finds the line of a reference that spans lines", () => {
    expect(declared("Package: a\nImports: one,\n\n  .\n  two\n\t(>= 1.0\n  ),\n")).toEqual([
      "2 cran.imports runtime one null cran r_package:one",
      "5 cran.imports runtime two >= 1.0 cran r_package:two",
    ]);
  });

  it("ignores comments, with the lines that continue them", () => {
    expect(declared("Package: a\n# Imports: one\n#Suggests:\n    two\nImports: three\n")).toEqual([
      "5 cran.imports runtime three null cran r_package:three",
    ]);
  });

  it("uses the last of several fields with one name, as R does", () => {
    expect(declared("Package: a\nImports: one\nImports: two\n")).toEqual([
      "3 cran.imports runtime two null cran r_package:two",
    ]);
  });

  it("reads BOM and CRLF", () => {
    expect(extract({ DESCRIPTION: `\uFEFF${DESCRIPTION.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ DESCRIPTION }),
    );
  });

  it.each([
    ["an empty file", "DESCRIPTION", ""],
    ["another text of that name", "DESCRIPTION", "This folder contains the kit.\nImports nothing.\n"],
    ["prose with a colon", "DESCRIPTION", "This folder has the kit.\nImports: none, really.\n"],
    ["an Octave package", "DESCRIPTION", "Name: control\nVersion: 3.0\nDepends: octave (>= 4.0), kit\n"],
    ["another file name", "DESCRIPTION.md", DESCRIPTION],
    ["a file in lower case", "description", DESCRIPTION],
  ])("ignores %s", (_, path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });

  it("reads a project without a package name", () => {
    const { declarations, artifacts } = extract({ "app/DESCRIPTION": "Type: project\nImports: kit\n" });
    expect(declarations).toMatchObject([{ artifact: "kit", scope: "unit:cran:app" }]);
    expect(artifacts).toEqual([]);
  });

  it.each([
    ["an entry that is not a package", "Package: a\nImports: ok,\n  not a package\n", 3],
    ["a constraint without an operator", "Package: a\nImports: ok, kit (1.0)\n", 2],
    ["a line that is not a field", "Package: a\nImports: ok\n<<<<<<< HEAD\n", 3],
    ["a remote without a repository", "Package: a\nImports: ok\nRemotes: gitlab::kit\n", 3],
  ])("reports the line of %s, and declares the others", (_, text, line) => {
    const { problems, declarations } = extract({ DESCRIPTION: text });
    expect(problems).toMatchObject([{ file: "DESCRIPTION", line, code: "invalid_syntax" }]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["ok"]);
  });

  it("marks template placeholders as unbound", () => {
    const { declarations, artifacts, problems } = extract({
      "tmpl/DESCRIPTION":
        "Package: {{ name }}\nVersion: 1.0\nImports: {{{ dep }}},\n  kit (>= {{ kit }})\nRemotes: {{ org }}/kit\n",
    });
    expect([artifacts, problems]).toEqual([[], []]);
    expect(declarations).toMatchObject([
      { sourceLine: 3, unbound: "dep", lookups: [] },
      { sourceLine: 5, artifact: "kit", unbound: "org", lookups: [] },
    ]);
  });
});

describe("cran: remotes", () => {
  const remote = (text: string): string[] =>
    declared(`Package: a\nRemotes: ${text}\n`).map((line) => line.replace("2 cran.remotes runtime ", ""));

  it.each([
    ["acme/kit", "kit null git git:github.com/acme/kit"],
    ["github::acme/kit@main", "kit main git git:github.com/acme/kit"],
    ["acme/kit@feature/x", "kit feature/x git git:github.com/acme/kit"],
    ["acme/kit@*release", "kit *release git git:github.com/acme/kit"],
    ["acme/kit#12", "kit #12 git git:github.com/acme/kit"],
    ["acme/mono/pkgs/kit@v1.0.0", "kit v1.0.0 git git:github.com/acme/mono"],
    ["kit=acme/r-kit", "kit null git git:github.com/acme/r-kit"],
    ["kit.data=github::acme/r-kit", "kit.data null git git:github.com/acme/r-kit"],
    ["https://github.com/acme/kit", "kit null git git:github.com/acme/kit"],
    ["gitlab::acme/kit@v1.0.0", "kit v1.0.0 git git:gitlab.com/acme/kit"],
    ["gitlab::acme/viz/kit/-/r@main", "r main git git:gitlab.com/acme/viz/kit"],
    ["bitbucket::acme/kit", "kit null git git:bitbucket.org/acme/kit"],
    ["git::https://git.acme.io/r/kit.git@v1.0.0", "kit v1.0.0 git git:git.acme.io/r/kit"],
    ["git::https://user@git.acme.io/r/kit.git", "kit null git git:git.acme.io/r/kit"],
    ["git@git.acme.io:r/kit.git@main", "kit main git git:git.acme.io/r/kit"],
    ["git::git@git.acme.io:r/mono.git:kit", "kit null git git:git.acme.io/r/mono"],
    ["gitlab::https://git.acme.io/r/kit/-/sub@v1.0.0", "sub v1.0.0 git git:git.acme.io/r/kit"],
  ])("%s", (text, expected) => {
    expect(remote(text)).toEqual([expected]);
  });

  it.each([
    "local::../kit",
    "deps::.",
    "cran::kit",
    "bioc::3.3/limma",
    "any::kit",
    "url::https://a.io/kit.tgz",
    "svn::https://a.io/kit",
    "git::https://github.com/acme/app",
  ])("does not declare %s", (text) => {
    expect(extract({ DESCRIPTION: `Package: a\nRemotes: ${text}\n` })).toMatchObject({
      declarations: [],
      problems: [],
    });
  });

  it("replace the package in the other fields, and have the strongest role there", () => {
    expect(
      declared("Package: a\nImports: kit (>= 1.0)\nSuggests: mocks, kit\nRemotes: acme/kit, acme/mocks\n"),
    ).toEqual([
      "4 cran.remotes runtime kit null git git:github.com/acme/kit",
      "4 cran.remotes dev mocks null git git:github.com/acme/mocks",
    ]);
  });

  it("pin packages of Config/Needs", () => {
    expect(declared("Package: a\nConfig/Needs/coverage: covr@3.6.4, any::xml2\n")).toEqual([
      "2 cran.needs dev covr == 3.6.4 cran r_package:covr",
      "2 cran.needs dev xml2 null cran r_package:xml2",
    ]);
  });
});

describe("cran: artifacts", () => {
  it("announces a package with its version", () => {
    expect(extract({ DESCRIPTION }).artifacts).toEqual([
      {
        ecosystem: "cran",
        artifactType: "r_package",
        name: "shop",
        version: "1.4.0.9000",
        registryUrl: null,
        sourceFile: "DESCRIPTION",
        sourceLine: 1,
        announces: ["r_package:shop"],
        evidence: { class: "manifest", rule: "cran.package" },
      },
    ]);
  });

  it.each([
    ["a website", "DESCRIPTION", "Package: site\nType: Website\nVersion: 0.0.1\n"],
    ["a project", "DESCRIPTION", "Package: app\nType: project\nVersion: 1.0\n"],
    ["a package without a version", "DESCRIPTION", "Package: app\nTitle: App\n"],
    ["a fixture", "tests/testthat/kit/DESCRIPTION", "Package: kit\nVersion: 1.0\n"],
  ])("does not announce %s", (_, path, text) => {
    expect(extract({ [path]: text }).artifacts).toEqual([]);
  });

  it("composes the repository's own packages instead of declaring them", () => {
    const { compositions, declarations } = extract({
      "core/DESCRIPTION": "Package: core\nVersion: 1.0\n",
      "mocks/DESCRIPTION": "Package: mocks\nVersion: 1.0\n",
      "app/DESCRIPTION":
        "Package: app\nVersion: 1.0\nImports: core\nSuggests: mocks\nRemotes: acme/app/core\n",
      "ui/DESCRIPTION": "Type: project\nImports: app\nRemotes: other/app\n",
    });
    expect(compositions).toEqual([{ outer: "r_package:app", inner: "r_package:core" }]);
    expect(declarations.map(({ lookups }) => lookups)).toEqual([["git:github.com/other/app"]]);
  });
});
