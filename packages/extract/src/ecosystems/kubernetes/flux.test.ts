import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "./index.ts";

const declarationsOf = (files: Record<string, string>) => extractFiles(files, [kubernetes]).declarations;

/** Returns `line rule type artifact constraint unbound` of every declaration. */
const declared = (files: Record<string, string>): string[] =>
  declarationsOf(files).map((each) =>
    [
      each.sourceLine,
      each.evidence.rule.replace("kubernetes.", ""),
      each.dependencyType,
      each.artifact,
      each.versionConstraint,
      each.unbound,
    ].join(" "),
  );

const manifest = (api: string, kind: string, name: string, spec: string, namespace = "flux-system") =>
  `apiVersion: ${api}.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec:\n  ${spec}\n`;
const source = (kind: string, name: string, spec: string, namespace?: string) =>
  manifest("source", kind, name, spec, namespace);
const release = (spec: string, namespace?: string) => manifest("helm", "HelmRelease", "app", spec, namespace);
const chart = (name: string, ref: string) =>
  `chart: {spec: {chart: ${name}, version: "1.x", sourceRef: {${ref}}}}`;

describe("kubernetes: Flux GitRepositories", () => {
  it.each([
    ["{branch: main}", "main"],
    ["{branch: main, tag: v1.2.0}", "v1.2.0"],
    ["{tag: v1.2.0, semver: '>=1.0.0'}", "semver:>=1.0.0"],
    ["{semver: '>=1.0.0', name: refs/heads/x}", "refs/heads/x"],
    [
      "{branch: main, commit: 0123456789abcdef0123456789abcdef01234567}",
      "0123456789abcdef0123456789abcdef01234567",
    ],
    ["{}", null],
  ])("reads the ref %s as %s", (ref, versionConstraint) => {
    const text = source(
      "GitRepository",
      "deploy",
      `{url: "ssh://git@git.acme.io:2222/ops/deploy.git", ref: ${ref}}`,
    );
    expect(declarationsOf({ "a.yaml": text })).toMatchObject([
      {
        dependencyType: "git_repository",
        sourceLine: 5,
        rawReference: "ssh://git@git.acme.io:2222/ops/deploy.git",
        artifact: "git.acme.io/ops/deploy",
        versionConstraint,
        versioning: "git",
        lookups: ["git:git.acme.io/ops/deploy"],
      },
    ]);
  });
});

describe("kubernetes: Flux HelmReleases", () => {
  it("declares the chart of a HelmRepository in any file", () => {
    const files = {
      "apps/app.yaml": release(
        chart("app", "kind: HelmRepository, name: acme, namespace: flux-system"),
        "apps",
      ),
      "sources/acme.yaml": source("HelmRepository", "acme", "url: oci://ghcr.io/acme/charts"),
    };
    expect(declarationsOf(files)).toMatchObject([
      {
        sourceFile: "apps/app.yaml",
        sourceLine: 5,
        dependencyType: "helm_chart",
        rawReference: "oci://ghcr.io/acme/charts/app",
        artifact: "ghcr.io/acme/charts/app",
        versionConstraint: "1.x",
        versioning: "helm",
        unbound: null,
        lookups: ["helm_chart:ghcr.io/acme/charts/app", "convention:helm_chart:acme/app"],
      },
    ]);
  });

  it("leaves a release unbound if its source is missing or ambiguous", () => {
    const app = release(chart("app", "kind: HelmRepository, name: acme, namespace: x"), "apps");
    const named = (url: string, namespace: string) =>
      source("HelmRepository", "acme", `url: ${url}`, namespace);
    const unbound = ["5 flux_helm_release helm_chart app 1.x HelmRepository/acme"];
    expect(declared({ "a.yaml": app })).toEqual(unbound);
    expect(declared({ "a.yaml": app, "b.yaml": named("https://a.acme.io", "other") })).toEqual(unbound);
    const two = { "b.yaml": named("https://a.acme.io", "x"), "c.yaml": named("https://b.acme.io", "x") };
    expect(declared({ "a.yaml": app, ...two })).toEqual(unbound);
    const bound = ["5 flux_helm_release helm_chart a.acme.io/app 1.x "];
    expect(declared({ "a.yaml": app, ...two, "c.yaml": named("https://b.acme.io", "y") })).toEqual(bound);
    expect(declared({ "a.yaml": app, ...two, "c.yaml": named("https://a.acme.io", "x") })).toEqual(bound);
  });

  it("declares the chart in a folder of a git repository, except the repository itself", () => {
    const app = release(chart("./charts/app", "kind: GitRepository, name: deploy"));
    const from = (url: string) => source("GitRepository", "deploy", `{url: "${url}", ref: {tag: v1.0.0}}`);
    expect(declared({ "a.yaml": app, "b.yaml": from("https://github.com/acme/deploy") })).toEqual([
      "5 flux_helm_release helm_chart github.com/acme/deploy v1.0.0 ",
      "5 flux_git_repository git_repository github.com/acme/deploy v1.0.0 ",
    ]);
    const [declaration] = extractFiles({ "a.yaml": app, "b.yaml": from("https://github.com/acme/deploy") }, [
      kubernetes,
    ]).declarations;
    expect(declaration).toMatchObject({
      rawReference: "https://github.com/acme/deploy//charts/app",
      versioning: "git",
      lookups: ["git:github.com/acme/deploy"],
      arguments: [],
    });
    expect(declared({ "a.yaml": app, "b.yaml": from("https://github.com/acme/app.git") })).toEqual([]);
  });

  it("declares the chart of an OCIRepository or a HelmChart", () => {
    expect(
      declared({
        "a.yaml": release("chartRef: {kind: OCIRepository, name: app}"),
        "b.yaml": source(
          "OCIRepository",
          "app",
          "{url: 'oci://ghcr.io/acme/charts/app', ref: {semver: '>=1'}}",
        ),
        "c.yaml": release("chartRef: {kind: HelmChart, name: web}"),
        "d.yaml": source(
          "HelmChart",
          "web",
          "{chart: web, version: 2.0.0, sourceRef: {kind: HelmRepository, name: acme}}",
        ),
        "e.yaml": source("HelmRepository", "acme", "url: https://charts.acme.io"),
        "f.yaml": source("HelmChart", "loop", "{chart: web, sourceRef: {kind: HelmChart, name: loop}}"),
        "g.yaml": release("chartRef: {kind: HelmChart, name: loop}"),
      }),
    ).toEqual([
      "5 flux_helm_release helm_chart ghcr.io/acme/charts/app >=1 ",
      "5 flux_oci_repository helm_chart ghcr.io/acme/charts/app >=1 ",
      "5 flux_helm_release helm_chart charts.acme.io/web 2.0.0 ",
    ]);
  });
});

describe("kubernetes: Flux Kustomizations", () => {
  const kustomization = (ref: string) =>
    manifest(
      "kustomize",
      "Kustomization",
      "apps",
      `path: ./apps\n  sourceRef:\n    ${ref}\n  images:\n    - name: acme/app\n      newTag: 1.2.3\n    - {name: x, newName: acme/web, newTag: a, digest: "sha256:ab"}`,
    );
  const images = [
    "9 flux_image container_image docker.io/acme/app 1.2.3 ",
    "11 flux_image container_image docker.io/acme/web sha256:ab ",
  ];

  it("declares the source and the images", () => {
    expect(
      declared({
        "a.yaml": kustomization("{kind: OCIRepository, name: apps}"),
        "b.yaml": source("OCIRepository", "apps", "{url: 'oci://ghcr.io/acme/apps', ref: {tag: latest}}"),
      }),
    ).toEqual([
      "6 flux_kustomization container_image ghcr.io/acme/apps latest ",
      ...images,
      "5 flux_oci_repository container_image ghcr.io/acme/apps latest ",
    ]);
  });

  it("skips buckets and the repository of flux bootstrap", () => {
    expect(declared({ "a.yaml": kustomization("{kind: GitRepository, name: flux-system}") })).toEqual(images);
    expect(declared({ "a.yaml": kustomization("{kind: Bucket, name: b}") })).toEqual(images);
    expect(declared({ "a.yaml": kustomization("{kind: GitRepository, name: apps}") })).toEqual([
      "6 flux_kustomization git_repository apps  GitRepository/apps",
      ...images,
    ]);
  });
});
