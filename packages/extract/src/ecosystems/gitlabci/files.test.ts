import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gitlabci } from "./index.ts";

const CI = ".gitlab-ci.yml";
const REPOSITORY = { fullPath: "acme/ci", cloneUrl: "https://gitlab.acme.io/acme/ci.git" };

const extract = (files: Record<string, string>, repository = REPOSITORY) =>
  extractFiles(files, [gitlabci], repository);

/** The files with declarations. */
const filesRead = (files: Record<string, string>): string[] => [
  ...new Set(extract(files).declarations.map(({ sourceFile }) => sourceFile)),
];

const JOB = "test:\n  stage: test\n  image: node:20\n  script: npm test\n";
/** Not specific to GitLab. */
const IMAGE_ONLY = "image: node:20\nvariables: {A: b}\n";

describe("gitlabci: files", () => {
  it.each([
    CI,
    "service/.gitlab-ci.yml",
    ".gitlab-ci.yaml",
    ".gitlab-ci-deploy.yml",
    "gitlab-ci.yml",
    "jobs/Build.gitlab-ci.yml",
  ])("reads %s as a pipeline", (path) => {
    expect(filesRead({ [path]: IMAGE_ONLY })).toEqual([path]);
  });

  it("reads files that pipelines include, directly or not, by path and by pattern", () => {
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
    expect(filesRead(files)).toEqual([
      "any/thing/x.yml",
      "any/x.yml",
      "ci/a.yml",
      "ci/b.yml",
      "ci/more/d.yml",
      "deep/er/g.yml",
      "deep/f.yml",
    ]);
  });

  it("ignores a pattern that is longer than any path", () => {
    const include = `include: ["*${"x".repeat(100_000)}", ci/a.yml]\n`;
    expect(filesRead({ [CI]: include, "ci/a.yml": IMAGE_ONLY })).toEqual(["ci/a.yml"]);
  });

  it("reads files written for other projects, recognized by their content", () => {
    expect(filesRead({ "jobs/node.yml": JOB })).toEqual(["jobs/node.yml"]);
    expect(filesRead({ "all.yml": "include:\n  - project: acme/other\n    file: a.yml\n" })).toEqual([
      "all.yml",
    ]);
    expect(
      filesRead({ "docs/node.yml": JOB, "tests/fixtures/node.yml": JOB, "node.yml": IMAGE_ONLY }),
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
  ])("ignores another tool's %s", (path, text) => {
    expect(extract({ [path]: text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
    expect(gitlabci.claims({ path: "README.md", text })).toBe(false);
  });

  it.each(["", "# image: node:20\n", "\uFEFF", "---\n"])("finds nothing in an empty file: %j", (text) => {
    expect(extract({ [CI]: text, "templates/a.yml": text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("reports the file and line of malformed YAML, if GitLab reads the file", () => {
    const broken = "image: node:20\nscripts: [\na: }\n";
    expect(extract({ [CI]: broken }).problems).toMatchObject([{ file: CI, line: 3, code: "invalid_syntax" }]);
    expect(extract({ "other.yml": broken })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
    expect(extract({ [CI]: "include: other.yml\n", "other.yml": broken }).problems).toMatchObject([
      { file: "other.yml", line: 3, code: "invalid_syntax" },
    ]);
    expect(extract({ "templates/a.yml": "spec:\n  inputs:\n    a: [\n---\nb: }\n" })).toMatchObject({
      artifacts: [{ name: "gitlab.acme.io/acme/ci/a" }],
      problems: [
        { file: "templates/a.yml", line: 3 },
        { file: "templates/a.yml", line: 5 },
      ],
    });
  });

  it("reports a pipeline that is a list", () => {
    expect(extract({ [CI]: "\n- image: node\n" }).problems).toMatchObject([
      { file: CI, line: 2, message: "gitlabci: A pipeline must be a map." },
    ]);
  });

  it("reports the line of invalid references and declares the others", () => {
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
      '3 gitlabci: "alone" is not a valid project reference.',
      '4 gitlabci: "lint@1" is not a valid component reference.',
      '6 gitlabci: "node:no tag" is not a valid image reference.',
    ]);
  });
});

describe("gitlabci: components", () => {
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
  ])("produces and reads the component %s", (path, name) => {
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

  it("announces the name by which consumers look up a component", () => {
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
  ])("does not read %s as a component", (path) => {
    const types = extract({ [path]: COMPONENT }).artifacts.map(({ artifactType }) => artifactType);
    expect(types).toEqual(["gitlab_ci_file"]);
  });

  it("requires a spec header", () => {
    expect(extract({ "templates/a.yml": "steps:\n  - script: x\n" }).artifacts).toEqual([]);
    expect(
      extract({ "templates/a.yml": "apiVersion: v1\nkind: X\nspec:\n  inputs: {}\n" }).artifacts,
    ).toEqual([]);
  });
});

describe("gitlabci: files that others include", () => {
  const including = (...locals: string[]): string =>
    `include:\n${locals.map((each) => `  - local: ${each}\n`).join("")}${JOB}`;
  const scopes = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ sourceFile, role, scope }) => `${sourceFile}: ${role} ${scope}`);

  it("have a scope, unlike the own pipeline", () => {
    const files = {
      [CI]: including(".gitlab/ci/test.yml", "jobs/build.yml"),
      ".gitlab/ci/test.yml": JOB,
      "jobs/build.yml": JOB,
      "deploy.gitlab-ci.yml": JOB,
    };
    expect(scopes(files)).toEqual([
      ".gitlab-ci.yml: ci null",
      ".gitlab/ci/test.yml: ci null",
      "deploy.gitlab-ci.yml: ci gitlab_ci_file:acme/ci/deploy.gitlab-ci.yml",
      "jobs/build.yml: ci gitlab_ci_file:acme/ci/jobs/build.yml",
    ]);
  });

  it("are artifacts once another project includes them", () => {
    const [file] = extract({ "jobs/build.yml": JOB }).artifacts;
    expect(file).toMatchObject({ artifactType: "gitlab_ci_file", assumed: true, sourceLine: 1 });
    const text = "include: { project: acme/ci, file: /jobs/build.yml }\n";
    const [include] = extract(
      { [CI]: text },
      { fullPath: "acme/app", cloneUrl: "https://gitlab.acme.io/acme/app.git" },
    ).declarations;
    expect(file?.announces).toContain(include?.lookups[0]);
  });

  it("contain the files that they include", () => {
    const { compositions } = extract({
      [CI]: including(".gitlab/ci/shared.yml"),
      "jobs/all.yml": including("/jobs/b*.yml", ".gitlab/ci/shared.yml", "missing.yml"),
      "jobs/build.yml": JOB,
      ".gitlab/ci/shared.yml": JOB,
      "templates/lint.yml": `spec:\n  inputs: {}\n---\n${including("jobs/build.yml")}`,
    });
    expect(compositions.map(({ outer, inner }) => `${outer} < ${inner}`)).toEqual([
      "gitlab_ci_file:acme/ci/jobs/all.yml < gitlab_ci_file:acme/ci/jobs/build.yml",
      "gitlab_ci_file:acme/ci/jobs/all.yml < gitlab_ci_file:acme/ci/.gitlab/ci/shared.yml",
      "gitlab_component:gitlab.acme.io/acme/ci/lint < gitlab_ci_file:acme/ci/jobs/build.yml",
    ]);
  });
});
