import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { docker } from "./index.ts";

/** `file:line name` of every artifact. */
function pushed(files: Record<string, string>): string[] {
  const { artifacts, problems } = extractFiles(files, [docker]);
  expect(problems).toEqual([]);
  return artifacts.map(({ sourceFile, sourceLine, name }) => `${sourceFile}:${sourceLine} ${name}`);
}

const lines = (...text: string[]): string => text.join("\n");

describe("docker: shell scripts", () => {
  it("publishes images that a script pushes", () => {
    const text = lines(
      "#!/usr/bin/env bash",
      'TAG="quay.io/acme/${NAME:-app}"',
      'docker tag "${TAG}:${SHA}" "${TAG}:latest"',
      'if [ "$DRY" -eq 0 ]; then',
      '  docker push "${TAG}:latest"',
      "fi",
      "IMAGES=(api web)",
      'for image in "${IMAGES[@]}"; do',
      "  name=ghcr.io/acme/$image",
      '  docker push "$name:$1"',
      "done",
      "podman push local docker://quay.io/acme/podman:1",
      "/kaniko/executor --context . --destination=ghcr.io/acme/kaniko:$SHA",
      "pack build acme/pack --builder heroku/builder:24 --publish",
      "skopeo copy docker-archive:image.tar docker://quay.io/acme/archive:1",
      "skopeo copy docker://docker.io/other/mirrored docker://quay.io/acme/mirrored",
      "./mvnw -B compile jib:build -Djib.to.image=acme/jib:1",
      "./gradlew bootBuildImage --imageName=acme/boot --publishImage",
    );
    expect(pushed({ "bin/push": text })).toEqual([
      "bin/push:5 quay.io/acme/app",
      "bin/push:10 ghcr.io/acme/api",
      "bin/push:10 ghcr.io/acme/web",
      "bin/push:12 quay.io/acme/podman",
      "bin/push:13 ghcr.io/acme/kaniko",
      "bin/push:14 docker.io/acme/pack",
      "bin/push:15 quay.io/acme/archive",
      "bin/push:16 quay.io/acme/mirrored",
      "bin/push:17 docker.io/acme/jib",
      "bin/push:18 docker.io/acme/boot",
    ]);
  });

  it("knows arguments in arrays, and the name of the repository from its folder", () => {
    const text = lines(
      "#!/bin/bash",
      "cd $(dirname $0)/..",
      'PROJECT=$(basename "${PWD}")',
      "command -v buildx >/dev/null && BUILD_CMD=(buildx) || BUILD_CMD=(docker buildx)",
      "REPO=${REPO:-acme}",
      "IMAGE=${REPO}/${IMAGE_NAME:-${PROJECT}}:${TAG}",
      "ARGS=()",
      "[[ $PUSH == true ]] && ARGS+=('--push')",
      "ALL=(",
      "    build --no-cache \\",
      '    "${ARGS[@]}"',
      '    -t "${IMAGE}" -f ./package/Dockerfile . # the image',
      ")",
      'echo "${BUILD_CMD[@]}" "${ALL[@]}"',
      '"${BUILD_CMD[@]}" "${ALL[@]}"',
      'docker buildx build "${ARGS[@]}" "${UNKNOWN[@]}" -t "acme/$(unknown)" -t acme/second .',
      "LOCAL=(--load)",
      'docker buildx build "${LOCAL[@]}" -t acme/local .',
    );
    const repository = { fullPath: "org/kit", cloneUrl: "https://github.com/org/kit.git" };
    const { artifacts, compositions } = extractFiles(
      { "scripts/package": text, "package/Dockerfile": "FROM scratch\n" },
      [docker],
      repository,
    );
    expect(artifacts.map(({ sourceLine, name }) => `${sourceLine} ${name}`)).toEqual([
      "15 docker.io/acme/kit",
      "16 docker.io/acme/second",
      "null org/kit",
    ]);
    expect(compositions).toContainEqual({
      outer: "container_image:docker.io/acme/kit",
      inner: "unit:docker:package/Dockerfile",
    });
  });

  it("ignores arrays without an end, and those that contain themselves", () => {
    const text = lines(
      "#!/bin/bash",
      'A=("${A[@]}" "${B[@]}")',
      'B=("${A[@]}" "${A[@]}")',
      'A=("${B[@]}" "${B[@]}")',
      'docker push acme/before "${A[@]}"',
      "OPEN=(",
      "docker push acme/after",
    );
    expect(pushed({ "push.sh": text })).toEqual([
      "push.sh:5 docker.io/acme/before",
      "push.sh:7 docker.io/acme/after",
    ]);
  });

  it("publishes what ko builds under a known name", () => {
    const text = lines(
      "export KO_DOCKER_REPO=gcr.io/acme",
      "ko build --base-import-paths --platform=all github.com/acme/app/cmd/Server",
      "KO_DOCKER_REPO=ghcr.io/acme/bare ko resolve --bare -f config/ > release.yaml",
      "ko build ./cmd/hashed",
      "KO_DOCKER_REPO=ko.local ko build -B ./cmd/local",
      "ko build --local -B ./cmd/local",
    );
    expect(pushed({ "release.sh": text })).toEqual([
      "release.sh:2 gcr.io/acme/server",
      "release.sh:3 ghcr.io/acme/bare",
    ]);
  });

  it("publishes nothing to registries of tests, under unknown names, or without a push", () => {
    const text = lines(
      "docker push localhost:5000/acme/app",
      "docker push registry.local:5000/acme/app",
      "docker push example.com/acme/app",
      "docker push ttl.sh/acme-app:1h",
      "docker push $1",
      "docker push acme/$(name)",
      "docker build -t acme/built .",
      "git push origin main",
      'echo "run docker push acme/echoed"',
      "# docker push acme/comment",
    );
    expect(
      pushed({ "push.sh": text, "push.py": "docker push acme/app", push: "docker push acme/app" }),
    ).toEqual([]);
  });

  it("publishes what other CI services push", () => {
    const circle = lines(
      "jobs:",
      "  publish:",
      "    environment:",
      "      IMAGE: quay.io/acme/circle",
      "    steps:",
      "      - run:",
      "          command: |",
      "            docker build -t $IMAGE .",
      "            docker push $IMAGE:latest",
    );
    const gitlab = lines(
      "variables:",
      "  NAME: { value: acme/gitlab }",
      "publish:",
      "  script:",
      "    - docker push $NAME",
      "    - /kaniko/executor --destination $NAME-kaniko",
      '  args: ["--destination=acme/args"]',
    );
    const cloud = lines(
      "steps:",
      "  - name: gcr.io/cloud-builders/docker",
      "    args: [build, -t, gcr.io/acme/cloud, .]",
      "    env: [A=push]",
      "images:",
      "  - gcr.io/acme/cloud:$SHORT_SHA",
    );
    expect(
      pushed({ ".circleci/config.yml": circle, ".gitlab-ci.yml": gitlab, "cloudbuild.yaml": cloud }),
    ).toEqual([
      ".circleci/config.yml:9 quay.io/acme/circle",
      ".gitlab-ci.yml:5 docker.io/acme/gitlab",
      ".gitlab-ci.yml:6 docker.io/acme/gitlab-kaniko",
      ".gitlab-ci.yml:7 docker.io/acme/args",
      "cloudbuild.yaml:6 gcr.io/acme/cloud",
    ]);
  });

  it("binds variables that are lists", () => {
    const travis = lines(
      "env:",
      "  global:",
      "    - IMAGE=quay.io/acme/travis",
      "    - MESSAGE='two words'",
      "    - EMPTY=",
      "script: docker push $IMAGE$EMPTY",
    );
    const azure = lines(
      "variables:",
      "  - group: registry",
      "  - name: IMAGE",
      "    value: acme.azurecr.io/azure",
      "  - name: UNSET",
      "steps:",
      "  - script: docker push $IMAGE$UNSET",
      "  - script: docker push $IMAGE",
    );
    expect(pushed({ ".travis.yml": travis, "azure-pipelines.yml": azure })).toEqual([
      ".travis.yml:6 quay.io/acme/travis",
      "azure-pipelines.yml:8 acme.azurecr.io/azure",
    ]);
  });

  it("takes linear time for a megabyte of loops and pushes", () => {
    const loops = Array.from({ length: 40 }, (_, n) => `for v${n} in a b c d; do`).join("\n");
    const text = `#!/bin/sh\n${loops}\n${"docker push acme/$v1$v2$v3$v4$v5:1\n".repeat(28_000)}`;
    const one = `#!/bin/sh\nfor v in a b; do\n${"docker push acme/$v:$x\n".repeat(40_000)}`;
    expect(cpuMs(() => pushed({ "push.sh": text, "one.sh": one }))).toBeLessThan(2000);
  });
});
