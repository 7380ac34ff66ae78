/** Seed files for fuzzing, by path. */
export const corpus = {
  ".gitlab-ci.yml": `variables: { REGISTRY: registry.acme.io, TAG: { value: "1.4" } }
include:
  - { project: acme/ci, ref: v1.2.0, file: [/jobs/a.yml, b.yml] }
  - component: $CI_SERVER_FQDN/acme/components/lint@~latest
    inputs: { image: x, level: 2 }
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
  "templates/lint/template.yml": `spec:
  inputs:
    image: { default: "ghcr.io/acme/lint" }
    tag: { type: string }
---
lint:
  stage: test
  image: $[[ inputs.image | expand_vars ]]:$[[ inputs.tag ]]
  script: ["lint $LEVEL \${MODE:-x} %BATCH%", "X=1; echo $X"]
`,
};
