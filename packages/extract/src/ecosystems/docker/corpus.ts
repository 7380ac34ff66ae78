/** Typical files by path, as seeds for fuzzing. */
export const corpus = {
  "mirror/images.yaml": `registry.acme.io:
  images:
    acme/é: []
    redis: ["7.2", "sha256:0123"]
  images-by-tag-regex:
    nginx: ^1\\.2$
  images-by-semver:
    log: ">= 3.12.0"
`,
  "regsync.yml": `sync:
  - source: busybox:latest
    target: mirror.acme.io/busybox:latest
    type: image
  - source: acme/base
    target: '{{ env "R" }}/base'
    type: repository
`,
  "mirror/sync.sh": `for f in mirror/*.yaml $LISTS; do
  skopeo sync --scoped --src yaml --dest docker "$f" mirror.acme.io/all | tee log
done
crane copy ghcr.io/acme/base:1 "$TO/base" && skopeo copy docker://a:1 docker://mirror.acme.io/a:1
`,
  Dockerfile: `# syntax=docker/dockerfile:1.7
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
  "compose.yaml": `x-common: &common
  image: ghcr.io/acme/base:\${TAG:-2.1}
services:
  api:
    <<: *common
    build: { context: ., args: { BASE: acme/base:3 } }
  db:
    image: "postgres:17@sha256:${"01".repeat(32)}" # pinned
`,
  ".env": `# what compose reads
export MAJOR=2
TAG="\${MAJOR:-1}.1" # é
EMPTY=
`,
  "docker-bake.hcl": `variable "TAG" { default = "1.0" }
target "app" {
  inherits = ["base"]
  contexts = { base = "docker-image://ghcr.io/acme/base:\${TAG}" }
  tags     = ["ghcr.io/acme/app:\${TAG}", "ghcr.io/acme/app:latest"]
}
`,
  "docker-bake.json": `{ "target": { "app": { "contexts": { "base": "docker-image://acme/base:1" }, "tags": ["ghcr.io/acme/app:1"] } } }
`,
  "bin/push.sh": `#!/usr/bin/env bash
IMAGES=(api web)
for image in "\${IMAGES[@]}"; do docker push "ghcr.io/acme/$image:$1"; done # é
KO_DOCKER_REPO=ghcr.io/acme ko build -B ./cmd/server
/kaniko/executor --destination=acme/kaniko:1
`,
  ".travis.yml": `env:
  global: [IMAGE=quay.io/acme/travis]
script:
  - docker push $IMAGE:latest
`,
  ".goreleaser.yaml": `project_name: kit
env: [OWNER=acme]
dockers:
  - image_templates: ["{{ .Env.OWNER }}/{{ .ProjectName }}:{{ .Version }}"]
kos:
  - repository: ghcr.io/acme/ko
    bare: true
`,
  ".ko.yaml": `defaultBaseImage: ghcr.io/acme/static:1
baseImageOverrides: { github.com/acme/app/cmd/web: "ghcr.io/acme/tini-git:1" }
`,
  "skaffold.yaml": `apiVersion: skaffold/v4beta6
build:
  artifacts:
    - image: ghcr.io/acme/skaffold
`,
  "images.json": '[{ "name": "api", "ports": [1] }, "x", { "name": "é" }]',
  "Image.csproj": `<Project>
  <PropertyGroup><ContainerRegistry>ghcr.io</ContainerRegistry>
  <ContainerRepository>acme/net</ContainerRepository></PropertyGroup>
</Project>
`,
  "app/Dockerfile": `FROM alpine:3.20 AS base
COPY --from=build /out/tool a.txt "b.txt" /usr/bin/
FROM base
WORKDIR /opt
COPY conf conf/ # é
USER 1000:1000
`,
  "stages/Dockerfile": `ARG ARCH=$TARGETARCH
ARG BASE=acme/base:1
FROM $BASE AS root_amd64
FROM \${BASE} AS root_arm64
FROM root_\${ARCH}
COPY --from=root_$ARCH /a /b
`,
  "user/Dockerfile": `FROM ghcr.io/acme/base:1
RUN if command -v apk; then apk add --no-cache git; fi
RUN apt-get update && apt-get install -y curl
COPY --from=ghcr.io/acme/app:1 /usr/bin/tool /opt/conf /bin/
USER app
`,
};
