import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "../kubernetes/index.ts";
import { kustomize } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [kustomize]);
const declarations = (text: string) => extract({ "kustomization.yaml": text }).declarations;

describe("kustomize", () => {
  it("declares remote sources, images and charts with their lines, and announces the folder", () => {
    const text = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../../base
  - deployment.yaml
  # - https://github.com/acme/gone//base?ref=v1
  - https://github.com/Acme/Platform//base?timeout=90s&ref=v1.2.0&submodules=false # é
bases: ["github.com/acme/monitoring/deploy?version=main"]
components:
  - git@github.com:acme/parts.git//sidecar
images:
  - name: app
    newTag: "1.10"
    newName: ghcr.io/acme/app
  - { name: redis, newTag: 7.4.0, digest: "sha256:${"ab".repeat(32)}" }
helmCharts:
  - name: web
    repo: https://acme.github.io/charts
    version: ~1.2
    valuesInline: { image: { repository: acme/x } }
  - name: local
    version: 1.0.0
`;
    expect(extract({ "overlays/prod/kustomization.yaml": text })).toEqual({
      declarations: [
        {
          ecosystem: "kustomize",
          dependencyType: "kustomization",
          sourceFile: "overlays/prod/kustomization.yaml",
          sourceLine: 7,
          rawReference: "https://github.com/Acme/Platform//base?timeout=90s&ref=v1.2.0&submodules=false",
          artifact: "github.com/acme/platform",
          versionConstraint: "v1.2.0",
          versioning: "git",
          unbound: null,
          versionComment: null,
          lookups: ["git:github.com/acme/platform"],
          evidence: { class: "manifest", rule: "kustomize.resource" },
          role: "runtime",
          scope: "kustomization:acme/app//overlays/prod",
          locked: null,
        },
        expect.objectContaining({
          sourceLine: 8,
          artifact: "github.com/acme/monitoring",
          versionConstraint: "main",
          evidence: { class: "manifest", rule: "kustomize.base" },
        }),
        expect.objectContaining({
          sourceLine: 10,
          artifact: "github.com/acme/parts",
          versionConstraint: null,
          evidence: { class: "manifest", rule: "kustomize.component" },
        }),
        expect.objectContaining({
          dependencyType: "container_image",
          sourceLine: 14,
          rawReference: "ghcr.io/acme/app:1.10",
          artifact: "ghcr.io/acme/app",
          versionConstraint: "1.10",
          versioning: "docker",
          lookups: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
          evidence: { class: "manifest", rule: "kustomize.image" },
        }),
        expect.objectContaining({
          sourceLine: 15,
          artifact: "docker.io/library/redis",
          versionConstraint: `7.4.0@sha256:${"ab".repeat(32)}`,
        }),
        expect.objectContaining({
          dependencyType: "helm_chart",
          sourceLine: 17,
          rawReference: "https://acme.github.io/charts/web",
          artifact: "acme.github.io/charts/web",
          versionConstraint: "~1.2",
          versioning: "helm",
          evidence: { class: "manifest", rule: "kustomize.helm_chart" },
        }),
      ],
      artifacts: [
        {
          ecosystem: "kustomize",
          artifactType: "kustomization",
          name: "acme/app//overlays/prod",
          version: null,
          registryUrl: null,
          sourceFile: "overlays/prod/kustomization.yaml",
          sourceLine: 1,
          announces: [],
          evidence: { class: "manifest", rule: "kustomize.folder" },
        },
      ],
      compositions: [],
      problems: [],
    });
  });

  it("declares the same source on two lines twice", () => {
    const text = "resources:\n- github.com/acme/base?ref=v1\n- github.com/acme/base?ref=v1\n";
    expect(declarations(text).map(({ sourceLine }) => sourceLine)).toEqual([2, 3]);
  });

  it("skips the repository itself", () => {
    expect(declarations("resources:\n- https://github.com/acme/app//base?ref=v1\n")).toEqual([]);
  });

  it("marks placeholders in the repository or the ref as unbound", () => {
    const text = `resources:
- https://github.com/acme/base//x?ref=\${REF}
- "\${REPO}//x?ref=v1"
- https://github.com/{{ .org }}/base?ref=v1
images:
- { name: ghcr.io/acme/app, newTag: $(TAG) }
`;
    expect(declarations(text)).toMatchObject([
      { sourceLine: 2, unbound: "REF", versionConstraint: "${REF}", lookups: ["git:github.com/acme/base"] },
      { sourceLine: 3, unbound: "REPO", lookups: [] },
      { sourceLine: 4, unbound: ".org", lookups: [] },
      { sourceLine: 6, unbound: "TAG", artifact: "ghcr.io/acme/app" },
    ]);
  });

  it("reads components, files without kind and apiVersion, and the older fields for charts and images", () => {
    const text = `imageTags:
- { name: acme/app, newTag: 1.2.3 }
helmChartInflationGenerator:
- chartName: web
  chartRepoUrl: oci://ghcr.io/acme/charts
  chartVersion: 1.0.0
`;
    expect(declarations(text)).toMatchObject([
      { sourceLine: 2, artifact: "docker.io/acme/app" },
      { sourceLine: 4, artifact: "ghcr.io/acme/charts/web", versionConstraint: "1.0.0" },
    ]);
    const component =
      "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [github.com/acme/x]\n";
    expect(declarations(component)).toMatchObject([
      { artifact: "github.com/acme/x", versionConstraint: null },
    ]);
  });

  it("leaves the version of an image without a new tag unbound, and keeps the name of one without a new name", () => {
    expect(
      declarations(
        "images:\n- name: acme/app\n  newName: ghcr.io/acme/app\n- name: acme/b\n  newTag: latest\n",
      ),
    ).toMatchObject([
      { sourceLine: 3, rawReference: "ghcr.io/acme/app", versionConstraint: null, unbound: "newTag" },
      { sourceLine: 4, rawReference: "acme/b:latest", versionConstraint: "latest", unbound: null },
    ]);
  });

  it("reports the line of an invalid image reference", () => {
    expect(extract({ "kustomization.yaml": "images:\n- name: a b\n  newTag: 1\n" }).problems).toEqual([
      {
        file: "kustomization.yaml",
        line: 2,
        code: "invalid_syntax",
        message: 'kustomize: "a b:1" is not a valid image reference.',
      },
    ]);
  });

  it.each(["", "# nothing\n", "---\n"])("finds nothing in the empty file %j", (text) => {
    expect(extract({ "kustomization.yaml": text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it.each([
    ["resources:\n- [\n", 3],
    ["- ../base\n", 1],
  ])("reports the line of a syntax error: %j", (text, line) => {
    expect(extract({ "kustomization.yaml": text }).problems).toMatchObject([
      { line, code: "invalid_syntax" },
    ]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const text =
      "\uFEFFresources:\r\n- github.com/acme/base?ref=v1\r\nimages:\r\n- name: acme/app\r\n  newTag: v1\r\n";
    expect(declarations(text)).toMatchObject([
      { sourceLine: 2, versionConstraint: "v1" },
      { sourceLine: 4, versionConstraint: "v1" },
    ]);
  });

  it("recognizes files by name and kind, and ignores Flux Kustomizations", () => {
    const text = "resources:\n- github.com/acme/base?ref=v1\n";
    const flux = `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n${text}`;
    const result = extract({
      "a/kustomization.yml": text,
      "b/Kustomization": text,
      "c/kustomization.yaml": flux,
      "d/base.yaml": text,
      "e/kustomization.yaml.tmpl": text,
    });
    expect(result.declarations.map(({ sourceFile }) => sourceFile)).toEqual([
      "a/kustomization.yml",
      "b/Kustomization",
    ]);
    expect(result.artifacts).toHaveLength(2);
  });

  it("reads examples and tests but does not announce them", () => {
    const text = "resources:\n- github.com/acme/base?ref=v1\n";
    expect(extract({ "examples/a/kustomization.yaml": text, "test/kustomization.yaml": text })).toMatchObject(
      {
        declarations: [{ sourceLine: 2 }, { sourceLine: 2 }],
        artifacts: [],
      },
    );
  });
});

describe("kustomize: an image that is only renamed", () => {
  const pod = (...images: string[]) =>
    `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n${images.map((image) => `  - image: ${image}\n`).join("")}`;
  const rename = (name: string, newName: string) => `images:\n- name: ${name}\n  newName: ${newName}\n`;
  const versionIn = (files: Record<string, string>, file = "overlay/kustomization.yaml") =>
    extractFiles(files, [kubernetes, kustomize])
      .declarations.filter(({ sourceFile, artifact }) => sourceFile === file && artifact === "ghcr.io/acme/b")
      .map(({ versionConstraint, unbound }) => ({ versionConstraint, unbound }));
  const overlay = `resources: [../base]\n${rename("acme/a", "ghcr.io/acme/b")}`;
  const base = "resources: [pod.yaml]\n";

  it.each([
    ["acme/a:1.2.3", "1.2.3"],
    ["acme/a:latest", "latest"],
    ["acme/a", null],
    [`acme/a@sha256:${"ab".repeat(32)}`, `sha256:${"ab".repeat(32)}`],
  ])("takes the tag of a manifest of the base: %s", (image, versionConstraint) => {
    const files = { "base/kustomization.yaml": base, "base/pod.yaml": pod(image) };
    expect(versionIn({ ...files, "overlay/kustomization.yaml": overlay })).toEqual([
      { versionConstraint, unbound: null },
    ]);
  });

  it("takes the tag of a manifest next to it, of a base that sets it, and through a base that renames the image", () => {
    expect(
      versionIn(
        { "kustomization.yaml": base + rename("acme/a", "ghcr.io/acme/b"), "pod.yaml": pod("acme/a:1.2") },
        "kustomization.yaml",
      ),
    ).toEqual([{ versionConstraint: "1.2", unbound: null }]);
    expect(
      versionIn({
        "base/kustomization.yaml": "images:\n- { name: acme/a, newTag: 2.0.0 }\nresources: [pod.yaml]\n",
        "base/pod.yaml": pod("acme/a:1.2"),
        "overlay/kustomization.yaml": overlay,
      }),
    ).toEqual([{ versionConstraint: "2.0.0", unbound: null }]);
    expect(
      versionIn({
        "base/kustomization.yaml": base + rename("app", "acme/a"),
        "base/pod.yaml": pod("app:1.2"),
        "overlay/kustomization.yaml": overlay,
      }),
    ).toEqual([{ versionConstraint: "1.2", unbound: null }]);
  });

  it.each([
    [
      "a remote base",
      { "overlay/kustomization.yaml": overlay.replace("../base", "github.com/acme/infra//base") },
    ],
    ["different tags", { "base/kustomization.yaml": base, "base/pod.yaml": pod("acme/a:1.2", "acme/a:1.3") }],
    ["another image", { "base/kustomization.yaml": base, "base/pod.yaml": pod("acme/other:1.2") }],
    ["bases in a circle", { "base/kustomization.yaml": "resources: [../overlay]\n" }],
  ])("leaves the version unbound with %s", (_, files) => {
    expect(versionIn({ "overlay/kustomization.yaml": overlay, ...files })).toEqual([
      { versionConstraint: null, unbound: "newTag" },
    ]);
  });
});

describe("kustomize: compositions", () => {
  it("link published kustomizations to local bases and manifests", () => {
    const files = {
      "base/kustomization.yaml": "resources:\n- deployment.yaml\n- more/service.yaml\n- missing.yaml\n- ./\n",
      "base/deployment.yaml": "kind: Deployment\n",
      "base/more/service.yaml": "kind: Service\n",
      "overlay/kustomization.yaml":
        "resources:\n- ../base/\n- https://github.com/acme/infra//base?ref=v1\ncomponents: [../part]\n",
      "part/kustomization.yaml": "kind: Component\n",
      "examples/a/kustomization.yaml": "resources: [../../base]\n",
    };
    const found = extract(files);
    expect(found.compositions.map(({ outer, inner }) => `${outer} < ${inner}`)).toEqual([
      "kustomization:acme/app//base < unit:kubernetes:base",
      "kustomization:acme/app//base < unit:kubernetes:base/more",
      "kustomization:acme/app//overlay < kustomization:acme/app//base",
      "kustomization:acme/app//overlay < kustomization:acme/app//part",
    ]);
    expect(found.declarations.map(({ role, scope }) => `${role} ${scope}`)).toEqual([
      "runtime kustomization:acme/app//overlay",
    ]);
  });
});
