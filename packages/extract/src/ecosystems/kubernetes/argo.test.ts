import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";

const declarationsOf = (text: string) => extractFiles({ "apps/app.yaml": text }, [kubernetes]).declarations;

/** Returns `line rule artifact constraint` of every declaration. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, artifact, versionConstraint }) =>
      `${sourceLine} ${evidence.rule} ${artifact} ${versionConstraint}`,
  );

const application = (source: string) =>
  declarationsOf(`apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source: ${source}\n`)[0];

describe("kubernetes: Argo CD Applications", () => {
  it("declares the git repository of a source", () => {
    expect(
      application("{repoURL: 'git@github.com:Acme/Deploy.git', path: apps, targetRevision: v1.2.0}"),
    ).toEqual({
      ecosystem: "kubernetes",
      dependencyType: "git_repository",
      sourceFile: "apps/app.yaml",
      sourceLine: 4,
      rawReference: "git@github.com:Acme/Deploy.git",
      artifact: "github.com/acme/deploy",
      versionConstraint: "v1.2.0",
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: ["git:github.com/acme/deploy"],
      evidence: { class: "manifest", rule: "kubernetes.argocd_source" },
      role: "runtime",
      scope: "unit:kubernetes:apps",
      locked: null,
    });
  });

  it("declares the chart in a folder of a git repository, if Helm has options", () => {
    expect(
      application(
        "{repoURL: 'https://github.com/acme/deploy.git', path: ./charts/app, helm: {parameters: [{name: a.b}]}}",
      ),
    ).toMatchObject({
      dependencyType: "helm_chart",
      rawReference: "https://github.com/acme/deploy.git//charts/app",
      artifact: "github.com/acme/deploy",
      versionConstraint: null,
      versioning: "git",
      lookups: ["git:github.com/acme/deploy"],
      arguments: [{ kind: "value", name: "a.b", file: "apps/app.yaml", line: 4 }],
    });
    expect(application("{repoURL: 'https://github.com/acme/app.git', path: app, helm: {}}")).toBeUndefined();
  });

  it("declares a chart, also of a registry without a scheme", () => {
    expect(
      application("{repoURL: 'https://acme.github.io/charts/', chart: App, targetRevision: 1.x}"),
    ).toMatchObject({
      dependencyType: "helm_chart",
      rawReference: "https://acme.github.io/charts/App",
      artifact: "acme.github.io/charts/app",
      versionConstraint: "1.x",
      versioning: "helm",
      lookups: [
        "helm_chart:acme.github.io/charts/app",
        "git:github.com/acme/charts",
        "git:github.com/acme/acme.github.io",
      ],
    });
    expect(application("{repoURL: ghcr.io/acme/charts, chart: app}")).toMatchObject({
      artifact: "ghcr.io/acme/charts/app",
      versionConstraint: null,
    });
  });

  it("declares each of several sources with its line, and Kustomize images", () => {
    expect(
      declared(`apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  sources:
    - repoURL: https://git.acme.io:8443/ops/values
      ref: values
    - chart: app
      repoURL: oci.acme.io/charts
      targetRevision: 1.2.3
    # - repoURL: https://github.com/acme/old
    - repoURL: oci://ghcr.io/acme/manifests
      targetRevision: 1.0.0
      path: .
    - repoURL: https://github.com/acme/deploy
      targetRevision: HEAD
      kustomize:
        images:
          - ghcr.io/acme/app:1.4.0
          - app=ghcr.io/acme/web:2.0.0
`),
    ).toEqual([
      "5 kubernetes.argocd_source git.acme.io:8443/ops/values null",
      "8 kubernetes.argocd_chart oci.acme.io/charts/app 1.2.3",
      "11 kubernetes.argocd_oci ghcr.io/acme/manifests 1.0.0",
      "14 kubernetes.argocd_source github.com/acme/deploy HEAD",
      "18 kubernetes.argocd_kustomize_image ghcr.io/acme/app 1.4.0",
      "19 kubernetes.argocd_kustomize_image ghcr.io/acme/web 2.0.0",
    ]);
  });

  it.each([
    "https://github.com/acme/app",
    "git@github.com:Acme/App.git",
    "https://git.acme.io/acme/app.git",
    "",
    "file:///srv/git",
  ])("skips the repository itself and empty URLs: %j", (url) => {
    expect(application(`{repoURL: "${url}", path: apps}`)).toBeUndefined();
  });
});

describe("kubernetes: Argo CD ApplicationSets", () => {
  it("declares the sources of generators and templates, with generated values unbound", () => {
    const text = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  goTemplate: true
  generators:
    - matrix:
        generators:
          - git:
              repoURL: https://github.com/acme/clusters.git
              revision: main
              directories: [{path: apps/*}]
          - list: {elements: [{cluster: a, revision: v1}]}
  template:
    spec:
      sources:
        - repoURL: https://github.com/acme/deploy.git
          targetRevision: '{{.revision}}'
          path: '{{ .path.path }}'
        - repoURL: 'https://github.com/{{org}}/deploy'
  templatePatch: |
    {{- if .autoSync }}
    spec: {source: {repoURL: https://github.com/acme/text}}
    {{- end }}
`;
    expect(declared(text)).toEqual([
      "9 kubernetes.argocd_source github.com/acme/clusters main",
      "16 kubernetes.argocd_source github.com/acme/deploy {{.revision}}",
      "19 kubernetes.argocd_source github.com/{{org}}/deploy null",
    ]);
    expect(declarationsOf(text).map(({ unbound, lookups }) => [unbound, lookups])).toEqual([
      [null, ["git:github.com/acme/clusters"]],
      [".revision", ["git:github.com/acme/deploy"]],
      ["org", []],
    ]);
  });
});

describe("kubernetes: Argo Workflows", () => {
  it("declares the images of templates", () => {
    expect(
      declared(`apiVersion: argoproj.io/v1alpha1
kind: WorkflowTemplate
spec:
  templates:
    - container: {image: acme/build:1}
    - script:
        image: acme/script:2
      sidecars:
        - image: acme/side:3
`),
    ).toEqual([
      "5 kubernetes.argo_step docker.io/acme/build 1",
      "7 kubernetes.argo_step docker.io/acme/script 2",
      "9 kubernetes.argo_step docker.io/acme/side 3",
    ]);
  });
});
