/** Seed files for fuzzing, by path. */
export const corpus = {
  "overlays/prod/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../../base
  - https://github.com/acme/platform//base?timeout=90s&ref=v1.2.0 # é
  - git@github.com:acme/monitoring.git//deploy?version=main
  - https://raw.githubusercontent.com/acme/crds/v2/all.yaml
components: [ "https://dev.azure.com/acme/x/_git/parts//sidecar?ref=v1" ]
images:
  - { name: app, newName: ghcr.io/acme/app, newTag: "1.10" }
  - name: redis
    digest: sha256:${"ab".repeat(32)}
helmCharts:
  - { name: web, repo: "oci://ghcr.io/acme/charts", version: ~1.2, releaseName: web }
`,
};
