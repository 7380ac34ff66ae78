import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { pub } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [pub]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.versioning} ${each.lookups.join(" ")}`;
const declared = (text: string, path = "pubspec.yaml"): Declaration[] =>
  extract({ [path]: text }).declarations;
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };

const PUBSPEC = `name: acme_shop
version: 1.4.0+12
environment:
  sdk: ^3.4.0
dependencies:
  flutter:
    sdk: flutter
  http: ^1.2.0 # the client
  # old: ^1.0.0
  path: any
  collection:
  acme_ui:
    hosted: https://pub.acme.io
    version: ">=2.0.0 <3.0.0"
  renamed: { hosted: { name: acme_real, url: "https://pub.acme.io" }, version: 1.0.0 }
  acme_kit:
    git: https://github.com/acme/kit.git
  acme_log:
    git:
      ref: v1.0.0
      url: git@github.com:acme/log.git
      path: packages/log
  acme_tagged:
    git: { url: "https://github.com/acme/tagged", tag_pattern: "v{{version}}" }
    version: ^2.0.0
  acme_local: { path: packages/local }
  acme_outside: { path: ../outside }
  acme_own: { git: "https://github.com/acme/app" }
dev_dependencies:
  test: 1.25.0
  http: ^1.0.0
dependency_overrides:
  acme_kit: { git: { url: "ssh://git@git.acme.io/acme/kit", ref: main } }
`;

describe("pub: pubspec.yaml", () => {
  it("declares every entry of every section with its line", () => {
    expect(declared(PUBSPEC).map(summary)).toEqual([
      "8 pub.dependencies http ^1.2.0 pub dart_package:http",
      "10 pub.dependencies path any pub dart_package:path",
      "11 pub.dependencies collection null pub dart_package:collection",
      "12 pub.dependencies acme_ui >=2.0.0 <3.0.0 pub dart_package:acme_ui",
      "15 pub.dependencies acme_real 1.0.0 pub dart_package:acme_real",
      "17 pub.dependencies acme_kit null git git:github.com/acme/kit",
      "21 pub.dependencies acme_log v1.0.0 git git:github.com/acme/log",
      "24 pub.dependencies acme_tagged ^2.0.0 pub git:github.com/acme/tagged",
      "27 pub.dependencies acme_outside null pub dart_package:acme_outside",
      "30 pub.dev_dependencies test 1.25.0 pub dart_package:test",
      "31 pub.dev_dependencies http ^1.0.0 pub dart_package:http",
      "33 pub.dependency_overrides acme_kit main git git:git.acme.io/acme/kit",
    ]);
  });

  it("fills in every field of a declaration", () => {
    expect(declared(PUBSPEC)[6]).toEqual({
      ecosystem: "pub",
      dependencyType: "dart_package",
      sourceFile: "pubspec.yaml",
      sourceLine: 21,
      rawReference: "acme_log git@github.com:acme/log.git v1.0.0",
      artifact: "acme_log",
      versionConstraint: "v1.0.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["git:github.com/acme/log"],
      targetName: "dart_package:acme_log",
      evidence: { class: "manifest", rule: "pub.dependencies" },
      role: "runtime",
      scope: "dart_package:acme_shop",
      locked: null,
    });
  });

  it("skips the repository's own packages, except those in test folders", () => {
    const { declarations } = extract({
      "a/pubspec.yaml": "name: a\ndependencies: { b: ^1.0.0, mock: ^1.0.0 }\n",
      "b/pubspec.yaml": "name: b\npublish_to: none\nresolution: workspace\n",
      "test/fixtures/pubspec.yaml": "name: mock\n",
    });
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["mock"]);
  });

  it("reads pubspec_overrides.yaml, BOM and CRLF, and ignores lock files", () => {
    expect(declared("dependency_overrides: { a: 1.0.0 }\n", "x/pubspec_overrides.yaml")).toHaveLength(1);
    expect(extract({ "pubspec.lock": PUBSPEC, "my_pubspec.yaml": PUBSPEC, "pubspec.yaml": "" })).toEqual(
      NOTHING,
    );
    expect(extract({ "pubspec.yaml": `\uFEFF${PUBSPEC.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "pubspec.yaml": PUBSPEC }),
    );
  });

  it("marks template placeholders as unbound", () => {
    const text = "name: {{ name }}\ndependencies:\n  http: ^{{ http }}\n  {{ other }}: 1.0.0\n";
    const { declarations, artifacts, problems } = extract({ "__brick__/pubspec.yaml": text });
    expect([artifacts, problems]).toEqual([[], []]);
    expect(declarations).toMatchObject([
      { sourceLine: 3, artifact: "http", unbound: "http" },
      { sourceLine: 4, unbound: "other", lookups: [] },
    ]);
  });

  it.each([
    ["invalid YAML", "name: [\n", 2],
    ["a list", "\n- a\n", 2],
    ["a section that is a list", "dependencies:\n  - http\n", 2],
    ["an entry that is a list", "dependencies:\n  http: [1]\n", 2],
    ["git without a URL", "dependencies:\n  kit: { git: { ref: main } }\n", 2],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ "pubspec.yaml": text });
    expect(problems).toMatchObject([{ file: "pubspec.yaml", line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("pub: artifacts", () => {
  it("announces a package with its version and server", () => {
    const { artifacts } = extract({ "pubspec.yaml": `${PUBSPEC}publish_to: https://pub.acme.io\n` });
    expect(artifacts).toEqual([
      {
        ecosystem: "pub",
        artifactType: "dart_package",
        name: "acme_shop",
        version: "1.4.0+12",
        registryUrl: "https://pub.acme.io",
        sourceFile: "pubspec.yaml",
        sourceLine: 1,
        announces: ["dart_package:acme_shop"],
        evidence: { class: "manifest", rule: "pub.name" },
      },
    ]);
  });

  it.each([
    ["an application", "pubspec.yaml", "name: a\npublish_to: none\n"],
    ["a fixture", "test/fixtures/pubspec.yaml", "name: a\n"],
    ["a pubspec without a name", "pubspec.yaml", "dependencies: {}\n"],
  ])("does not announce %s", (_, path, text) => {
    expect(extract({ [path]: text }).artifacts).toEqual([]);
  });
});
