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
const declarationsOf = (text: string, path = CI) => extract({ [path]: text }).declarations;

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path = CI): string[] =>
  declarationsOf(text, path).map(
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

describe("gitlabci declarations", () => {
  it("are includes, images, triggers and needs, one per line and file; comments, scripts and templates are none", () => {
    expect(declared(TYPICAL)).toEqual(EXPECTED);
    expect(extract({ [CI]: TYPICAL }).problems).toEqual([]);
  });

  it("are right with a byte-order mark and CRLF", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`)).toEqual(EXPECTED);
  });

  it("of an included file name project and file, and look for the project", () => {
    expect(declarationsOf(TYPICAL)[0]).toEqual({
      ecosystem: "gitlabci",
      dependencyType: "gitlab_ci_file",
      sourceFile: CI,
      sourceLine: 6,
      rawReference: "acme/ci-templates:/jobs/build.yml@v1.2.0",
      artifact: "acme/ci-templates/jobs/build.yml",
      versionConstraint: "v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["path:acme/ci-templates"],
      evidence: { class: "manifest", rule: "gitlabci.include_project" },
    });
  });

  it("without a ref have no constraint, in nested groups too", () => {
    expect(declarationsOf(TYPICAL)[2]).toMatchObject({
      artifact: "acme/platform/pipelines/security/scan.yml",
      versionConstraint: null,
      lookups: ["path:acme/platform/pipelines/security"],
    });
  });

  it("of a component look for it, then for its project: on this GitLab, or on the one that is named", () => {
    const [own, foreign] = declarationsOf(TYPICAL).slice(3);
    expect(own).toMatchObject({
      dependencyType: "gitlab_component",
      artifact: "gitlab.acme.io/acme/components/lint",
      versionConstraint: "~latest",
      unbound: null,
      lookups: ["gitlab_component:gitlab.acme.io/acme/components/lint", "path:acme/components"],
    });
    expect(foreign).toMatchObject({
      artifact: "gitlab.com/components/sast/scan",
      versionConstraint: "1",
      lookups: ["gitlab_component:gitlab.com/components/sast/scan", "git:gitlab.com/components/sast"],
    });
  });

  it("of a remote file look for the repository that its URL shows", () => {
    expect(declarationsOf(TYPICAL)[5]).toMatchObject({
      dependencyType: "gitlab_ci_file",
      artifact: "gitlab.com/acme/ci/jobs/test.yml",
      versionConstraint: "main",
      lookups: ["git:gitlab.com/acme/ci"],
    });
  });

  it("of a triggered or needed project name the repository", () => {
    expect(declarationsOf(TYPICAL).at(-2)).toMatchObject({
      dependencyType: "git_repository",
      artifact: "acme/deploy",
      versionConstraint: "production",
      lookups: ["path:acme/deploy"],
    });
    expect(declarationsOf(TYPICAL).at(-1)).toMatchObject({ versionConstraint: null });
  });

  it("of an image are those of a container image", () => {
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

  it("of the same image on several lines are several", () => {
    expect(declared("a:\n  image: node:20\nb:\n  image: node:20\n")).toEqual([
      "2 image node:20",
      "4 image node:20",
    ]);
  });

  it("of a commit carry the version that a comment states", () => {
    const text = `include:\n  - project: acme/ci\n    ref: ${SHA} # v1.2.3\n    file: [a.yml, b.yml]\n`;
    expect(declarationsOf(text)).toMatchObject([
      { sourceLine: 4, versionConstraint: SHA, versionComment: "v1.2.3" },
      { sourceLine: 4, versionConstraint: SHA, versionComment: "v1.2.3" },
    ]);
  });

  it.each([
    ["include: https://gitlab.acme.io/acme/ci/-/raw/v1/a.yml\n", ["git:gitlab.acme.io/acme/ci"], "v1"],
    ["include: [{remote: https://gitlab.acme.io/a/b/c/raw/v1/a.yml}]\n", ["git:gitlab.acme.io/a/b/c"], "v1"],
    [
      "include: {remote: https://raw.githubusercontent.com/acme/ci/v2/a/b.yml}\n",
      ["git:github.com/acme/ci"],
      "v2",
    ],
    ["include: {remote: 'https://files.acme.io/ci.yml?token=x'}\n", [], null],
  ])("read %j", (text, lookups, versionConstraint) => {
    expect(declarationsOf(text)).toMatchObject([{ lookups, versionConstraint, unbound: null }]);
  });

  it("never show credentials", () => {
    const [use] = declarationsOf("include: 'https://u:secret@files.acme.io/ci.yml?private_token=secret'\n");
    expect(JSON.stringify(use)).not.toContain("secret");
  });

  it("read what child pipelines include", () => {
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

  it("are none for the repository itself, in whatever case and form", () => {
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

  it("are none where !reference tags stand, which must parse", () => {
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

  it("are one for a line that several jobs share by an anchor", () => {
    const text = ".base: &base\n  image: node:20\na:\n  <<: *base\nb:\n  <<: *base\n";
    expect(declared(text)).toEqual(["2 image node:20"]);
  });
});

describe("gitlabci variables", () => {
  it("of the file and of the job bind, the job's first, also through each other", () => {
    const text = `variables:
  REGISTRY: registry.acme.io
  IMAGE: $REGISTRY/acme/node
  TAG: "20"
a:
  variables: {TAG: "22"}
  image: $IMAGE:$TAG
b:
  image: \${IMAGE}:$TAG
`;
    expect(declared(text)).toEqual([
      "7 image registry.acme.io/acme/node:22",
      "9 image registry.acme.io/acme/node:20",
    ]);
  });

  it("that nothing binds are unbound; behind a name the name is still looked up", () => {
    expect(declarationsOf("a: {image: 'acme/node:$TAG'}\n")[0]).toMatchObject({
      unbound: "TAG",
      artifact: "docker.io/acme/node",
      versionConstraint: "$TAG",
      lookups: expect.arrayContaining(["container_image:docker.io/acme/node"]) as unknown,
    });
    expect(declarationsOf("a: {image: '$IMAGE:1'}\n")[0]).toMatchObject({ unbound: "IMAGE", lookups: [] });
    expect(declarationsOf("a: {trigger: {project: '$GROUP/x'}}\n")[0]).toMatchObject({
      unbound: "GROUP",
      lookups: [],
    });
  });

  it("of the file do not exist yet when GitLab evaluates includes", () => {
    const text = "variables: {REF: v1}\ninclude: {project: acme/ci, ref: $REF, file: a.yml}\n";
    expect(declarationsOf(text)[0]).toMatchObject({ unbound: "REF", lookups: ["path:acme/ci"] });
  });

  it("that follow from the repository are bound", () => {
    const text = `include:
  - project: $CI_PROJECT_ROOT_NAMESPACE/ci
    file: a.yml
  - project: $CI_PROJECT_NAMESPACE/ci
    file: a.yml
`;
    expect(declarationsOf(text)).toMatchObject([
      { artifact: "acme/ci/a.yml", lookups: ["path:acme/ci"], unbound: null },
      { artifact: "acme/shop/ci/a.yml", lookups: ["path:acme/shop/ci"], unbound: null },
    ]);
  });

  it("of the repository are unbound in a file that only others include: it runs in their projects", () => {
    const text = "a:\n  stage: x\n  script: x\n  trigger: $CI_PROJECT_NAMESPACE/deploy\n";
    expect(declarationsOf(text, "jobs/a.yml")[0]).toMatchObject({ unbound: "CI_PROJECT_NAMESPACE" });
  });

  it("of the dependency proxy stand for Docker Hub", () => {
    const text = "a: {image: '${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/alpine:3.20'}\n";
    expect(declarationsOf(text)[0]).toMatchObject({
      rawReference: "${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/alpine:3.20",
      artifact: "docker.io/library/alpine",
      versionConstraint: "3.20",
      unbound: null,
    });
  });

  it("name the registry of gitlab.com; of another GitLab only the path in it is known", () => {
    const text = "a: {image: '$CI_REGISTRY/acme/node/lts:1'}\n";
    const onGitlabCom = { fullPath: "acme/app", cloneUrl: "https://gitlab.com/acme/app.git" };
    expect(extract({ [CI]: text }, onGitlabCom).declarations[0]).toMatchObject({
      artifact: "registry.gitlab.com/acme/node/lts",
      unbound: null,
    });
    expect(declarationsOf(text)[0]).toMatchObject({
      unbound: "CI_REGISTRY",
      lookups: ["convention:container_image:acme/node/lts", "convention:container_image:acme/node"],
    });
  });

  it("of a mirror elsewhere know no server, but the path on it", () => {
    const repository = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" };
    const text = "include: {component: '${CI_SERVER_FQDN}/acme/components/lint@1.0.0'}\n";
    expect(extract({ [CI]: text }, repository).declarations[0]).toMatchObject({
      artifact: "acme/components/lint",
      unbound: null,
      lookups: ["gitlab_component:acme/components/lint", "path:acme/components"],
    });
  });

  it("are given to a hidden job by those that extend it", () => {
    const text = `.base:
  image: node:$VERSION
.unused:
  image: python:$VERSION
a:
  extends: .base
  variables: {VERSION: "20"}
b:
  extends: [.other, .base]
  variables: {VERSION: "22"}
`;
    expect(declared(text)).toEqual(["2 image node:20", "2 image node:22", "4 image python:$VERSION"]);
  });

  it("of a matrix give each of its values; a value that hides another is never the other", () => {
    const matrix = (version: string) => `variables: {VERSION: "9", OS: x}
a:
  image: python:$VERSION
  parallel:
    matrix:
      - VERSION: ${version}
        OS: [a, b]
`;
    expect(declared(matrix('["3.12", "3.13"]'))).toEqual(["3 image python:3.12", "3 image python:3.13"]);
    expect(declared(matrix("[]"))).toEqual([]);
    const many = JSON.stringify(Array.from({ length: 201 }, (_, n) => String(n)));
    expect(declarationsOf(matrix(many))).toMatchObject([{ unbound: "VERSION" }]);
  });

  it("that define themselves or each other end", () => {
    const text = 'variables: {A: "$A", B: "$C", C: "$B$B"}\na: {image: "x:$A"}\nb: {image: "x:$B"}\n';
    expect(declarationsOf(text).map(({ unbound }) => unbound)).toEqual(["A", expect.any(String)]);
  });

  it("of inputs have their defaults", () => {
    const text = `spec:
  inputs:
    image: {default: registry.acme.io/acme/node}
    tag:
---
a:
  image: $[[ inputs.image ]]:$[[ inputs.tag ]]
b:
  image: "$[[ inputs.image | expand_vars ]]:1"
`;
    expect(declarationsOf(text)).toMatchObject([
      { artifact: "registry.acme.io/acme/node", unbound: "inputs.tag", sourceLine: 7 },
      { artifact: "registry.acme.io/acme/node", unbound: null, versionConstraint: "1" },
    ]);
  });
});
