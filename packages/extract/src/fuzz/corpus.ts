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
  {
    path: ".gitlab-ci.yml",
    text: `variables: { REGISTRY: registry.acme.io, TAG: { value: "1.4" } }
include:
  - { project: acme/ci, ref: v1.2.0, file: [/jobs/a.yml, b.yml] }
  - component: $CI_SERVER_FQDN/acme/components/lint@~latest
  - remote: "https://gitlab.com/acme/ci/-/raw/main/x.yml"
  - local: ci/*.yml
default: { image: "\${REGISTRY}/node:$TAG" } # é
.base: &base
  services: [{ name: "docker:27-dind" }, "$CI_REGISTRY/acme/db:1"]
test:
  <<: *base
  extends: [.base]
  image: python:$V
  parallel: { matrix: [{ V: ["3.12", "3.13"] }] }
  script: [!reference [.base, script]]
  needs: [{ project: acme/libs, job: build, ref: main }]
deploy:
  trigger: { project: acme/deploy, branch: main }
`,
  },
  {
    path: "templates/lint/template.yml",
    text: `spec:
  inputs:
    image: { default: "ghcr.io/acme/lint" }
---
lint:
  stage: test
  image: $[[ inputs.image | expand_vars ]]:$[[ inputs.tag ]]
  script: [lint]
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
    path: "chart/Chart.yaml",
    text: `apiVersion: v2
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
  },
  {
    path: "chart/values.yaml",
    text: `image: &image
  registry: ghcr.io
  repository: acme/shop
  tag: "1.10" # é
  digest: sha256:${"ab".repeat(32)}
proxy: { image: "ghcr.io/acme/proxy:{{ .Values.version }}" }
jobs: [{ name: init, image: busybox }, { image: *image }]
`,
  },
  {
    path: "chart/requirements.yaml",
    text: `dependencies:\n- name: redis\n  version: ~17\n  repository: alias:acme\n`,
  },
  {
    path: "helmfile.yaml",
    text: `repositories:
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
  },
  {
    path: "overlays/prod/kustomization.yaml",
    text: `apiVersion: kustomize.config.k8s.io/v1beta1
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
  },
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
    path: "pyproject.toml",
    text: `[build-system]
requires = ["hatchling>=1.20"]
[project]
name = "Acme_Orders"
version = "2.1.0"
dependencies = [
  "Acme.Core[http]>=1.2,<2", # é
  "acme-auth @ git+https://user:secret@github.com/acme/auth.git@v1.4.0#subdirectory=py",
  "acme-log; python_version < '3.11'",
]
[dependency-groups]
test = [{ include-group = "x" }, "a==\${V}"]
[tool.uv.sources]
acme-log = { git = "ssh://git@github.com/acme/log.git", tag = "v0.9.0" }
[tool.poetry.dependencies]
python = "^3.11"
b = [{ version = "~1", python = "<3.9" }, { path = "../b" }]
`,
  },
  {
    path: "requirements.txt",
    text: `-r base.txt
--index-url https://pypi.acme.io/simple
Acme_Core[http,grpc]==1.2.0 \\
    --hash=sha256:0a1b \\
    --hash=sha256:2c3d
requests>=2.31,<3 ; python_version >= "3.8"  # via acme
-e git+ssh://git@github.com/acme/lib.git@main#egg=acme_lib&subdirectory=py
https://files.acme.io/x/acme_x-1.4.0-py3-none-any.whl
./libs/x
`,
  },
  {
    path: "setup.py",
    text: `"""setup"""
from setuptools import setup
V = "1.2"
REQUIRES = ["acme-core>=1.2", 'acme-auth @ git+https://github.com/acme/auth@v1']
setup(
    name="acme-app", version=V,
    install_requires=REQUIRES + ["long-" "name", f"acme-log=={V}", "x==%s" % V],
    extras_require={"dev": ("pytest",)},
)
`,
  },
  {
    path: "setup.cfg",
    text: `[metadata]
name = acme-app
[options]
install_requires =
    acme-core>=1.2
    # flask
    requests; python_version > "3"
[options.extras_require]
dev = pytest==8
`,
  },
  {
    path: "Pipfile",
    text: `[packages]
acme-core = "==1.2.0"
acme-auth = {git = "https://github.com/acme/auth.git", ref = "v1", editable = true}
`,
  },
  {
    path: "Cargo.toml",
    text: `[package]
name = "acme-orders"
version.workspace = true
[workspace]
package.version = "2.1.0"
dependencies.serde = { version = "1.0", features = ["derive"] }
[dependencies]
serde.workspace = true
log = { package = "acme-log", version = "=0.4.1" }
acme-auth = { git = "https://github.com/acme/auth.git", tag = "v1.4.0" } # é
[target.'cfg(unix)'.dependencies.nix]
version = ">=0.28, <0.30"
[[bin]]
name = "x"
[patch.crates-io]
local = { path = "crates/local" }
`,
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
resource "aws_ecs_task_definition" "shop" {
  container_definitions = jsonencode([{ name = "shop", image = "ghcr.io/acme/shop:\${local.ref}" }]) # é
}
resource "helm_release" "shop" {
  repository = "https://acme.github.io/charts"
  chart      = "shop"
  version    = local.ref
}
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
    path: "pom.xml",
    text: `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent>
    <groupId>io.acme</groupId><artifactId>acme-parent</artifactId><version>12</version><relativePath/>
  </parent>
  <artifactId>shop</artifactId> <!-- é😀 -->
  <version>\${revision}</version>
  <properties><revision>2.1.0-SNAPSHOT</revision><kit.version>[1.4,2)</kit.version></properties>
  <dependencyManagement><dependencies>
    <dependency>
      <groupId>io.acme</groupId><artifactId>bom</artifactId><version>3</version><type>pom</type><scope>import</scope>
    </dependency>
    <dependency><groupId>io.acme</groupId><artifactId>kit</artifactId><version>\${kit.version}</version></dependency>
  </dependencies></dependencyManagement>
  <build><plugins><plugin><artifactId>maven-jar-plugin</artifactId></plugin></plugins></build>
</project>
`,
  },
  {
    path: "shop-api/pom.xml",
    text: `<project>
  <parent><groupId>io.acme</groupId><artifactId>shop</artifactId><version>\${revision}</version></parent>
  <artifactId>shop-api</artifactId>
  <dependencies>
    <dependency><groupId>io.acme</groupId><artifactId>kit</artifactId></dependency>
    <dependency><groupId>com.github.acme</groupId><artifactId>log</artifactId><version>\${log.version}</version></dependency>
  </dependencies>
  <profiles><profile><id>x</id><properties><log.version>v1&amp;2</log.version></properties></profile></profiles>
</project>
`,
  },
  {
    path: "src/Shop/Shop.csproj",
    text: `<Project Sdk="Microsoft.NET.Sdk">
  <Import Project="../../eng/Versions.props" />
  <PropertyGroup Condition="'$(X)' == ''"><PackageId>Acme.$(MSBuildProjectName)</PackageId></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Acme.Kit" /> <!-- é😀 -->
    <PackageReference Include="Acme.Log"><Version>$(LogVersion)</Version></PackageReference>
    <PackageReference Update="Acme.Auth;Acme.Web" VersionOverride="[1.0,2.0)" />
    <ProjectReference Include="..\\Ui\\Ui.csproj" />
  </ItemGroup>
</Project>
`,
  },
  {
    path: "Directory.Packages.props",
    text: `<Project><ItemGroup><PackageVersion Include="Acme.Kit" Version="1.*" /></ItemGroup></Project>\n`,
  },
  {
    path: "src/Old/packages.config",
    text: `<packages>\n  <package id="Acme.Old" version="1.2.3" targetFramework="net48" />\n</packages>\n`,
  },
  {
    path: "Acme.nuspec",
    text: `<package><metadata><id>Acme</id><version>$version$</version>
<dependencies><group><dependency id="Acme.Kit" version="[1,2)" /></group></dependencies></metadata></package>
`,
  },
  {
    path: ".config/dotnet-tools.json",
    text: `{ "version": 1, "tools": { "acme.tool": { "version": "1.2.3", "commands": ["acme"] } } }\n`,
  },
  {
    path: "composer.json",
    text: `{
  "name": "acme/shop", "version": "1.2.0",
  "require": { "php": ">=8.2", "ext-json": "*", "acme/kit": "^2.1 || 3.*@beta", "acme/log": "dev-main#0123456789ab as 1.0" },
  "require-dev": { "acme/lint": "self.version" },
  "repositories": { "kit": { "type": "vcs", "url": "git@github.com:acme/kit.git" } }
}
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
# renovate: datasource=helm depName=shop packageName=web registryUrl=https://charts.acme.io
SHOP="v1.4.0-rc1" # é
VERSION="\${1:-1.4.0}"
curl -fsSL "https://github.com/acme/tool/releases/download/v\${VERSION}/tool.tar.gz" | tar xz
curl https://user:secret@raw.githubusercontent.com/acme/tool/main/install.sh
helm repo add acme https://charts.acme.io && helm install x oci://ghcr.io/acme/charts/x --version 1.2.3
docker run --rm -v "$PWD:/src" ghcr.io/acme/lint:\${VERSION} # 日本
gh release download -R acme/tool v1.0.0
`,
  },
  {
    path: ".gitmodules",
    text: `[submodule "lib"]
\tpath = lib
\turl = https://github.com/acme/lib.git ; pinned
[submodule "docs/theme"] path = "docs/theme"
\turl = ../theme.git
`,
  },
  {
    path: ".pre-commit-config.yaml",
    text: `repos:
  - repo: https://github.com/acme/hooks
    rev: 0123456789abcdef0123456789abcdef01234567 # frozen: v1.2.0
    hooks: [{ id: lint }]
  - repo: local
    hooks:
      - { id: eslint, language: node, additional_dependencies: ["@acme/lint@^2", "kit@github:acme/kit#v1"] }
`,
  },
  { path: ".pre-commit-hooks.yaml", text: "- id: check\n  entry: check\n  language: script\n" },
  {
    path: "requirements.yml",
    text: `collections:
  - { name: acme.tools, version: ">=1.0.0,<2.0.0" }
  - git+https://github.com/acme/net.git#/sub/,devel
roles:
  - { src: "git@github.com:acme/nginx.git", scm: git, version: "{{ ref }}" }
  - acme.java,1.9.6
`,
  },
  {
    path: "galaxy.yml",
    text: 'namespace: acme\nname: kit\nversion: 1.0.0\ndependencies: { acme.tools: "*" }\n',
  },
  {
    path: "meta/main.yml",
    text: "galaxy_info: { author: acme }\ndependencies:\n  - role: acme.tools.proxy\n",
  },
  {
    path: ".devcontainer/devcontainer.json",
    text: `{
  // An image and features.
  "image": "ghcr.io/acme/dev:\${localEnv:TAG:1.2}",
  "features": { "ghcr.io/acme/features/kit:1": {}, "acme/features/old@v1": {}, "./local": {} },
}
`,
  },
  {
    path: "src/kit/devcontainer-feature.json",
    text: '{ "id": "kit", "version": "1.0.0", "dependsOn": {} }\n',
  },
  {
    path: ".circleci/config.yml",
    text: `version: 2.1
orbs: { deploy: acme/deploy@1.2.3, own: { orbs: { x: acme/x@volatile } } }
executors:
  default: &default { docker: [{ image: "acme/base:<< parameters.tag >>" }] }
jobs: { test: { <<: *default } }
workflows: { main: { jobs: [{ orb-tools/publish: { orb_name: acme/tools } }] } }
`,
  },
  { path: "orb/src/@orb.yml", text: "version: 2.1\norbs: { x: acme/x@1 }\n" },
  {
    path: "gradle/libs.versions.toml",
    text: `[versions]
kit = { strictly = "[1,2[", prefer = "1.4" }
[libraries]
kit = { module = "io.acme:kit", version.ref = "kit" }
log = "io.acme:log:3"
[plugins]
conv = { id = "io.acme.conv", version = "1" }
`,
  },
  {
    path: "build.gradle",
    text: `plugins { id 'io.acme.java' version '2' }
group 'io.acme'
ext { versions = [kit: '1.+'] }
apply from: "$rootDir/gradle/more.gradle"
dependencies {
    /* none */ api project(':core')
    implementation "io.acme:core:\${versions['kit']}", { exclude group: 'x', module: "y" }
    testImplementation group: 'io.acme', name: 'mocks', version: mocksVersion
    constraints { api('io.acme:x') { version { strictly '1' } } }
}
def quoted = ~/it's/ // 'é'
`,
  },
  {
    path: "lib/build.gradle.kts",
    text: `val kit: String by project /* /* nested */ */
dependencies {
    implementation(platform("io.acme:bom:$kit"))
    "kapt"("io.acme:tool:\${property("tool") as String}")
    listOf("a").forEach { name -> api("io.acme:$name:1") }
    implementation("""io.acme:raw:1""")
}
publishing { publications { create<MavenPublication>("kit") { artifactId = "kit" } } }
`,
  },
  {
    path: "Gemfile",
    text: `# frozen
git_source(:acme) { |repo| "https://git.acme.io/#{repo}.git" }
kit = "~> 2"
gem "kit", kit, '>= 2.1' if RUBY_VERSION =~ /3/
git "git@github.com:acme/many.git", branch: "next" do
  gem "many", acme: "é/many"
end
text = <<~TEXT
  gem
TEXT
=begin
=end
`,
  },
  {
    path: "kit.gemspec",
    text: `Gem::Specification.new do |s|
  s.name = "kit"
  s.add_runtime_dependency(%q<log>.freeze, ["~> 1"])
end
`,
  },
  {
    path: "mix.exs",
    text: `defmodule Shop.MixProject do
  @version "1.4.0"
  def project, do: [app: :shop, version: @version, deps: deps()]
  # deps
  defp deps do
    [{:kit, "~> #{@version}", only: [:test]}, {:auth, [github: "acme/é", tag: "v1"]}]
  end
  defp package, do: [name: "acme_shop", links: %{"x" => ~s(a "b")}]
end
`,
  },
  {
    path: "MODULE.bazel",
    text: `module(name = "acme_shop", version = "1.4.0")
V = "2.0"
bazel_dep(name = "acme_rules", version = V, dev_dependency = True)
git_override(module_name = "acme_rules", remote = "https://github.com/acme/rules.git", tag = "v" + V)
oci.pull(name = "base", image = "ghcr.io/acme/base", tag = "1")
`,
  },
  {
    path: "bazel/deps.bzl",
    text: `def deps(ref):
    maybe(http_archive, name = "kit", urls = ["https://github.com/acme/kit/archive/v%s.zip" % ref])
`,
  },
  {
    path: "flake.nix",
    text: `{
  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05"; # pinned
    kit = { type = "github"; owner = "acme"; repo = "kit"; flake = false; };
    base = { url = "git+https://git.acme.io/acme/base.git?ref=v1"; inputs.nixpkgs.follows = "nixpkgs"; };
  };
  outputs = { self, ... }@inputs: let x = ''
    \${toString 1} ;
  ''; in { inherit x; };
}
`,
  },
  {
    path: "Package.swift",
    text: `// swift-tools-version:5.9
import PackageDescription
let acme = "https://github.com/acme"
let package = Package(
    name: "AcmeShop",
    dependencies: [
        .package(url: "\\(acme)/kit.git", from: "1.2.3"), /* a /* b */ */
        .package(url: acme + "/range", "1.0.0"..<"2.0.0"),
        .package(id: "acme.list", .upToNextMinor(from: "1.0.0")),
    ]
)
`,
  },
  {
    path: "pubspec.yaml",
    text: `name: acme_shop
version: 1.4.0+12
dependencies:
  http: ^1.2.0 # the client
  acme_kit: { git: { url: "https://github.com/acme/kit.git", ref: v1.0.0, path: kit } }
  acme_ui: { hosted: "https://pub.acme.io", version: ">=2.0.0 <3.0.0" }
dev_dependencies: { flutter_test: { sdk: flutter }, test: any }
`,
  },
  {
    path: "conanfile.txt",
    text: "[requires]\nzlib/[>=1.2 <2] # the range\nacme-kit/1.2.0@acme/stable#4f2a9c1b\n[options]\nzlib/*:shared=True\n",
  },
  {
    path: "conanfile.py",
    text: `class Shop(ConanFile):
    name = "acme-shop"
    version = "1.4.0"
    tool_requires = ("cmake/3.28.1", "private"), "acme-base/[~1]"
    def requirements(self):
        self.requires(f"acme-proto/{self.version}@acme/stable", headers=True)
`,
  },
  {
    path: "vcpkg.json",
    text: `{
  "name": "acme-shop", "version-date": "2024-01-31", // the port
  "dependencies": ["zlib", { "name": "fmt", "version>=": "10.1.0#1" }],
  "overrides": [{ "name": "zlib", "version": "1.3.1", "port-version": 1 }],
}
`,
  },
  {
    path: "vcpkg-configuration.json",
    text: '{ "registries": [{ "kind": "git", "repository": "git@github.com:acme/ports.git", "baseline": "abc" }] }\n',
  },
  {
    path: "azure-pipelines.yml",
    text: `resources:
  repositories:
    - { repository: shared, type: github, name: acme/shared, ref: refs/tags/v1.2.0 }
    - { repository: tools, name: Shop/tools }
  containers: [{ container: build, image: "ghcr.io/acme/build:1" }]
jobs:
  - \${{ if eq(variables.x, 'y') }}:
      - template: jobs/test.yml@shared
  - job: a
    container: "acme/base:$(tag)"
    steps: [{ task: AcmeLint@1 }, { checkout: "git://Shop/scripts@main" }]
`,
  },
  { path: "templates/steps.yml", text: "parameters: []\nsteps:\n  - template: a.yml@shared\n" },
  {
    path: "lint/task.json",
    text: '{ "id": "ab-1", "name": "AcmeLint", "version": { "Major": 1, "Minor": 0, "Patch": 2 }, "execution": {} }\n',
  },
  {
    path: "Jenkinsfile",
    text: `@Library(['acme-pipeline@v1.2.0', "tools@\${env.REF}"]) _
library identifier: 'deploy@main', retriever: modernSCM([$class: 'GitSCMSource', remote: 'git@github.com:acme/deploy.git'])
pipeline {
  agent { kubernetes { yaml """
spec:
  containers:
    - image: acme/base:\${params.TAG}
""" } }
  stages { stage('a') {
    agent { docker { image 'acme/build:1' } } // é
    steps {
      git url: 'https://github.com/acme/tool.git', branch: 'main'
      script { docker.withRegistry('https://registry.acme.io') { docker.image('lint:2').inside { } } }
    }
  } }
}
`,
  },
  {
    path: "src/com/acme/Tools.groovy",
    text: `class Tools {
  static final String KIT = 'ghcr.io/acme/kit:2.1' // é
  def run() { steps.withDocker(KIT, "-e A=\${b}") { sh 'make' }; withDocker(image: 'acme/lint:1') { } }
}
`,
  },
  { path: "vars/build.groovy", text: "def call() { docker.image('acme/build:1').inside { sh 'make' } }\n" },
  {
    path: "bitbucket-pipelines.yml",
    text: `image: { name: "acme/build:1.4", username: $USER }
definitions:
  imports: { shared: "shared-pipelines:v1.2.0:ci/pipelines.yml" }
  services: { db: { image: "postgres:\${PG:-16}" } }
pipelines:
  default:
    - step: { script: [{ pipe: acme/deploy:1.1.0 }, { pipe: "docker://acme/notify:3" }] }
`,
  },
  { path: "pipe.yml", text: "name: Notify\nimage: acme/notify:3.1.0\n" },
  {
    path: ".buildkite/pipeline.yml",
    text: `steps:
  - command: make
    plugins:
      - acme/deploy#v1.2.0 # é
      - docker#v5.11.0: { image: "acme/build:\${TAG:-1}" }
      - "ssh://git@git.acme.io:2222/acme/tool.git#main"
  - group: all
    steps: [{ plugins: { kubernetes: { podSpec: { containers: [{ image: "node:20" }] } } } }]
`,
  },
  { path: "plugin.yml", text: "name: Deploy\nconfiguration: { properties: { image: { type: string } } }\n" },
  { path: ".copier-answers.yml", text: "_commit: v1.2.0-3-gabc1234\n_src_path: gh:acme/template # é\n" },
  {
    path: ".cruft.json",
    text: `{ "template": "https://github.com/acme/old", "commit": "${"ab".repeat(20)}", "checkout": "v1" }\n`,
  },
  { path: "copier.yml", text: "name: { type: str }\n" },
  {
    path: "README.md",
    text: `# Shop 😀

[tool](https://github.com/acme/tool/tree/main/docs), \`npm install @acme/ui\`, <https://gitlab.acme.io/platform/base.git>.

    git clone ssh://git@git.acme.io:2222/acme/base.git
`,
  },
];
