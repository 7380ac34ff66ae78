/** Seed files for fuzzing, by path. */
export const corpus = {
  "deploy/app.yaml": `apiVersion: apps/v1
kind: Deployment
spec:
  template: &pod
    spec:
      initContainers: [{ name: a, image: "ghcr.io/acme/app:\${TAG:=1.2}" }]
      containers:
        - env: [{ name: KAFKA_IMAGES, value: "1=acme/kafka:1" }]
        - image: acme/web@sha256:${"cd".repeat(32)} # v1.2.3
---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
spec:
  template:
    spec:
      sources:
        - { repoURL: "https://github.com/acme/deploy.git", targetRevision: "{{ .revision }}" }
        - { repoURL: ghcr.io/acme/charts, chart: app, targetRevision: 1.x }
        - repoURL: https://github.com/acme/values
          helm:
            values: |
              image: { repository: acme/app, tag: 1.2 }
  templatePatch: |
    {{- if .x }}
    a: b
    {{- end }}
---
apiVersion: tekton.dev/v1
kind: Task
spec:
  params: [{ name: v, default: "3" }]
  steps:
    - image: acme/build:$(params.v)
    - ref: { resolver: git, params: [{ name: url, value: "https://github.com/acme/catalog" }] }
`,
  "flux/app.yaml": `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: acme, namespace: flux-system }
spec: { url: "oci://ghcr.io/acme/charts" }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: app }
spec: { chart: { spec: { chart: app, version: ">=1", sourceRef: { kind: HelmRepository, name: acme } } } }
---
apiVersion: pkg.crossplane.io/v1
kind: Provider
spec: { package: acme/provider-net:v1.0.0 }
`,
};
