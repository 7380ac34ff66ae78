/** Seed files for fuzzing, by path. */
export const corpus = {
  "chart/Chart.yaml": `apiVersion: v2
name: shop
version: 1.4.0
appVersion: "2.7.1"
dependencies:
  - { name: common, version: ^2.0.0, repository: "oci://ghcr.io/acme/charts", alias: base }
  - name: web # the front
    version: ">=1.2-0 <2 || 3.x"
    repository: https://acme.github.io/charts/
  - { name: cache, version: 1.0.0, repository: "@acme" }
  - { name: own, version: 1.0.0, repository: "file://../own" }
  - { name: old, version: "*", repository: "git+https://github.com/acme/old@chart?ref=v1" }
`,
  "chart/values.yaml": `image: &image
  registry: ghcr.io
  repository: acme/shop
  tag: "1.10" # é
  digest: sha256:${"ab".repeat(32)}
proxy: { image: "ghcr.io/acme/proxy:{{ .Values.version }}" }
jobs: [{ name: init, image: busybox }, { image: *image }]
`,
  "chart/requirements.yaml": `dependencies:\n- name: redis\n  version: ~17\n  repository: alias:acme\n`,
  "helmfile.yaml": `repositories:
  - { name: acme, url: ghcr.io/acme/charts, oci: true }
{{ if eq .Environment.Name "production" }}
releases:
  - name: shop
    chart: acme/shop
    version: {{ .Values.version | quote }}
    values: [values.yaml, { image: { repository: ghcr.io/acme/shop, tag: 1.2.3 } }]
{{- end }}
  - { name: x, chart: "git::https://github.com/acme/x.git@chart?ref=v2" }
helmfiles:
  - path: git::https://github.com/acme/deploy.git@helmfile.yaml?ref=v1
`,
  "scripts/release-charts.sh": `helm repo add acme https://charts.acme.io # é
for pkg in dist/*; do helm push "$pkg" oci://ghcr.io/\${GITHUB_REPOSITORY_OWNER}/charts; done
helm cm-push charts/shop/ acme
`,
  "chart/values.schema.json":
    '{ "properties": { "image": { "additionalProperties": false, "properties": { "tag": {} } } } }\n',
  "chart/templates/deployment.yaml": `{{- define "shop.name" -}}{{ .Values.name | default .Chart.Name }}{{- end }}
image: {{ include "shop.name" . }}:{{ .Values.image.tag }}
{{- with .Values.ingress }}{{ toYaml .annotations }}{{ end }}
{{- if $.Values.proxy.enabled }}{{ index .Values "jobs" 0 }}{{ dig "a" "b" .Values.extra }}{{ end }} # é
`,
  "deploy/values.yaml": "base:\n  image: { tag: x }\n",
  "deploy/Chart.yaml":
    'name: deploy\nversion: 1.0.0\ndependencies: [{ name: base, version: 1.0.0, repository: "oci://ghcr.io/acme/charts" }]\n',
};
