/** One or two typical files of every kind that an ecosystem reads: what the fuzzing begins from. */
export const CORPUS: readonly { path: string; text: string }[] = [
  {
    path: "Dockerfile",
    text: `# syntax=docker/dockerfile:1.7
# escape=\\
ARG REGISTRY=ghcr.io/acme
ARG TAG
FROM --platform=$BUILDPLATFORM \${REGISTRY}/base:1.4.2@sha256:${"ab".repeat(32)} AS build
COPY --from=\${REGISTRY:-docker.io}/tools:\${TAG} /bin/tool /bin/
RUN --mount=type=bind,from=acme/cache,target=/cache \\
    go install github.com/acme/tool@v1.2.0 # é
RUN <<EOF
git clone https://github.com/acme/scripts.git
EOF
FROM scratch
COPY --from=build /app /app
`,
  },
  {
    path: "compose.yaml",
    text: `x-common: &common
  image: ghcr.io/acme/base:\${TAG:-2.1}
services:
  api:
    <<: *common
    build: { context: ., args: { BASE: acme/base:3 } }
  db:
    image: "postgres:17@sha256:${"01".repeat(32)}" # pinned
`,
  },
  {
    path: "docker-bake.hcl",
    text: `variable "TAG" { default = "1.0" }
target "app" {
  inherits = ["base"]
  contexts = { base = "docker-image://ghcr.io/acme/base:\${TAG}" }
  tags     = ["ghcr.io/acme/app:\${TAG}", "ghcr.io/acme/app:latest"]
}
`,
  },
  {
    path: "docker-bake.json",
    text: `{ "target": { "app": { "contexts": { "base": "docker-image://acme/base:1" }, "tags": ["ghcr.io/acme/app:1"] } } }
`,
  },
  {
    path: ".github/workflows/ci.yml",
    text: `name: ci
on:
  workflow_call:
    inputs: { version: { type: string } }
jobs:
  build:
    runs-on: ubuntu-latest
    container: { image: "ghcr.io/acme/runner:2" }
    services:
      db: { image: "postgres:\${{ matrix.pg }}" }
    strategy: { matrix: { pg: [16, 17] } }
    steps:
      - uses: acme/actions/setup@0123456789abcdef0123456789abcdef01234567 # v4.1.0
      - uses: docker://acme/lint:1
      - run: |
          docker build -t ghcr.io/acme/app:\${{ github.sha }} .
          docker push ghcr.io/acme/app:\${{ github.sha }}
  shared:
    uses: acme/workflows/.github/workflows/deploy.yml@main
`,
  },
  {
    path: "deploy/action.yml",
    text: `name: deploy
runs:
  using: composite
  steps:
    - uses: acme/actions/login@v2
    - { uses: "actions/checkout@v6", with: { repository: acme/manifests } }
    - run: gh api repos/acme/releases/tarball
      shell: bash
`,
  },
  { path: "hello/action.yml", text: `runs: { using: docker, image: "docker://ghcr.io/acme/hello:1" }\n` },
  {
    path: "go.mod",
    text: `module github.com/acme/orders/v2

go 1.26
toolchain go1.26.1

require (
	github.com/acme/kit v1.4.0 // indirect
	github.com/acme/log v0.0.0-20260102030405-0123456789ab
)
replace github.com/acme/log => github.com/acme/log-fork v1.0.0
replace github.com/acme/kit => ./kit
tool github.com/acme/lint/cmd/lint
exclude github.com/acme/kit v1.3.9
`,
  },
  { path: "kit/go.mod", text: "module github.com/acme/kit\n\nrequire gopkg.acme.io/yaml.v3 v3.0.1\n" },
  { path: "go.work", text: "go 1.26\n\nuse (\n\t.\n\t./kit\n)\n\nreplace github.com/acme/log => ../log\n" },
  {
    path: "package.json",
    text: `{
  "name": "@acme/shop", "version": "1.0.0", "workspaces": { "catalog": { "react": "^19.0.0" } },
  // A comment, as some tools allow it.
  "dependencies": {
    "@acme/ui": "^2.1.0", "log": "npm:@acme/log@~1.2", "kit": "github:acme/kit#semver:^3", "own": "workspace:*",
    "react": "catalog:", "tool": "git+ssh://git@github.com/acme/tool.git#v1", "tar": "https://acme.io/x/-/x-1.0.0.tgz",
  },
  "devDependencies": { "@acme/ui": "file:../ui", "lint": "acme/lint" },
  "overrides": { "@acme/ui": { "log": "2" }, "react": "$react" },
  "packageManager": "pnpm@10.1.0+sha512.ab"
}
`,
  },
  {
    path: "ui/package.json",
    text: `{"name":"@acme/ui","private":false,"peerDependencies":{"react":">=18 <20"}}`,
  },
  {
    path: "pnpm-workspace.yaml",
    text: `packages: ["packages/*"]
catalog: { react: ^19.0.0 }
catalogs:
  next: { "@acme/ui": npm:@acme/ui-next@3 }
overrides: { "log@1": "catalog:next" }
`,
  },
  {
    path: ".yarnrc.yml",
    text: `catalog:\n  "@acme/ui": ^2.0.0\nnpmScopes: { acme: { npmRegistryServer: "https://npm.acme.io" } }\n`,
  },
  {
    path: "main.tf",
    text: `terraform {
  required_providers {
    acme = { source = "acme/acme", version = "~> 2.0" }
  }
}
locals { ref = "v1.2.0" }
module "service" {
  source = "git::https://github.com/acme/terraform-aws-service.git//modules/logs?depth=1&ref=\${local.ref}"
}
module "vpc" {
  source  = "app.terraform.io/acme/vpc/aws" # the registry
  version = ">= 1.2, < 2"
}
/* a comment */
resource "x" "y" { text = <<-EOT
  \${jsonencode({ a = [for k in local.x : k if k != "" ] })}
  EOT
}
`,
  },
  {
    path: "modules.tf.json",
    text: `{ "module": { "dns": { "source": "git@github.com:acme/dns.git?ref=v2" }, "net": [{ "source": "acme/net/aws", "version": "3.1.0" }] },
  "terraform": { "required_providers": { "acme": { "source": "acme/acme" } } } }
`,
  },
  {
    path: "live/terragrunt.hcl",
    text: `locals { base = "git::ssh://git@github.com/acme" }
terraform {
  source = "\${local.base}/terraform-aws-service.git//modules/\${get_env("X", "y")}?ref=v1.0.0"
}
include "root" { path = find_in_parent_folders() }
dependency "vpc" { config_path = "../vpc" }
`,
  },
  {
    path: "deploy/app.yaml",
    text: `apiVersion: apps/v1
kind: Deployment
spec:
  template: &pod
    spec:
      initContainers: [{ name: a, image: "ghcr.io/acme/app:\${TAG:=1.2}" }]
      containers:
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
  },
  {
    path: "flux/app.yaml",
    text: `apiVersion: source.toolkit.fluxcd.io/v1
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
  },
  {
    path: "Makefile",
    text: `IMAGE := ghcr.io/acme/app
V ?= v1.2.0
all:
	docker build -t $(IMAGE):$(V) . && docker push $(IMAGE):$(V)
	git clone --branch=$(V) git@github.com:acme/scripts.git \\
	  scripts
	go install github.com/acme/tool/cmd/x@$(V)
`,
  },
  {
    path: "scripts/install.sh",
    text: `#!/bin/sh
VERSION="\${1:-1.4.0}"
curl -fsSL "https://github.com/acme/tool/releases/download/v\${VERSION}/tool.tar.gz" | tar xz
curl https://user:secret@raw.githubusercontent.com/acme/tool/main/install.sh
helm repo add acme https://charts.acme.io && helm install x oci://ghcr.io/acme/charts/x --version 1.2.3
docker run --rm -v "$PWD:/src" ghcr.io/acme/lint:\${VERSION} # 日本
gh release download -R acme/tool v1.0.0
`,
  },
  {
    path: "README.md",
    text: `# Shop 😀

[tool](https://github.com/acme/tool/tree/main/docs), \`npm install @acme/ui\`, <https://gitlab.acme.io/platform/base.git>.

    git clone ssh://git@git.acme.io:2222/acme/base.git
`,
  },
];
