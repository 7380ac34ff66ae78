import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { kubernetes } from "../kubernetes/index.ts";
import { terraform } from "../terraform/index.ts";
import { helm } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [helm, kubernetes, terraform]);

const CHART = "name: app\nversion: 1.0.0\n";

/** Returns the values of the chart `app`: `ingress.hosts*` accepts anything below. */
function valuesOf(files: Record<string, string>) {
  const { interfaces = [] } = extract({ "app/Chart.yaml": CHART, ...files });
  const chart = interfaces.find(({ scope }) => scope === "helm_chart:app");
  return chart?.members
    .filter(({ name }) => name !== "global")
    .map(({ name, file, line, acceptsAny }) => `${name}${acceptsAny ? "*" : ""} ${file.slice(4)}:${line}`);
}

const templateValues = (template: string) =>
  valuesOf({ "app/templates/x.yaml": template })?.map((text) => text.split(" ")[0]);

const openOf = (files: Record<string, string>) =>
  extract({ "app/Chart.yaml": CHART, ...files }).interfaces?.[0]?.open;

describe("helm: interfaces", () => {
  it("has the maps and leaves of values.yaml", () => {
    const text =
      "# The image.\nimage:\n  tag: v1\n  pullSecrets: []\nresources: {}\nnodeSelector:\n  kubernetes.io/os: linux\nport: ~\n";
    expect(valuesOf({ "app/values.yaml": text, "app/values-prod.yaml": "other: 1\n" })).toEqual([
      "image values.yaml:2",
      "image.pullSecrets* values.yaml:4",
      "image.tag values.yaml:3",
      "nodeSelector values.yaml:6",
      "nodeSelector.kubernetes.io/os values.yaml:7",
      "port* values.yaml:8",
      "resources* values.yaml:5",
    ]);
  });

  it("has the values that templates and helpers read", () => {
    const files = {
      "app/values.yaml": "name: x\ntls:\n  on: true\n",
      "app/templates/_helpers.tpl":
        '{{- define "app.name" -}}\n{{ .Values.name }}{{ $.Values.more }}\n{{- end }}',
      "app/templates/NOTES.txt": "Port {{ .Values.service.port }}",
      "app/templates/deep/x.yaml": "{{- with .Values.tls }}\na: {{ .on }}\n{{- end }}",
      "app/charts/sub/Chart.yaml": "name: sub\nversion: 1.0.0\n",
      "app/charts/sub/templates/x.yaml": "{{ .Values.notOurs }}",
      "other/templates/x.yaml": "{{ .Values.notAChart }}",
    };
    expect(valuesOf(files)).toEqual([
      "more* templates/_helpers.tpl:2",
      "name* values.yaml:1",
      "service.port* templates/NOTES.txt:1",
      "sub* Chart.yaml:1",
      "tls* values.yaml:2",
      "tls.on values.yaml:3",
    ]);
  });

  it.each([
    ["{{ toYaml .Values.a | nindent 2 }}", ["a*"]],
    ["{{- if .Values.a.b }}", ["a.b"]],
    ["{{- else if and .Values.a (not .Values.b) }}", ["a", "b"]],
    ['{{- if hasKey .Values.a "b" }}', ["a.b*"]],
    ["{{ range $k, $v := .Values.a }}", ["a*"]],
    ['{{ index .Values "a" "b" }}', ["a.b*"]],
    ['{{ index .Values.x "a-b" "c" }}', ["x.a-b.c*"]],
    ['{{ get .Values "a" }}', ["a*"]],
    ['{{ dig "a" "b" "fallback" .Values }}', ["a*"]],
    ['{{ include "t" (dict "Values" .Values "c" .Values.c) }}', ["c*"]],
    ["{{ $root.Values.a }}{{ .context.Values.b }}", ["a*", "b*"]],
    ["{{/* .Values.a */}}", []],
    ["# .Values.a", []],
    ["{{ .MyValues.a }}{{ unclosed .Values.b", []],
  ])("has the values of %s", (template, values) => {
    expect(templateValues(template)).toEqual(values);
  });

  it.each([
    "{{ toYaml .Values }}",
    "{{ $values := .Values }}",
    "{{ index .Values $key }}",
    "{{ with .Values }}",
  ])("is open for %s", (template) => {
    expect(openOf({ "app/templates/x.yaml": template })).toEqual({ value: "Templates use all values" });
  });

  it("has what named templates read of the values that are passed to them", () => {
    const define = (body: string) => `{{ define "app.box" }}\n${body}\n{{ end }}\n`;
    const values = (body: string) =>
      valuesOf({
        "app/templates/_box.tpl": define(body),
        "app/templates/x.yaml": '{{ include "app.box" (dict "root" $ "box" .Values.web.box) }}\n',
      })?.map((text) => text.split(" ")[0]);
    expect(
      values(
        '{{- with .box.first }}{{ toYaml . }}{{ else }}{{ include "y" .root }}{{ end }}{{ $.box.b.c | quote }}',
      ),
    ).toEqual(["web.box.b.c*", "web.box.first*"]);
    for (const body of [
      "{{ toYaml .box }}",
      '{{ include "app.other" . }}',
      "{{ with .box.a }}{{ tpl . $ }}{{ end }}",
      "{{ with .root }}{{ else }}{{ toYaml . }}{{ end }}",
    ])
      expect(values(body)).toContain("web.box*");
    expect(templateValues('{{ include "lib.box" (dict "box" .Values.web) }}')).toEqual(["web*"]);
    expect(templateValues('{{ include "app.box" (dict "box" (merge .Values.web .Values.all)) }}')).toEqual([
      "all*",
      "web*",
    ]);
  });

  it("is open if only a library reads the values", () => {
    const all = '{{ include "common.all" . }}';
    expect(openOf({ "app/templates/x.yaml": all })).toEqual({
      value: "The templates of a library use the values",
    });
    expect(openOf({ "app/templates/x.yaml": `${all}{{ .Values.a }}` })).toBeUndefined();
    expect(
      openOf({ "app/templates/x.yaml": all, "app/templates/y.tpl": '{{ define "common.all" }}{{ end }}' }),
    ).toBeUndefined();
  });

  it("is open if the values could not be read", () => {
    expect(openOf({ "app/values.yaml": "a: [\nb: }" })).toEqual({
      value: "app/values.yaml could not be read",
    });
    expect(openOf({ "app/values.schema.json": "{" })).toEqual({
      value: "app/values.schema.json could not be read",
    });
  });

  it("is open if several charts have the name, of which it describes one", () => {
    expect(openOf({ "old/app/Chart.yaml": CHART })).toEqual({ value: "Several charts have this name" });
    expect(openOf({ "tests/app/Chart.yaml": CHART })).toBeUndefined();
  });

  it("reads templates in a values file as text", () => {
    expect(openOf({ "app/values.yaml": "config: |\n  {{ define }}\n  x\n" })).toBeUndefined();
  });

  it("has the values of subcharts, and those that enable them", () => {
    const chart = `${CHART}dependencies:
  - name: redis
    alias: cache
    condition: cache.enabled,global.cache
    tags: [data]
    import-values:
      - child: a
        parent: imported
`;
    const [found] = extract({ "app/Chart.yaml": chart }).interfaces ?? [];
    expect(found?.members.map(({ name, acceptsAny }) => `${name}${acceptsAny ? "*" : ""}`)).toEqual([
      "cache*",
      "cache.enabled",
      "global*",
      "global.cache",
      "imported*",
      "tags*",
    ]);
  });

  it("has the maps that reject unknown names, and their properties in the schema", () => {
    const schema = JSON.stringify({
      type: "object",
      additionalProperties: false,
      properties: {
        image: { $ref: "#/$defs/image" },
        labels: { type: "object" },
        open: { additionalProperties: false, patternProperties: {}, properties: { a: {} } },
      },
      $defs: { image: { type: "object", additionalProperties: false, properties: { tag: {} } } },
    });
    expect(valuesOf({ "app/values.schema.json": schema })).toEqual([
      "image.tag* values.schema.json:1",
      "labels* values.schema.json:1",
    ]);
    expect(
      extract({ "app/Chart.yaml": CHART, "app/values.schema.json": schema }).interfaces?.[0]?.strict,
    ).toEqual(["", "image"]);
  });

  it("refuses the values with which a template fails", () => {
    const files = {
      "app/values.yaml": "kept: 1\nproxy:\n  port: 1\n",
      "app/templates/NOTES.txt": `{{- if .Values.auth }}
The value auth is gone.
{{ include "app.hint" .Values.auth | fail }}
{{- end }}
{{- if hasKey .Values.proxy "old" }}{{- fail "Use proxy.port" -}}{{ end }}
{{ if .Values.kept }}{{ fail "never" }}{{ end }}
{{ if and .Values.x .Values.y }}{{ fail "both" }}{{ end }}
{{ if .Values.x }}{{ if .Values.z }}{{ fail "z, only with x" }}{{ end }}{{ end }}
{{ if .Values.w }}{{ .Values.w }}{{ fail "later" }}{{ end }}`,
      "app/templates/_hint.tpl": '{{ define "app.hint" }}{{ .Values.auth.type }}{{ end }}',
    };
    expect(extract({ "app/Chart.yaml": CHART, ...files }).interfaces?.[0]?.strict).toEqual([
      "auth",
      "proxy.old",
    ]);
    expect(valuesOf(files)?.map((text) => text.split(" ")[0])).toEqual([
      "kept",
      "proxy",
      "proxy.port",
      "w*",
      "x",
      "y",
      "z",
    ]);
  });

  it("has the values that a schema requires and the values file does not have", () => {
    const schema = `{"required": ["owner", "port", "missing"],
"properties": {
  "ingress": {"required": ["host", "path"]},
  "missing": {"required": ["inner"]},
  "optional": {"required": ["unless", "given"]}}}`;
    const files = {
      "app/Chart.yaml": CHART,
      "app/values.yaml": "port: 80\ningress:\n  path: /\n",
      "app/values.schema.json": schema,
    };
    const required = extract(files).interfaces?.[0]?.members.filter((one) => one.required);
    expect(required?.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual([
      "ingress.host app/values.schema.json:3",
      "missing app/values.schema.json:1",
      "missing.inner app/values.schema.json:4",
      "owner app/values.schema.json:1",
    ]);
  });

  it("handles a schema that refers to itself", () => {
    const schema = '{"properties":{"a":{"$ref":"#"}},"$ref":"#"}';
    expect(valuesOf({ "app/values.schema.json": schema })).toEqual([]);
  });

  it("does not have the values of library charts", () => {
    const chart = `${CHART}type: library\n`;
    expect(extract({ "app/Chart.yaml": chart, "app/values.yaml": "a: 1\n" }).interfaces).toBeUndefined();
  });
});

/** Returns what the declarations of charts pass. */
const passedIn = (files: Record<string, string>) =>
  extract(files)
    .declarations.filter(({ dependencyType }) => dependencyType === "helm_chart")
    .map((each) => [
      ...(each.arguments ?? []).map(({ name, file, line }) => `${name} ${file}:${line}`),
      ...(each.openArguments ? [each.openArguments] : []),
    ]);

describe("helm: values of a chart's dependencies", () => {
  const chart = `${CHART}dependencies:
  - name: redis
    alias: cache
    version: 1.0.0
    repository: https://charts.example.com
    condition: cache.enabled
`;

  it("has the values below the alias in all values files of the folder", () => {
    const files = {
      "Chart.yaml": chart,
      "values.yaml": "cache:\n  enabled: true\n  auth:\n    password: x\nredis:\n  no: 1\n",
      "values-prod.yaml": "cache:\n  replicas: 2\n",
      "other/values.yaml": "cache:\n  no: 2\n",
    };
    expect(passedIn(files)).toEqual([
      ["replicas values-prod.yaml:2", "auth values.yaml:3", "auth.password values.yaml:4"],
    ]);
  });

  it("is open if the values could not be read", () => {
    expect(passedIn({ "Chart.yaml": chart, "values.yaml": "cache: [\nb: }" })).toEqual([
      [{ value: "values.yaml could not be read" }],
    ]);
  });
});

describe("helm: values of releases", () => {
  const release = (rest: string) => `releases:\n  - name: a\n    chart: oci://ghcr.io/acme/app\n${rest}`;

  it("has inline values, values files and set values", () => {
    const files = {
      "deploy/helmfile.yaml": release(
        "    values:\n      - image:\n          tag: v1\n      - ../config/app.yaml\n    set:\n      - name: hosts[0].name\n        value: x\n",
      ),
      "config/app.yaml": "resources:\n  cpu: 1\n",
    };
    expect(passedIn(files)).toEqual([
      [
        "image deploy/helmfile.yaml:5",
        "image.tag deploy/helmfile.yaml:6",
        "hosts deploy/helmfile.yaml:9",
        "resources config/app.yaml:1",
        "resources.cpu config/app.yaml:2",
      ],
    ]);
  });

  it.each([
    ["values:\n      - missing.yaml\n", "missing.yaml could not be read"],
    ['values:\n      - "{{ .Environment.Name }}.yaml"\n', "The name of a values file is computed"],
    ["values:\n      - https://example.com/x.yaml\n", "A values file is remote"],
    ["secrets:\n      - secrets.yaml\n", "Secrets are passed"],
    ["inherit:\n      - template: x\n", "Values are inherited from templates"],
    ['set:\n      - name: "{{ x }}"\n', "The names of some values are computed"],
  ])("is open for %j", (rest, reason) => {
    expect(passedIn({ "helmfile.yaml": release(`    ${rest}`) })).toEqual([[{ value: reason }]]);
  });

  it("is open for a values file that a template produces", () => {
    const files = {
      "helmfile.yaml": release("    values:\n      - values.yaml.gotmpl\n"),
      "values.yaml.gotmpl": "a: 1\n{{ if x }}\nb: 1\n{{ end }}\n",
    };
    expect(passedIn(files)).toEqual([
      ["a values.yaml.gotmpl:1", "b values.yaml.gotmpl:3", { value: "values.yaml.gotmpl is a template" }],
    ]);
  });
});

describe("helm: values in manifests", () => {
  const application = (helmText: string, rest = "") => `apiVersion: argoproj.io/v1alpha1
kind: Application
spec:
  sources:
    - repoURL: https://charts.example.com
      chart: app
      targetRevision: 1.0.0
      helm:
${helmText}${rest}`;

  it("has the values of an Argo CD application", () => {
    const text = application(
      "        valuesObject:\n          a: 1\n        values: |\n          b:\n            c: 1\n        parameters:\n          - name: d.e\\.f\n            value: x\n",
    );
    expect(passedIn({ "app.yaml": text })).toEqual([
      ["a app.yaml:10", "b app.yaml:12", "b.c app.yaml:13", "d.e.f app.yaml:15"],
    ]);
  });

  it("has the values files of the same repository", () => {
    const files = (url: string) => ({
      "app.yaml": application(
        "        valueFiles:\n          - $mine/config/web.yaml\n          - values-of-chart.yaml\n",
        `    - repoURL: ${url}\n      ref: mine\n`,
      ),
      "config/web.yaml": "a: 1\n",
    });
    expect(passedIn(files("https://github.com/acme/app"))).toEqual([["a config/web.yaml:1"]]);
    expect(passedIn(files("https://github.com/acme/values"))).toEqual([
      [{ value: "A values file is in another repository" }],
    ]);
  });

  it("is open for templates", () => {
    expect(passedIn({ "app.yaml": application("        values: '{{ values }}'\n") })).toEqual([
      [{ value: "The values are a template" }],
    ]);
  });

  const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: app
spec:
  chart:
    spec:
      chart: app
      sourceRef:
        kind: HelmRepository
        name: charts
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata:
  name: charts
spec:
  url: https://charts.example.com
`;

  it("has the values of a Flux release, and of its patches", () => {
    const patch = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: NAME
spec:
  values:
    replicas: 2
`;
    const files = {
      "base/app.yaml": RELEASE.replace("spec:\n", "spec:\n  values:\n    image:\n      tag: v1\n"),
      "prod/app.yaml": patch.replace("NAME", "app"),
      "prod/other.yaml": patch.replace("NAME", "other"),
    };
    expect(passedIn(files)).toEqual([
      ["image base/app.yaml:7", "image.tag base/app.yaml:8", "replicas prod/app.yaml:7"],
    ]);
  });

  it("is open for values of the cluster", () => {
    const text = RELEASE.replace("spec:\n", "spec:\n  valuesFrom:\n    - kind: Secret\n      name: s\n");
    expect(passedIn({ "app.yaml": text })).toEqual([[{ value: "valuesFrom: Secret s" }]]);
  });
});

describe("helm: values in Terraform", () => {
  const release = (rest: string) =>
    `resource "helm_release" "app" {\n  chart = "app"\n  repository = "https://charts.example.com"\n${rest}}\n`;

  it.each([
    ['  set {\n    name = "a.b\\\\.c[0]"\n  }\n', "a.b.c main.tf:5"],
    ['  set = [\n    { name = "a", value = 1 },\n  ]\n', "a main.tf:5"],
    ['  set_sensitive {\n    name = "a"\n  }\n', "a main.tf:5"],
    ["  values = [yamlencode({\n    a = var.x\n  })]\n", "a main.tf:5"],
    ["  values = [yamlencode({\n    a = {}\n  })]\n", "a main.tf:5"],
    ["  values = [<<-EOT\n    a: ${var.x}\n  EOT\n  ]\n", "a main.tf:5"],
    ['  values = [file("${path.module}/values/app.yaml")]\n', "c values/app.yaml:1"],
    ['  values = ["${file("values/app.yaml")}"]\n', "c values/app.yaml:1"],
    ['  values = [templatefile("values/app.yaml", { x = 1 })]\n', "c values/app.yaml:1"],
  ])("has the values of %j", (rest, expected) => {
    expect(passedIn({ "main.tf": release(rest), "values/app.yaml": "c: 1\n" })).toEqual([[expected]]);
  });

  it("has the maps and leaves of an encoded object", () => {
    const text = release("  values = [yamlencode({\n    a = {\n      b = 1\n    }\n  })]\n");
    expect(passedIn({ "main.tf": text })).toEqual([["a main.tf:5", "a.b main.tf:6"]]);
  });

  it.each([
    ['  dynamic "set" {\n    for_each = var.x\n  }\n', "The names of some values are computed"],
    ['  set {\n    name = "a.${var.x}"\n  }\n', "The names of some values are computed"],
    ["  values = var.values\n", "The values are computed"],
    ["  values = [yamlencode(merge(a, b))]\n", "The values are computed"],
    ['  values = [file("${var.env}.yaml")]\n', "The values are computed"],
  ])("is open for %j", (rest, reason) => {
    expect(passedIn({ "main.tf": release(rest) })).toEqual([[{ value: reason }]]);
  });
});
