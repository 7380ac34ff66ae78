import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { helm } from "./index.ts";

const extract = (files: Record<string, string>) =>
  extractFiles({ "app/Chart.yaml": "name: app\n", ...files }, [helm]);
const images = (text: string) =>
  extract({ "app/values.yaml": text }).declarations.map((each) => `${each.sourceLine} ${each.rawReference}`);

describe("helm: the tag of a chart's image", () => {
  it("is the appVersion if the values have none", () => {
    const { declarations } = extractFiles(
      {
        "shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 0.1.0\nappVersion: 2.3.4\n",
        "shop/values.yaml":
          'image:\n  repository: ghcr.io/acme/shop\n  tag: ""\nworker:\n  image:\n    repository: ghcr.io/acme/worker\n',
        "shop/values-prod.yaml": "image:\n  repository: ghcr.io/acme/shop\n  tag: 2.0.0\n",
        "other/values.yaml": "image:\n  repository: ghcr.io/acme/other\n",
      },
      [helm],
    );
    expect(
      declarations.map(({ sourceFile, artifact, versionConstraint }) => [
        sourceFile,
        artifact,
        versionConstraint,
      ]),
    ).toEqual([
      ["shop/values-prod.yaml", "ghcr.io/acme/shop", "2.0.0"],
      ["shop/values.yaml", "ghcr.io/acme/shop", "2.3.4"],
      ["shop/values.yaml", "ghcr.io/acme/worker", null],
    ]);
  });
});

describe("helm: values without a Chart.yaml", () => {
  it("declares images with a version and reports no problems", () => {
    const { declarations, problems } = extract({
      "env/prod/values.yaml": `image:
  repository: acme/app
  tag: 1
other:
  image:
    repository: acme/other
third:
  image:
    repository: acme/third
    tag: "{{ .Environment.Values.tag }}"
`,
      "env/prod/web-values.yml": "image: acme/web\nname: app\ncli:\n  image: acme/cli:2\n",
      "app/public-values/dev.yaml": "image:\n  repository: acme/dev\n  tag: 3\n",
      "app/values/prod.yaml": "image:\n  repository: acme/untagged\n",
      "env/broken/values.yaml": "image: [\n",
      "env/values/broken.yml": "image: [\n",
      "templates/values.yaml": "image: acme/app:1\n",
    });
    expect(declarations.map((each) => `${each.sourceFile}:${each.sourceLine} ${each.rawReference}`)).toEqual([
      "app/public-values/dev.yaml:2 acme/dev:3",
      "env/prod/values.yaml:2 acme/app:1",
      "env/prod/values.yaml:9 acme/third:{{ .Environment.Values.tag }}",
      "env/prod/web-values.yml:4 acme/cli:2",
    ]);
    expect(problems).toEqual([]);
  });
});

describe("helm: values of a chart", () => {
  it("declares each image on the line of its repository", () => {
    const text = `# image: {repository: acme/old, tag: 1}
image:
  pullPolicy: Always
  tag: "1.10"
  repository: ghcr.io/acme/app
sidecars:
  - image:
      registry: quay.io
      repository: acme/proxy
      tag: 2.0.0
      digest: sha256:${"ab".repeat(32)}
`;
    expect(extract({ "app/values.yaml": text }).declarations).toEqual([
      {
        ecosystem: "helm",
        dependencyType: "container_image",
        sourceFile: "app/values.yaml",
        sourceLine: 5,
        rawReference: "ghcr.io/acme/app:1.10",
        artifact: "ghcr.io/acme/app",
        versionConstraint: "1.10",
        versioning: "docker",
        unbound: null,
        versionComment: null,
        lookups: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
        evidence: { class: "manifest", rule: "helm.values_image" },
        role: "runtime",
        scope: "helm_chart:app",
        locked: null,
      },
      expect.objectContaining({
        sourceLine: 9,
        artifact: "quay.io/acme/proxy",
        versionConstraint: `2.0.0@sha256:${"ab".repeat(32)}`,
      }),
    ]);
  });

  it.each([
    ["image:\n  repository: acme/app\n  tag: ''\n", ["2 acme/app"]],
    ["image:\n  repository: acme/app\n", ["2 acme/app"]],
    ["image:\n  repository: acme/app\n  tag: null\n  registry: ~\n", ["2 acme/app"]],
    ["image:\n  repository: acme/app:1.2\n  tag: 3\n", ["2 acme/app:1.2"]],
    ["image:\n  repository: acme/app\n  tag: 1@sha256:ab\n", ["2 acme/app:1@sha256:ab"]],
    [
      `image:\n  repository: acme/app\n  tag: 1\n  sha: ${"0".repeat(64)}\n`,
      [`2 acme/app:1@sha256:${"0".repeat(64)}`],
    ],
    ["image:\n  repository: localhost:5000/app\n  tag: 1\n", ["2 localhost:5000/app:1"]],
    ["controller:\n  repository: acme/app\n  tag: 1\n", ["2 acme/app:1"]],
    ["image: ghcr.io/acme/app:1\n", ["1 ghcr.io/acme/app:1"]],
    ["image: acme/app\nimageTag: 1.2\n", ["1 acme/app:1.2"]],
    ["image:\n  repository: acme/app\n  version: 1.2\n", ["2 acme/app:1.2"]],
    ["image:\n  repository: acme/app\n  tag: 1.3\n  version: 1.2\n", ["2 acme/app:1.3"]],
    ["initImage: busybox:1.36\n", ["1 busybox:1.36"]],
    ["containers:\n  - name: x\n    image: busybox\n", ["3 busybox"]],
    ["a:\n  image: acme/app:1\nb:\n  image: acme/app:1\n", ["2 acme/app:1", "4 acme/app:1"]],
    ["a: &a\n  image: acme/app:1\nb: *a\nc:\n  <<: *a\n", ["2 acme/app:1"]],
  ])("reads %j as %j", (text, expected) => {
    expect(images(text)).toEqual(expected);
  });

  it.each([
    ["a repository that is not an image", "git:\n  repository: acme/config\n  branch: main\n  tag: x\n"],
    ["a URL", "image:\n  repository: https://charts.acme.io\n"],
    ["a picture", "logo:\n  image: img/logo.png\n"],
    ["an empty name", "image:\n  repository: ''\n  tag: 1\n"],
    ["a tag alone, for a dependency", "web:\n  image:\n    tag: 2\n"],
    ["a word", "image: default\n"],
    ["a boolean", "image: true\n"],
    ["a sentence", "image: which one to take\n"],
    ["a repository without image keys", "backup:\n  repository: acme/backup\n"],
    ["a comment", "\n# image\n"],
  ])("ignores %s", (_, text) => {
    expect(images(text)).toEqual([]);
  });

  it("leaves a templated tag unbound and looks up the image", () => {
    const text = `image:\n  repository: ghcr.io/acme/app\n  tag: '{{ .Values.tag | default "a:b/c" }}'\nother:\n  image: \${REGISTRY}/app:1\n`;
    expect(extract({ "app/values.yaml": text }).declarations).toMatchObject([
      {
        artifact: "ghcr.io/acme/app",
        versionConstraint: '{{ .Values.tag | default "a:b/c" }}',
        unbound: '.Values.tag | default "a:b/c"',
        lookups: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
      },
      { artifact: "${REGISTRY}/app", versionConstraint: "1", unbound: "REGISTRY", lookups: [] },
    ]);
  });

  it("reads several values files, except templates", () => {
    const text = "image:\n  repository: acme/app\n";
    const { declarations, problems } = extract({
      "app/values.yaml": text,
      "app/values-prod.yaml": text,
      "app/values.eu.yml": text,
      "app/prod-values.yaml": text,
      "app/templates/values.yaml": text,
      "app/values.schema.json": "{image}",
      "ansible/values.yaml": text,
      "values.yaml": "image: [\n",
    });
    expect(declarations.map(({ sourceFile }) => sourceFile)).toEqual([
      "app/prod-values.yaml",
      "app/values-prod.yaml",
      "app/values.eu.yml",
      "app/values.yaml",
    ]);
    expect(problems).toEqual([]);
  });

  it("treats images in a library chart's additional values as prose", () => {
    const text = "image: acme/app:1\n";
    const { declarations } = extract({
      "lib/Chart.yaml": "name: lib\ntype: library\n",
      "lib/values.yaml": text,
      "lib/ci-values.yaml": text,
    });
    expect(declarations.map(({ sourceFile, evidence }) => [sourceFile, evidence.class])).toEqual([
      ["lib/ci-values.yaml", "prose"],
      ["lib/values.yaml", "manifest"],
    ]);
  });

  it("reports the line of malformed YAML", () => {
    expect(extract({ "app/values.yaml": "image:\n  tag: [\n" }).problems).toMatchObject([
      { file: "app/values.yaml", line: 3, code: "invalid_syntax" },
    ]);
  });
});

describe("helm: the registry, owner and name of an image in separate fields", () => {
  it("are read with `name` instead of `repository`", () => {
    expect(
      images(`registry:
  domain: ghcr.io
image:
  name: acme/app
  tag: 1.2.3
job:
  image: {registry: quay.io/, organization: acme, name: job, digest: "sha256:ab"}
initImage: {name: quay.io/acme/init, tag: 4}
pullSecretImage: {name: acme/secret}
osImage: {name: flatcar, version: 1}
volume: {name: acme/data, tag: 5}
`),
    ).toEqual(["4 ghcr.io/acme/app:1.2.3", "7 quay.io/acme/job@sha256:ab", "8 quay.io/acme/init:4"]);
  });

  it("are read with the registry next to an `image` without a host, or next to its map", () => {
    expect(
      images(`images:
  registry: ghcr.io
  web: {image: acme/web, tag: 1}
  proxy: {image: quay.io/acme/proxy:2}
  nested: {deeper: {image: acme/deeper:3}}
container: {registry: ghcr.io, image: acme/container:4}
remote: {registry: "https://index.docker.io/v1/", image: acme/remote:5}
`),
    ).toEqual([
      "3 ghcr.io/acme/web:1",
      "4 quay.io/acme/proxy:2",
      "5 acme/deeper:3",
      "6 ghcr.io/acme/container:4",
      "7 acme/remote:5",
    ]);
  });
});

describe("helm: images of templates whose registry is in the values", () => {
  const template = `{{- if .Values.job }}
kind: Job
spec:
  containers:
    - image: "{{ .Values.images.registry }}/acme/tool:1.36.2"
    - name: b
      image: {{ $.Values.registry.domain }}/acme/app:{{ .Chart.AppVersion }} # the app
    - image: "{{ .Values.unknown }}/acme/other:1"
    - image: "{{ .Values.images.registry }}/{{ .Values.name }}:1"
{{- end }}
`;
  const values = "images: {registry: ghcr.io}\nregistry: {domain: quay.io/}\nunknown: {a: b}\n";
  const declared = (files: Record<string, string>) =>
    extract(files).declarations.map(
      ({ sourceFile, sourceLine, artifact, versionConstraint, evidence, scope }) =>
        [sourceFile, sourceLine, artifact, versionConstraint, evidence.rule, scope].join(" "),
    );

  it("are read with the values of their chart", () => {
    expect(declared({ "app/templates/crds/job.yaml": template, "app/values.yaml": values })).toEqual([
      "app/templates/crds/job.yaml 5 ghcr.io/acme/tool 1.36.2 helm.template_image helm_chart:app",
      "app/templates/crds/job.yaml 7 quay.io/acme/app {{ .Chart.AppVersion }} helm.template_image helm_chart:app",
    ]);
  });

  it("are not read with other values, or outside of a chart", () => {
    expect(declared({ "app/templates/job.yaml": template, "app/values-prod.yaml": values })).toEqual([]);
    expect(declared({ "other/templates/job.yaml": template, "other/values.yaml": values })).toEqual([]);
  });
});
