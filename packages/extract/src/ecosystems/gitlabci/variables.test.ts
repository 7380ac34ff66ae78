import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gitlabci } from "./index.ts";

const CI = ".gitlab-ci.yml";
const REPOSITORY = {
  fullPath: "Acme/shop/App",
  cloneUrl: "ssh://git@gitlab.acme.io:2222/Acme/shop/App.git",
};

const extract = (files: Record<string, string>, repository = REPOSITORY) =>
  extractFiles(files, [gitlabci], repository);
const declarationsOf = (text: string, path = CI) => extract({ [path]: text }).declarations;

/** `line rule rawReference` of every declaration. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, rawReference }) =>
      `${sourceLine} ${evidence.rule.replace("gitlabci.", "")} ${rawReference}`,
  );

describe("gitlabci: variables", () => {
  it("binds variables of the file and of the job, including nested ones, and prefers those of the job", () => {
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

  it("leaves other variables unbound and still looks up a name before them", () => {
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

  it("does not bind the file's variables in includes", () => {
    const text = "variables: {REF: v1}\ninclude: {project: acme/ci, ref: $REF, file: a.yml}\n";
    expect(declarationsOf(text)[0]).toMatchObject({
      unbound: "REF",
      lookups: ["gitlab_ci_file:acme/ci/a.yml", "path:acme/ci"],
    });
  });

  it("binds predefined variables of the project", () => {
    const text = `include:
  - project: $CI_PROJECT_ROOT_NAMESPACE/ci
    file: a.yml
  - project: $CI_PROJECT_NAMESPACE/ci
    file: a.yml
`;
    expect(declarationsOf(text)).toMatchObject([
      { artifact: "acme/ci/a.yml", lookups: ["gitlab_ci_file:acme/ci/a.yml", "path:acme/ci"], unbound: null },
      {
        artifact: "acme/shop/ci/a.yml",
        lookups: ["gitlab_ci_file:acme/shop/ci/a.yml", "path:acme/shop/ci"],
        unbound: null,
      },
    ]);
  });

  it("leaves project variables unbound in a file that only other projects include", () => {
    const text = "a:\n  stage: x\n  script: x\n  trigger: $CI_PROJECT_NAMESPACE/deploy\n";
    expect(declarationsOf(text, "jobs/a.yml")[0]).toMatchObject({ unbound: "CI_PROJECT_NAMESPACE" });
  });

  it("replaces the dependency proxy's prefix with Docker Hub", () => {
    const text = "a: {image: '${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/alpine:3.20'}\n";
    expect(declarationsOf(text)[0]).toMatchObject({
      rawReference: "${CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX}/alpine:3.20",
      artifact: "docker.io/library/alpine",
      versionConstraint: "3.20",
      unbound: null,
    });
  });

  it("binds the registry of gitlab.com, and looks up only the path on other instances", () => {
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

  it("looks up only the path for a mirror on another host", () => {
    const repository = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" };
    const text = "include: {component: '${CI_SERVER_FQDN}/acme/components/lint@1.0.0'}\n";
    expect(extract({ [CI]: text }, repository).declarations[0]).toMatchObject({
      artifact: "acme/components/lint",
      unbound: null,
      lookups: ["gitlab_component:acme/components/lint", "path:acme/components"],
    });
  });

  it("binds a hidden job's variables from the jobs that extend it", () => {
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

  it("binds each value of a matrix, which shadows the file's variable", () => {
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

  it("terminates for variables that refer to themselves or each other", () => {
    const text = 'variables: {A: "$A", B: "$C", C: "$B$B"}\na: {image: "x:$A"}\nb: {image: "x:$B"}\n';
    expect(declarationsOf(text).map(({ unbound }) => unbound)).toEqual(["A", expect.any(String)]);
  });

  it("binds inputs to their defaults", () => {
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
