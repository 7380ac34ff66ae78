/** Seed files for fuzzing, by path. */
export const corpus = {
  "updatecli/updatecli.d/app.yaml": `sources:
  release:
    kind: githubrelease
    spec: { owner: acme, repository: tool } # é
  chart:
    kind: helmchart
    spec:
      url: https://acme.github.io/charts
      name: shop
conditions:
  image:
    kind: dockerimage
    spec:
      image: ghcr.io/acme/app
      tag: "{{ .tag }}"
targets: {}
`,
};
