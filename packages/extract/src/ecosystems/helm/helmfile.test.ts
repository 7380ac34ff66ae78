import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { helm } from "./index.ts";

const REPOSITORIES = `repositories:
  - name: acme
    url: https://acme.github.io/charts
  - name: own
    url: ghcr.io/acme/charts
    oci: true
`;
const extract = (text: string, more: Record<string, string> = {}) =>
  extractFiles({ "helmfile.yaml": text, ...more }, [helm]);
const release = (chart: string) =>
  extract(`releases:\n- name: x\n  chart: "${chart}"\n  version: 1.0.0\n`).declarations;

describe("helm: helmfile", () => {
  it("declares the chart of each release with its repository resolved", () => {
    const text = `${REPOSITORIES}releases:
  - name: web
    chart: acme/web
    version: ~1.2
  - name: web-again
    chart: own/web
  - name: same
    chart: acme/web
    version: ~1.2
    dependencies:
      - chart: stable/redis
        version: 17.0.0
`;
    expect(extract(text).declarations).toMatchObject([
      {
        dependencyType: "helm_chart",
        sourceLine: 9,
        rawReference: "acme/web",
        artifact: "acme.github.io/charts/web",
        versionConstraint: "~1.2",
        versioning: "helm",
        lookups: [
          "helm_chart:acme.github.io/charts/web",
          "git:github.com/acme/charts",
          "git:github.com/acme/acme.github.io",
        ],
        evidence: { class: "manifest", rule: "helm.release" },
      },
      { sourceLine: 12, artifact: "ghcr.io/acme/charts/web", versionConstraint: null },
      { sourceLine: 14, artifact: "acme.github.io/charts/web" },
      {
        sourceLine: 17,
        rawReference: "stable/redis",
        artifact: "redis",
        lookups: ["convention:helm_chart:stable/redis"],
        evidence: { rule: "helm.release_dependency" },
      },
    ]);
  });

  it.each([
    ["oci://ghcr.io/acme/web", "ghcr.io/acme/web", "1.0.0"],
    ["oci://ghcr.io/acme/web:2.0.0", "ghcr.io/acme/web", "1.0.0"],
    ["git::https://github.com/acme/charts.git@web?ref=v2", "github.com/acme/charts", "v2"],
    ["git+ssh://git@github.com/acme/charts@web?ref=main", "github.com/acme/charts", "main"],
    [
      "https://github.com/acme/web/releases/download/v1/web-1.0.0.tgz",
      "github.com/acme/web/releases/download/v1/web-1.0.0.tgz",
      "1.0.0",
    ],
  ])("reads %s as %s at %s", (chart, artifact, constraint) => {
    expect(release(chart)).toMatchObject([
      { sourceLine: 3, rawReference: chart, artifact, versionConstraint: constraint },
    ]);
  });

  it.each(["./charts/web", "../web", "/charts/web", "web", "a/b/c", "./{{ .Values.dir }}/web"])(
    "skips the local folder %s",
    (chart) => {
      expect(release(chart)).toEqual([]);
    },
  );

  it("skips a folder with a chart that looks like a repository", () => {
    const text = "releases:\n- chart: charts/web\n- chart: charts/other\n";
    expect(extract(text, { "charts/web/Chart.yaml": "name: web\n" }).declarations).toMatchObject([
      { rawReference: "charts/other" },
    ]);
  });

  it("reads both branches of a template and leaves its values unbound", () => {
    const text = `{{ $v := .Values.version }}
${REPOSITORIES}
---
releases:
{{- if eq .Environment.Name "production" }}
  - name: web
    chart: acme/web
    version: {{ $v | quote }}
{{- else }}
  - name: web
    chart: acme/web
    version: 2.0.0
{{- end }}
  - chart: {{ env "CHART" }}
`;
    expect(extract(text)).toMatchObject({
      declarations: [
        {
          sourceLine: 13,
          unbound: "$v | quote",
          versionConstraint: "{{ $v | quote }}",
          artifact: "acme.github.io/charts/web",
        },
        { sourceLine: 17, unbound: null, versionConstraint: "2.0.0" },
        { sourceLine: 20, unbound: 'env "CHART"', lookups: [] },
      ],
      problems: [],
    });
  });

  it("declares helmfiles of other repositories and images of inline values, not local files", () => {
    const text = `bases: [../base.yaml, "git::https://github.com/acme/base.git@base.yaml?ref=v1"]
helmfiles:
  - path: git::https://github.com/acme/deploy.git@helmfile.yaml?ref=v3
  - apps/*/helmfile.yaml
  - git::https://github.com/acme/app.git@helmfile.yaml
templates:
  default: &default
    chart: oci://ghcr.io/acme/web
releases:
  - <<: *default
    values:
      - values.yaml
      - image:
          repository: ghcr.io/acme/web
          tag: 1.2.3
`;
    expect(extract(text).declarations).toMatchObject([
      {
        sourceLine: 1,
        dependencyType: "git_repository",
        artifact: "github.com/acme/base",
        versionConstraint: "v1",
      },
      {
        sourceLine: 3,
        artifact: "github.com/acme/deploy",
        versionConstraint: "v3",
        evidence: { rule: "helm.helmfile" },
      },
      { sourceLine: 8, artifact: "ghcr.io/acme/web", versionConstraint: null },
      { sourceLine: 14, rawReference: "ghcr.io/acme/web:1.2.3", evidence: { rule: "helm.release_image" } },
    ]);
  });

  it.each(["helmfile.yaml.gotmpl", "helmfile-prod.yaml", "envs/helmfile.d/10-web.yaml"])(
    "reads %s",
    (path) => {
      const files = { [path]: "releases:\n- chart: oci://ghcr.io/acme/web\n" };
      expect(extractFiles(files, [helm]).declarations).toMatchObject([{ sourceLine: 2 }]);
    },
  );

  it("reports the line of malformed YAML", () => {
    expect(extract("releases:\n  - chart: [\n").problems).toMatchObject([
      { file: "helmfile.yaml", line: 3, code: "invalid_syntax" },
    ]);
  });

  it("declares a chart's repository once, and other repositories as references", () => {
    const text = `repositories:
  - name: acme
    url: git+https://github.com/acme/charts@web?ref=v1.0.0
  - name: other
    url: git+https://github.com/acme/other.git
releases:
  - name: web
    chart: acme/web
`;
    const { declarations } = extractFiles({ "helmfile.yaml": text }, [helm, references]);
    expect(declarations.map(({ sourceLine, artifact }) => `${sourceLine} ${artifact}`)).toEqual([
      "8 github.com/acme/charts",
      "5 github.com/acme/other",
    ]);
  });
});
