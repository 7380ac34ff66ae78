import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";

const extract = (text: string, path = "tekton/a.yaml") => extractFiles({ [path]: text }, [kubernetes]);

/** Returns `line rule type artifact constraint unbound lookup` of every declaration, with the first lookup only. */
const declared = (text: string): string[] =>
  extract(text).declarations.map((each) =>
    [
      each.sourceLine,
      each.evidence.rule.replace("kubernetes.", ""),
      each.dependencyType,
      each.artifact,
      each.versionConstraint,
      each.unbound,
      each.lookups[0],
    ].join(" "),
  );

describe("kubernetes: Tekton tasks", () => {
  it("declares the images of steps and sidecars, with the defaults of parameters", () => {
    expect(
      declared(`apiVersion: tekton.dev/v1
kind: Task
spec:
  params:
    - {name: tag, default: "1.2"}
    - {name: image}
  stepTemplate: {image: acme/base:1}
  sidecars:
    - image: acme/side:1
  steps:
    - image: acme/build:$(params.tag)
    - image: $(params.image)
    - image: $(params.image)
    - script: |
        image: acme/text:1
---
apiVersion: tekton.dev/v1beta1
kind: StepAction
spec: {image: acme/step:3}
`),
    ).toEqual([
      "7 tekton_step container_image docker.io/acme/base 1  container_image:docker.io/acme/base",
      "9 tekton_sidecar container_image docker.io/acme/side 1  container_image:docker.io/acme/side",
      "11 tekton_step container_image docker.io/acme/build 1.2  container_image:docker.io/acme/build",
      "12 tekton_step container_image $(params.image)  params.image ",
      "13 tekton_step container_image $(params.image)  params.image ",
      "19 tekton_step container_image docker.io/acme/step 3  container_image:docker.io/acme/step",
    ]);
  });

  it("ignores steps of manifests in other API groups", () => {
    expect(declared("apiVersion: acme.io/v1\nkind: Task\nspec: {steps: [{image: acme/a:1}]}\n")).toEqual([
      "3 custom_image container_image docker.io/acme/a 1  container_image:docker.io/acme/a",
    ]);
  });
});

describe("kubernetes: Tekton pipelines", () => {
  it("uses the file that a Git resolver names, not all of its repository", () => {
    const reference = (params: string): string => `apiVersion: tekton.dev/v1
kind: PipelineRun
spec:
  pipelineRef: {resolver: git, params: [{name: url, value: "https://github.com/acme/catalog"}${params}]}
`;
    const targets = [
      "",
      ', {name: pathInRepo, value: "./task/a.yaml"}',
      ", {name: pathInRepo, value: $(params.p)}",
    ].map((params) => extract(reference(params)).declarations[0]?.targetScope);
    expect(targets).toEqual([undefined, "unit:file:task/a.yaml", undefined]);
  });

  it("declares tasks of resolvers and bundles, not tasks of the cluster", () => {
    expect(
      declared(`apiVersion: tekton.dev/v1
kind: Pipeline
spec:
  tasks:
    - name: local
      taskRef: {name: build}
    - name: cluster
      taskRef: {resolver: cluster, params: [{name: name, value: x}]}
    - name: git
      taskRef:
        resolver: git
        params:
          - {name: pathInRepo, value: task.yaml}
          - {name: url, value: "https://github.com/acme/catalog.git"}
          - {name: revision, value: main}
    - name: api
      taskRef:
        resolver: git
        params: [{name: org, value: Acme}, {name: repo, value: catalog}, {name: revision, value: $(params.r)}]
    - name: bundle
      taskRef:
        resolver: bundles
        params:
          - {name: bundle, value: "ghcr.io/acme/tasks/build:1.0"}
    - name: old
      taskRef: {name: x, bundle: ghcr.io/acme/tasks/old}
    - name: hub
      taskRef:
        resolver: hub
        params:
          - {name: catalog, value: acme-tasks}
          - {name: name, value: git-clone}
          - {name: version, value: "0.9"}
    - name: http
      taskRef:
        resolver: http
        params:
          - {name: url, value: "https://raw.githubusercontent.com/acme/catalog/v2/task.yaml"}
    - name: embedded
      taskSpec:
        params: [{name: v, default: "3"}]
        steps:
          - image: acme/build:$(params.v)
          - ref: {resolver: git, params: [{name: url, value: "https://github.com/acme/app"}]}
          - ref: {resolver: git, params: [{name: url, value: "{{ repo_url }}"}]}
          - ref: {resolver: constructor}
`),
    ).toEqual([
      "14 tekton_git git_repository github.com/acme/catalog main  git:github.com/acme/catalog",
      "19 tekton_git git_repository acme/catalog $(params.r) params.r path:acme/catalog",
      "24 tekton_bundle container_image ghcr.io/acme/tasks/build 1.0  container_image:ghcr.io/acme/tasks/build",
      "26 tekton_bundle container_image ghcr.io/acme/tasks/old   container_image:ghcr.io/acme/tasks/old",
      "32 tekton_hub tekton_task acme-tasks/git-clone 0.9  tekton_task:acme-tasks/git-clone",
      "38 tekton_http git_repository github.com/acme/catalog v2  git:github.com/acme/catalog",
      "43 tekton_step container_image docker.io/acme/build 3  container_image:docker.io/acme/build",
    ]);
  });
});

describe("kubernetes: Crossplane packages", () => {
  it("declares packages as images, with Crossplane's registry as the default", () => {
    const text = ["Provider", "Configuration", "Function"]
      .map(
        (kind, at) =>
          `apiVersion: pkg.crossplane.io/v1\nkind: ${kind}\nspec:\n  package: ${["", "xpkg.crossplane.io/", "ghcr.io/"][at]}acme/net:v1.2.0\n`,
      )
      .join("---\n");
    expect(declared(text)).toEqual([
      "4 crossplane_package container_image xpkg.upbound.io/acme/net v1.2.0  container_image:xpkg.upbound.io/acme/net",
      "9 crossplane_package container_image xpkg.crossplane.io/acme/net v1.2.0  container_image:xpkg.crossplane.io/acme/net",
      "14 crossplane_package container_image ghcr.io/acme/net v1.2.0  container_image:ghcr.io/acme/net",
    ]);
  });

  it("declares the dependencies of a package, and announces it by the path of its repository", () => {
    const { declarations, artifacts } = extract(
      `apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
spec:
  dependsOn:
    - provider: xpkg.upbound.io/acme/provider-net
      version: ">=v1.0.0"
    - {kind: Function, apiVersion: pkg.crossplane.io/v1, package: xpkg.upbound.io/acme/fn, version: v2.0.0}
`,
      "crossplane.yaml",
    );
    expect(declarations).toMatchObject([
      {
        sourceLine: 5,
        artifact: "xpkg.upbound.io/acme/provider-net",
        versionConstraint: ">=v1.0.0",
        versioning: "npm",
      },
      { sourceLine: 7, artifact: "xpkg.upbound.io/acme/fn", versionConstraint: "v2.0.0" },
    ]);
    expect(declarations[0]?.lookups).toContain("convention:container_image:acme/provider-net");
    expect(artifacts).toMatchObject([
      { name: "acme/app", sourceLine: 2, announces: ["convention:container_image:acme/app"], assumed: true },
    ]);
  });
});
