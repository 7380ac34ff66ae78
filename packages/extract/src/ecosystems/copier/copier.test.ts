import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { copier } from "./index.ts";

const ANSWERS = ".copier-answers.yml";
const CRUFT = ".cruft.json";
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [copier]);
const declarationsOf = (text: string, path = ANSWERS) => extract({ [path]: text }).declarations;

/** The declaration of a project generated from a template. */
const generatedFrom = (source: string) => declarationsOf(`_src_path: ${source}\n`)[0];

const TYPICAL = `# Changes here will be overwritten by Copier
_commit: v1.2.0
# _src_path: gh:acme/old
_src_path: gh:Acme/template
description: made of gh:acme/text
name: app
`;

const CRUFT_TYPICAL = `{
  "template": "https://github.com/acme/cookiecutter-app",
  "commit": "${SHA}",
  "checkout": "v2.1.0",
  "context": { "cookiecutter": { "template": "acme/text" } },
  "directory": null
}
`;

describe("copier: declarations", () => {
  it("declares the template of a project at the generated version", () => {
    expect(declarationsOf(TYPICAL)).toEqual([
      {
        ecosystem: "copier",
        dependencyType: "project_template",
        sourceFile: ANSWERS,
        sourceLine: 4,
        rawReference: "gh:Acme/template@v1.2.0",
        artifact: "github.com/acme/template",
        versionConstraint: "v1.2.0",
        versioning: "git",
        unbound: null,
        versionComment: null,
        lookups: ["project_template:github.com/acme/template", "git:github.com/acme/template"],
        evidence: { class: "manifest", rule: "copier.answers" },
        role: "dev",
        scope: null,
        locked: null,
      },
    ]);
  });

  it("declares the template of a Cookiecutter project by commit, with the requested tag as version comment", () => {
    expect(declarationsOf(CRUFT_TYPICAL, CRUFT)).toMatchObject([
      {
        sourceLine: 2,
        rawReference: `https://github.com/acme/cookiecutter-app@${SHA}`,
        artifact: "github.com/acme/cookiecutter-app",
        versionConstraint: SHA,
        versionComment: "v2.1.0",
        evidence: { rule: "copier.cruft" },
      },
    ]);
    expect(declarationsOf(CRUFT_TYPICAL.replace('"v2.1.0"', "null"), CRUFT)).toMatchObject([
      { versionConstraint: SHA, versionComment: null },
    ]);
  });

  it.each([
    ["gl:acme/template.git", "gitlab.com/acme/template"],
    ["bb:acme/template", "bitbucket.org/acme/template"],
    ["git+https://git.acme.io/acme/template.git", "git.acme.io/acme/template"],
    ["git@git.acme.io:acme/template.git", "git.acme.io/acme/template"],
    ["'https://github.com/acme/template'", "github.com/acme/template"],
  ])("reads %s as %s, without a constraint if there is no commit", (source, artifact) => {
    expect(generatedFrom(source)).toMatchObject({ artifact, versionConstraint: null });
  });

  it("ignores local templates and the repository itself", () => {
    for (const source of [
      "../template",
      "'../{{ name }}'",
      "/srv/template",
      "~/template",
      "C:\\template",
      "file:///x/y",
      "gh:acme/app",
      "word",
    ])
      expect(generatedFrom(source)).toBeUndefined();
  });

  it("leaves a placeholder in the URL unbound", () => {
    expect(generatedFrom("'https://github.com/{{ org }}/template'")).toMatchObject({
      unbound: "org",
      lookups: [],
    });
  });

  it("declares one template per file, in any folder", () => {
    const files = {
      "a/.copier-answers.ci.yml": TYPICAL,
      "b/.copier-answers.yaml": TYPICAL,
      "c/.cruft.json": CRUFT_TYPICAL,
    };
    expect(extract(files).declarations.map(({ sourceFile, sourceLine }) => [sourceFile, sourceLine])).toEqual(
      [
        ["a/.copier-answers.ci.yml", 4],
        ["b/.copier-answers.yaml", 4],
        ["c/.cruft.json", 2],
      ],
    );
  });

  it("accepts a byte-order mark and CRLF", () => {
    for (const [path, text, line] of [
      [ANSWERS, TYPICAL, 4],
      [CRUFT, CRUFT_TYPICAL, 2],
    ] as const) {
      const { declarations, problems } = extract({ [path]: `\uFEFF${text.replaceAll("\n", "\r\n")}` });
      expect(problems).toEqual([]);
      expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([line]);
    }
  });

  it("finds nothing in empty and unrelated files", () => {
    for (const text of ["", "# nothing\n", "name: app\n"])
      expect(extract({ [ANSWERS]: text })).toEqual(NOTHING);
    expect(extract({ "copier-answers.yml": TYPICAL, "cruft.json": CRUFT_TYPICAL })).toEqual(NOTHING);
  });

  it.each([
    ["invalid YAML", ANSWERS, "_src_path: [\n", 2],
    ["answers that are a list", ANSWERS, "- _src_path: gh:acme/x\n", 1],
    ["invalid JSON", CRUFT, '{\n"template" "x"\n}', 2],
    ["a project without a template", CRUFT, '{\n"commit": "x"\n}', 1],
  ])("reports the file and line of %s", (_, path, text, line) => {
    const { problems, declarations } = extract({ [path]: text });
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("copier: artifacts", () => {
  it.each([
    ["copier.yml", "name: { type: str }\n", "copier.copier_template"],
    ["copier.yaml", "", "copier.copier_template"],
    ["cookiecutter.json", '{ "name": "app" }', "copier.cookiecutter_template"],
  ])("produces a template from %s", (path, text, rule) => {
    expect(extract({ [path]: text }).artifacts).toEqual([
      {
        ecosystem: "copier",
        artifactType: "project_template",
        name: "github.com/acme/app",
        version: null,
        registryUrl: null,
        sourceFile: path,
        sourceLine: 1,
        announces: ["project_template:github.com/acme/app"],
        evidence: { class: "manifest", rule },
      },
    ]);
  });

  it("produces one template for both tools, and none below the root", () => {
    expect(extract({ "copier.yml": "", "cookiecutter.json": "{}" }).artifacts).toHaveLength(1);
    expect(extract({ "sub/copier.yml": "", "sub/cookiecutter.json": "{}" })).toEqual(NOTHING);
  });
});
