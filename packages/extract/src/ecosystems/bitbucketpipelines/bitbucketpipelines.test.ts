import { describe, expect, it } from "vitest";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { bitbucketpipelines } from "./index.ts";

const CI = "bitbucket-pipelines.yml";
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };
const BITBUCKET = { fullPath: "Acme/app", cloneUrl: "git@bitbucket.org:Acme/app.git" };

const extract = (files: Record<string, string>, repository: RepositoryIdentity = BITBUCKET) =>
  extractFiles(files, [bitbucketpipelines], repository);
const declarationsOf = (text: string) => extract({ [CI]: text }).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string, path = CI): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("bitbucketpipelines.", "")} ${rawReference}`,
  );

const TYPICAL = `image: acme/build:1.4
definitions:
  services:
    db:
      image: postgres:16
      variables: { image: acme/text }
  imports:
    shared: shared-pipelines:v1.2.0:ci/shared-pipelines.yml
    local: .bitbucket/own-pipelines.yml
  steps:
    - step: &deploy
        name: Deploy
        image:
          name: registry.acme.io/deploy:2
          username: $USER
        script:
          - pipe: Acme/s3-deploy:1.1.0
            variables:
              pipe: acme/text:1
          # - pipe: acme/old:1
          - echo "pipe acme/text:1"
          - |
            pipe: acme/text:1
          - pipe: docker://acme/notify:3
          - pipe: Acme/s3-deploy:1.1.0
pipelines:
  default:
    - parallel:
        - step: *deploy
        - step: { image: node:20, script: [make] }
    - stage:
        steps:
          - step:
              script: [{ pipe: acme/lint }]
  branches:
    main:
      import: release@shared
  custom:
    nightly:
      import: other-pipelines:main:nightly
`;

describe("bitbucketpipelines: declarations", () => {
  it("declares images, pipes and imports, not values, scripts, comments or local imports", () => {
    expect(declared(TYPICAL)).toEqual([
      "1 image acme/build:1.4",
      "5 image postgres:16",
      "8 import shared-pipelines:v1.2.0:ci/shared-pipelines.yml",
      "14 image registry.acme.io/deploy:2",
      "17 pipe Acme/s3-deploy:1.1.0",
      "24 pipe docker://acme/notify:3",
      "25 pipe Acme/s3-deploy:1.1.0",
      "30 image node:20",
      "34 pipe acme/lint",
      "40 import other-pipelines:main:nightly",
    ]);
  });

  it("looks up a pipe by its name, then the repository of that name", () => {
    expect(declarationsOf(TYPICAL)[4]).toEqual({
      ecosystem: "bitbucketpipelines",
      dependencyType: "bitbucket_pipe",
      sourceFile: CI,
      sourceLine: 17,
      rawReference: "Acme/s3-deploy:1.1.0",
      artifact: "acme/s3-deploy",
      versionConstraint: "1.1.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["bitbucket_pipe:acme/s3-deploy", "git:bitbucket.org/acme/s3-deploy", "path:acme/s3-deploy"],
      evidence: { class: "manifest", rule: "bitbucketpipelines.pipe" },
      role: "ci",
      scope: null,
      locked: null,
    });
  });

  it("looks up an import as a repository of the workspace and a Docker pipe as an image", () => {
    expect(declarationsOf(TYPICAL)[2]).toMatchObject({
      dependencyType: "git_repository",
      artifact: "bitbucket.org/acme/shared-pipelines",
      versionConstraint: "v1.2.0",
      lookups: ["path:acme/shared-pipelines"],
    });
    expect(declarationsOf(TYPICAL)[5]).toMatchObject({
      dependencyType: "container_image",
      artifact: "docker.io/acme/notify",
      versionConstraint: "3",
    });
  });

  it("leaves variables unbound", () => {
    const text =
      "image: acme/base:$TAG\npipelines:\n  default:\n  - step: { image: $IMAGE }\n  - step: { script: [{pipe: 'acme/a:$V'}] }\n";
    expect(declarationsOf(text).map(({ unbound, lookups }) => [unbound, lookups.length > 0])).toEqual([
      ["TAG", true],
      ["IMAGE", false],
      ["V", true],
    ]);
  });

  it("ignores references to the repository itself", () => {
    const text = "x:\n- pipe: acme/app:1\n- import: app:main:a\n- import: acme/app:main:a\n";
    expect(extract({ [CI]: text })).toEqual(NOTHING);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CI]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([1, 5, 8, 14, 17, 24, 25, 30, 34, 40]);
  });
});

describe("bitbucketpipelines: files", () => {
  const SHARED = "export: true\ndefinitions:\n  pipelines:\n    a:\n      - step: { image: acme/a:1 }\n";

  it("reads pipelines and the files they can import", () => {
    for (const path of [`sub/${CI}`, ".bitbucket/shared-pipelines.yml", "pipelines.yaml"])
      expect(extract({ [path]: SHARED }).declarations).toHaveLength(1);
  });

  it.each([
    ["azure-pipelines.yml", SHARED],
    [".github/pipelines.yml", SHARED],
    ["shared-pipelines.yml", "pipelines:\n  a: { image: acme/a:1 }\n"],
    ["pipe.yml", "name: a\n"],
    ["sub/pipe.yml", "image: acme/a:1\n"],
  ])("ignores another tool's %s", (path, text) => {
    expect(extract({ [path]: text })).toEqual(NOTHING);
  });

  it("finds nothing in an empty file", () => {
    for (const text of ["", "# nothing\n", "pipelines:\n"]) expect(extract({ [CI]: text })).toEqual(NOTHING);
  });

  it.each([
    ["invalid YAML", "image: [\n\n", 3],
    ["a file that is a list", "- step: {}\n", 1],
    ["an invalid pipe reference", "x:\n- pipe: a b\n", 2],
    ["an invalid image reference", "image: a:b:c\n", 1],
    ["an invalid import", "x:\n- import: 'a b:c'\n", 2],
  ])("reports the file and line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ [CI]: text });
    expect(problems).toMatchObject([{ file: CI, code: "invalid_syntax", line }]);
    expect(declarations).toEqual([]);
  });
});

it("bitbucketpipelines: produces a pipe named after its repository, and the pipe's image", () => {
  const { artifacts } = extract({ "pipe.yml": "name: Notify\nimage: acme/notify:3.1.0\n" });
  expect(artifacts).toMatchObject([
    {
      artifactType: "bitbucket_pipe",
      name: "acme/app",
      version: "3.1.0",
      sourceLine: 2,
      announces: ["bitbucket_pipe:acme/app"],
    },
    {
      artifactType: "container_image",
      name: "docker.io/acme/notify",
      announces: ["container_image:docker.io/acme/notify"],
    },
  ]);
});

describe("bitbucketpipelines: compositions", () => {
  it("build a pipe from its image, and that from the Dockerfile", () => {
    const compositions = (files: Record<string, string>): string[] =>
      extractFiles(files, [bitbucketpipelines]).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);
    const pipe = { "pipe.yml": "name: Deploy\nimage: acme/deploy-pipe:1.0.0\n" };
    const image = "container_image:docker.io/acme/deploy-pipe";
    expect(compositions(pipe)).toEqual([`bitbucket_pipe:acme/app < ${image}`]);
    expect(compositions({ ...pipe, Dockerfile: "FROM scratch\n" })).toEqual([
      `bitbucket_pipe:acme/app < ${image}`,
      `${image} < unit:docker:Dockerfile`,
    ]);
  });
});
