import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gitlabci } from "./index.ts";

const CI = ".gitlab-ci.yml";
const REPOSITORY = { fullPath: "acme/ci", cloneUrl: "https://gitlab.acme.io/acme/ci.git" };

const extract = (files: Record<string, string>, repository = REPOSITORY) =>
  extractFiles(files, [gitlabci], repository);

/** The files of which something was declared. */
const readFrom = (files: Record<string, string>): string[] => [
  ...new Set(extract(files).declarations.map(({ sourceFile }) => sourceFile)),
];

const JOB = "test:\n  stage: test\n  image: node:20\n  script: npm test\n";
/** Says nothing of GitLab by itself. */
const IMAGE_ONLY = "image: node:20\nvariables: {A: b}\n";

describe("gitlabci files", () => {
  it.each([
    CI,
    "service/.gitlab-ci.yml",
    ".gitlab-ci.yaml",
    ".gitlab-ci-deploy.yml",
    "gitlab-ci.yml",
    "jobs/Build.gitlab-ci.yml",
  ])("%s is a pipeline", (path) => {
    expect(readFrom({ [path]: IMAGE_ONLY })).toEqual([path]);
  });

  it("are what a pipeline includes, however far, by path and by pattern", () => {
    const files = {
      [CI]: "include:\n  - /ci/a.yml\n  - local: ci/more/*.yml\n  - local: 'deep/**.yml'\n  - local: any/**/x.yml\n",
      "ci/a.yml": `include: {local: ci/b.yml}\n${IMAGE_ONLY}`,
      "ci/b.yml": `include: ci/a.yml\n${IMAGE_ONLY}`,
      "ci/c.yml": IMAGE_ONLY,
      "ci/more/d.yml": IMAGE_ONLY,
      "ci/more/below/e.yml": IMAGE_ONLY,
      "deep/f.yml": IMAGE_ONLY,
      "deep/er/g.yml": IMAGE_ONLY,
      "any/x.yml": IMAGE_ONLY,
      "any/thing/x.yml": IMAGE_ONLY,
    };
    expect(readFrom(files)).toEqual([
      "any/thing/x.yml",
      "any/x.yml",
      "ci/a.yml",
      "ci/b.yml",
      "ci/more/d.yml",
      "deep/er/g.yml",
      "deep/f.yml",
    ]);
  });

  it("are none by a pattern that is longer than any path", () => {
    const include = `include: ["*${"x".repeat(100_000)}", ci/a.yml]\n`;
    expect(readFrom({ [CI]: include, "ci/a.yml": IMAGE_ONLY })).toEqual(["ci/a.yml"]);
  });

  it("are also those that can only be made for other projects: told by their jobs", () => {
    expect(readFrom({ "jobs/node.yml": JOB })).toEqual(["jobs/node.yml"]);
    expect(readFrom({ "all.yml": "include:\n  - project: acme/other\n    file: a.yml\n" })).toEqual([
      "all.yml",
    ]);
    expect(
      readFrom({ "docs/node.yml": JOB, "tests/fixtures/node.yml": JOB, "node.yml": IMAGE_ONLY }),
    ).toEqual([]);
  });

  it.each([
    [".github/workflows/ci.yml", JOB],
    ["compose.yaml", "include: [{project_directory: x, path: y}]\nservices: {a: {image: node}}\n"],
    ["deploy.yaml", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: node:20\n"],
    [".travis.yml", "language: node\nscript: npm test\nservices: [docker]\nstages: [test]\n"],
    ["azure-pipelines.yml", "trigger: [main]\nstages:\n  - stage: a\n    jobs: [{script: x}]\n"],
    ["chart/templates/job.yaml", "{{- if .Values.on }}\nimage: node\n{{- end }}\n"],
    ["values.yaml", "image: node:20\njob: {script: x, image: y}\n"],
    ["scripts.yaml", "wake:\n  alias: Wake\n  sequence: []\n"],
    ["bitbucket-pipelines.yml", "image: node:20\npipelines: {default: [{step: {script: [x]}}]}\n"],
  ])("%s of another tool is none", (path, text) => {
    expect(extract({ [path]: text })).toEqual({ declarations: [], artifacts: [], problems: [] });
    expect(gitlabci.claims({ path: "README.md", text })).toBe(false);
  });

  it.each(["", "# image: node:20\n", "\uFEFF", "---\n"])("may be empty: %j", (text) => {
    expect(extract({ [CI]: text, "templates/a.yml": text })).toEqual({
      declarations: [],
      artifacts: [],
      problems: [],
    });
  });

  it("that are malformed are a problem with file and line, if GitLab would read them", () => {
    const broken = "image: node:20\nscripts: [\na: }\n";
    expect(extract({ [CI]: broken }).problems).toMatchObject([{ file: CI, line: 3, code: "invalid_syntax" }]);
    expect(extract({ "other.yml": broken })).toEqual({ declarations: [], artifacts: [], problems: [] });
    expect(extract({ [CI]: "include: other.yml\n", "other.yml": broken }).problems).toMatchObject([
      { file: "other.yml", line: 3, code: "invalid_syntax" },
    ]);
    expect(extract({ "templates/a.yml": "spec:\n  inputs:\n    a: [\n---\nb: }\n" })).toMatchObject({
      artifacts: [],
      problems: [{ file: "templates/a.yml" }],
    });
  });

  it("that are no map are a problem", () => {
    expect(extract({ [CI]: "\n- image: node\n" }).problems).toMatchObject([
      { file: CI, line: 2, message: "gitlabci: A pipeline is a map." },
    ]);
  });

  it("that name what can be nothing are a problem with their line, and keep the rest", () => {
    const { declarations, problems } = extract({
      [CI]: `include:
  - project: alone
    file: a.yml
  - component: lint@1
a:
  image: node:no tag
b:
  image: node:20
`,
    });
    expect(declarations).toHaveLength(1);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 gitlabci: "alone" names no project.',
      '4 gitlabci: "lint@1" names no component.',
      '6 gitlabci: "node:no tag" names no image.',
    ]);
  });
});

describe("gitlabci components", () => {
  const COMPONENT = `# Lints.
spec:
  inputs:
    version: {default: "2"}
---
lint:
  image: registry.acme.io/acme/lint:$[[ inputs.version ]]
  script: lint
`;

  it.each([
    ["templates/lint.yml", "lint"],
    ["templates/lint/template.yml", "lint"],
  ])("%s is produced as host, path and name, and read", (path, name) => {
    const { artifacts, declarations } = extract({ [path]: COMPONENT });
    expect(artifacts).toEqual([
      {
        ecosystem: "gitlabci",
        artifactType: "gitlab_component",
        name: `gitlab.acme.io/acme/ci/${name}`,
        version: null,
        registryUrl: null,
        sourceFile: path,
        sourceLine: 2,
        announces: [`gitlab_component:gitlab.acme.io/acme/ci/${name}`],
        evidence: { class: "manifest", rule: "gitlabci.component" },
      },
    ]);
    expect(declarations).toMatchObject([
      { sourceLine: 7, artifact: "registry.acme.io/acme/lint", versionConstraint: "2", unbound: null },
    ]);
  });

  it("are asked for by the name that they announce", () => {
    const [announced] = extract({ "templates/lint.yml": COMPONENT }).artifacts[0]?.announces ?? [];
    const text = "include: {component: $CI_SERVER_FQDN/acme/ci/lint@1.0.0}\n";
    const consumer = { fullPath: "acme/app", cloneUrl: "git@gitlab.acme.io:acme/app.git" };
    expect(extract({ [CI]: text }, consumer).declarations[0]?.lookups[0]).toBe(announced);
  });

  it.each([
    "templates/a/b/template.yml",
    "templates/lint/other.yml",
    "lint.yml",
    "chart/templates/lint.yml",
    "templates/lint.yaml",
  ])("%s is none", (path) => {
    expect(extract({ [path]: COMPONENT }).artifacts).toEqual([]);
  });

  it("need a header: a template without one, of a chart or of another pipeline, is none", () => {
    expect(extract({ "templates/a.yml": "steps:\n  - script: x\n" }).artifacts).toEqual([]);
    expect(
      extract({ "templates/a.yml": "apiVersion: v1\nkind: X\nspec:\n  inputs: {}\n" }).artifacts,
    ).toEqual([]);
  });
});
