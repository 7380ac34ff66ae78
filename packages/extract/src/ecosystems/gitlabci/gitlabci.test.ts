import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gitlabci } from "./index.ts";

const CI = ".gitlab-ci.yml";
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";
const DIGEST = `sha256:${"a".repeat(64)}`;
const REPOSITORY = {
  fullPath: "Acme/shop/App",
  cloneUrl: "ssh://git@gitlab.acme.io:2222/Acme/shop/App.git",
};

const extract = (files: Record<string, string>, repository = REPOSITORY) =>
  extractFiles(files, [gitlabci], repository);
const declarationsOf = (text: string) => extract({ [CI]: text }).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("gitlabci.", "")} ${rawReference}`,
  );

const TYPICAL = `stages: [build, deploy]
include:
  - project: acme/ci-templates
    ref: v1.2.0
    file:
      - /jobs/build.yml
      - 'jobs/deploy.yml'
  - project: Acme/platform/pipelines/Security
    file: scan.yml
  - component: $CI_SERVER_FQDN/acme/components/lint@~latest
  - component: gitlab.com/components/sast/scan@1
  - remote: 'https://gitlab.com/acme/ci/-/raw/main/jobs/test.yml'
  - template: Jobs/SAST.gitlab-ci.yml
  - local: /ci/local.yml
  # - project: acme/old
default:
  image: registry.acme.io/acme/node:20
  services: [ "postgres:16" ]
variables:
  TAG: "1.4"
  BASE: { value: registry.acme.io/acme/base, description: The base }
build:
  stage: build
  image: { name: "$BASE:\${TAG}", entrypoint: [""] }
  services:
    - name: docker:27-dind
      alias: docker
    - redis:7
  script:
    - "image: acme/text:1"
    - docker pull acme/pulled
  needs:
    - project: acme/libs
      job: build
      ref: main
      artifacts: true
deploy:
  stage: deploy
  trigger:
    project: acme/deploy
    branch: production
notify:
  trigger: acme/ops/notify
`;

const EXPECTED = [
  "6 include_project acme/ci-templates:/jobs/build.yml@v1.2.0",
  "7 include_project acme/ci-templates:jobs/deploy.yml@v1.2.0",
  "9 include_project Acme/platform/pipelines/Security:scan.yml",
  "10 include_component $CI_SERVER_FQDN/acme/components/lint@~latest",
  "11 include_component gitlab.com/components/sast/scan@1",
  "12 include_remote https://gitlab.com/acme/ci/-/raw/main/jobs/test.yml",
  "17 image registry.acme.io/acme/node:20",
  "18 service postgres:16",
  "24 image registry.acme.io/acme/base:1.4",
  "26 service docker:27-dind",
  "28 service redis:7",
  "33 needs_project acme/libs@main",
  "40 trigger_project acme/deploy@production",
  "43 trigger_project acme/ops/notify",
];

describe("gitlabci: declarations", () => {
  it("declares includes, images, triggers and needs, not comments, scripts or templates", () => {
    expect(declared(TYPICAL)).toEqual(EXPECTED);
    expect(extract({ [CI]: TYPICAL }).problems).toEqual([]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(EXPECTED);
  });

  it("names an included file by project and path, and looks up the project", () => {
    expect(declarationsOf(TYPICAL)[0]).toEqual({
      ecosystem: "gitlabci",
      arguments: [],
      dependencyType: "gitlab_ci_file",
      sourceFile: CI,
      sourceLine: 6,
      rawReference: "acme/ci-templates:/jobs/build.yml@v1.2.0",
      artifact: "acme/ci-templates/jobs/build.yml",
      versionConstraint: "v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["gitlab_ci_file:acme/ci-templates/jobs/build.yml", "path:acme/ci-templates"],
      evidence: { class: "manifest", rule: "gitlabci.include_project" },
      role: "ci",
      scope: null,
      locked: null,
    });
  });

  it("declares an include without a ref, in nested groups, without a constraint", () => {
    expect(declarationsOf(TYPICAL)[2]).toMatchObject({
      artifact: "acme/platform/pipelines/security/scan.yml",
      versionConstraint: null,
      lookups: [
        "gitlab_ci_file:acme/platform/pipelines/security/scan.yml",
        "path:acme/platform/pipelines/security",
      ],
    });
  });

  it("looks up a component, then its project, on the same or another GitLab instance", () => {
    const [own, other] = declarationsOf(TYPICAL).slice(3);
    expect(own).toMatchObject({
      dependencyType: "gitlab_component",
      artifact: "gitlab.acme.io/acme/components/lint",
      versionConstraint: "~latest",
      unbound: null,
      lookups: ["gitlab_component:gitlab.acme.io/acme/components/lint", "path:acme/components"],
    });
    expect(other).toMatchObject({
      artifact: "gitlab.com/components/sast/scan",
      versionConstraint: "1",
      lookups: ["gitlab_component:gitlab.com/components/sast/scan", "git:gitlab.com/components/sast"],
    });
  });

  it("looks up the repository of a remote file's URL", () => {
    expect(declarationsOf(TYPICAL)[5]).toMatchObject({
      dependencyType: "gitlab_ci_file",
      artifact: "gitlab.com/acme/ci/jobs/test.yml",
      versionConstraint: "main",
      lookups: ["gitlab_ci_file:gitlab.com/acme/ci/jobs/test.yml", "git:gitlab.com/acme/ci"],
    });
  });

  it("declares a triggered or needed project as a repository", () => {
    expect(declarationsOf(TYPICAL).at(-2)).toMatchObject({
      dependencyType: "git_repository",
      artifact: "acme/deploy",
      versionConstraint: "production",
      lookups: ["path:acme/deploy"],
    });
    expect(declarationsOf(TYPICAL).at(-1)).toMatchObject({ versionConstraint: null });
  });

  it("declares an image like any container image", () => {
    expect(declarationsOf(TYPICAL)[6]).toMatchObject({
      dependencyType: "container_image",
      artifact: "registry.acme.io/acme/node",
      versionConstraint: "20",
      versioning: "docker",
      lookups: expect.arrayContaining(["container_image:registry.acme.io/acme/node"]) as unknown,
    });
    expect(declarationsOf(`a: {image: "acme/x:1@${DIGEST}"}`)[0]).toMatchObject({
      artifact: "docker.io/acme/x",
      versionConstraint: `1@${DIGEST}`,
    });
  });

  it("declares an image once per line", () => {
    expect(declared("a:\n  image: node:20\nb:\n  image: node:20\n")).toEqual([
      "2 image node:20",
      "4 image node:20",
    ]);
  });

  it("takes the version from a comment next to a commit", () => {
    const text = `include:\n  - project: acme/ci\n    ref: ${SHA} # v1.2.3\n    file: [a.yml, b.yml]\n`;
    expect(declarationsOf(text)).toMatchObject([
      { sourceLine: 4, versionConstraint: SHA, versionComment: "v1.2.3" },
      { sourceLine: 4, versionConstraint: SHA, versionComment: "v1.2.3" },
    ]);
  });

  it.each([
    [
      "include: https://gitlab.acme.io/acme/ci/-/raw/v1/a.yml\n",
      ["gitlab_ci_file:gitlab.acme.io/acme/ci/a.yml", "git:gitlab.acme.io/acme/ci"],
      "v1",
    ],
    [
      "include: [{remote: https://gitlab.acme.io/a/b/c/raw/v1/a.yml}]\n",
      ["gitlab_ci_file:gitlab.acme.io/a/b/c/a.yml", "git:gitlab.acme.io/a/b/c"],
      "v1",
    ],
    [
      "include: {remote: https://raw.githubusercontent.com/acme/ci/v2/a/b.yml}\n",
      ["gitlab_ci_file:github.com/acme/ci/a/b.yml", "git:github.com/acme/ci"],
      "v2",
    ],
    ["include: {remote: 'https://files.acme.io/ci.yml?token=x'}\n", [], null],
  ])("reads %j", (text, lookups, versionConstraint) => {
    expect(declarationsOf(text)).toMatchObject([{ lookups, versionConstraint, unbound: null }]);
  });

  it("removes credentials from URLs", () => {
    const [use] = declarationsOf("include: 'https://u:secret@files.acme.io/ci.yml?private_token=secret'\n");
    expect(JSON.stringify(use)).not.toContain("secret");
  });

  it("reads includes of child pipelines", () => {
    const text = `child:
  trigger:
    include:
      - project: acme/ci
        file: child.yml
      - local: ci/child.yml
      - artifact: made.yml
        job: make
other:
  trigger:
    include: ci/child.yml
`;
    const { declarations } = extract({
      [CI]: text,
      "ci/child.yml": "test:\n  image: node:22\n  script: x\n",
    });
    expect(declarations.map(({ sourceFile, sourceLine }) => `${sourceFile}:${sourceLine}`)).toEqual([
      `${CI}:5`,
      "ci/child.yml:2",
    ]);
  });

  it("ignores references to the repository itself, in any case and form", () => {
    const text = `include:
  - project: acme/shop/app
    file: a.yml
  - project: $CI_PROJECT_PATH
    file: a.yml
  - component: $CI_SERVER_FQDN/$CI_PROJECT_PATH/lint@$CI_COMMIT_SHA
  - component: gitlab.acme.io/acme/shop/app/lint@1
  - remote: https://gitlab.acme.io/acme/shop/app/-/raw/main/a.yml
  - project: acme/shop/app-ci
    file: a.yml
a:
  image: $CI_REGISTRY_IMAGE/builder:1
b:
  image: \${CI_REGISTRY}/acme/shop/app:1
c:
  trigger: acme/shop/app
`;
    expect(declared(text)).toEqual(["10 include_project acme/shop/app-ci:a.yml"]);
  });

  it("parses and ignores !reference tags", () => {
    const text = `.setup:
  script: [echo]
a:
  image: !reference [.setup, image]
  services: !reference [.setup, services]
  variables: !reference [.setup, variables]
  script:
    - !reference [.setup, script]
  rules:
    - !reference [.setup, rules]
b:
  services:
    - !reference [.setup, services]
    - redis:7
`;
    expect(extract({ [CI]: text }).problems).toEqual([]);
    expect(declared(text)).toEqual(["14 service redis:7"]);
  });

  it("declares a line that jobs share by an anchor once", () => {
    const text = ".base: &base\n  image: node:20\na:\n  <<: *base\nb:\n  <<: *base\n";
    expect(declared(text)).toEqual(["2 image node:20"]);
  });
});
