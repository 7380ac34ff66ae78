import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { copier } from "./index.ts";

const ANSWERS = ".copier-answers.yml";
const CRUFT = ".cruft.json";
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";
const NOTHING = { declarations: [], artifacts: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [copier]);
const declarationsOf = (text: string, path = ANSWERS) => extract({ [path]: text }).declarations;

/** The declaration of a project made of this template. */
const made = (source: string) => declarationsOf(`_src_path: ${source}\n`)[0];

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

describe("copier declarations", () => {
  it("are the template of a project, at the version it was made of", () => {
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
      },
    ]);
  });

  it("are the template of a project of cookiecutter, by its commit; what was asked for is the version comment", () => {
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
  ])("of %s are for %s; without a commit there is no constraint", (source, artifact) => {
    expect(made(source)).toMatchObject({ artifact, versionConstraint: null });
  });

  it("are none for templates on a machine, and for the repository itself", () => {
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
      expect(made(source)).toBeUndefined();
  });

  it("are unbound where a template fills in its own address", () => {
    expect(made("'https://github.com/{{ org }}/template'")).toMatchObject({ unbound: "org", lookups: [] });
  });

  it("are one for each file, in any folder", () => {
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

  it("are right with a byte-order mark and CRLF", () => {
    for (const [path, text, line] of [
      [ANSWERS, TYPICAL, 4],
      [CRUFT, CRUFT_TYPICAL, 2],
    ] as const) {
      const { declarations, problems } = extract({ [path]: `\uFEFF${text.replaceAll("\n", "\r\n")}` });
      expect(problems).toEqual([]);
      expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([line]);
    }
  });

  it("are none for an empty file, and in other files", () => {
    for (const text of ["", "# nothing\n", "name: app\n"])
      expect(extract({ [ANSWERS]: text })).toEqual(NOTHING);
    expect(extract({ "copier-answers.yml": TYPICAL, "cruft.json": CRUFT_TYPICAL })).toEqual(NOTHING);
  });

  it.each([
    ["YAML that is none", ANSWERS, "_src_path: [\n", 2],
    ["a list", ANSWERS, "- _src_path: gh:acme/x\n", 1],
    ["JSON that is none", CRUFT, '{\n"template" "x"\n}', 2],
    ["a project without its template", CRUFT, '{\n"commit": "x"\n}', 1],
  ])("tell file and line of %s", (_, path, text, line) => {
    const { problems, declarations } = extract({ [path]: text });
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});

describe("copier artifacts", () => {
  it.each([
    ["copier.yml", "name: { type: str }\n", "copier.copier_template"],
    ["copier.yaml", "", "copier.copier_template"],
    ["cookiecutter.json", '{ "name": "app" }', "copier.cookiecutter_template"],
  ])("are the template that a repository is: %s", (path, text, rule) => {
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

  it("are one for both tools, and none below the root", () => {
    expect(extract({ "copier.yml": "", "cookiecutter.json": "{}" }).artifacts).toHaveLength(1);
    expect(extract({ "sub/copier.yml": "", "sub/cookiecutter.json": "{}" })).toEqual(NOTHING);
  });
});
