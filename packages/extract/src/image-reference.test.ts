import { describe, expect, it } from "vitest";
import {
  conventionalNames,
  imageLookups,
  namespaceLookups,
  parseImageReference,
  pushedNames,
  splitImageReference,
} from "./image-reference.ts";

const nameOf = (text: string): string | undefined => parseImageReference(text)?.name;

describe("parseImageReference", () => {
  it.each([
    ["alpine", "docker.io/library/alpine"],
    ["library/alpine", "docker.io/library/alpine"],
    ["docker.io/alpine:3.20", "docker.io/library/alpine"],
    ["index.docker.io/acme/api", "docker.io/acme/api"],
    ["acme/api:1", "docker.io/acme/api"],
    ["ghcr.io/acme/api/worker:1.2", "ghcr.io/acme/api/worker"],
    ["GHCR.io/Acme/API", "ghcr.io/acme/api"],
    ["localhost/x", "localhost/x"],
    ["localhost:5000/x:1", "localhost:5000/x"],
    ["registry.acme.com:8443/team/x", "registry.acme.com:8443/team/x"],
    ["[::1]:5000/x:1", "[::1]:5000/x"],
    ["a__b/c-d.e_f", "docker.io/a__b/c-d.e_f"],
  ])("names %s as %s", (text, name) => {
    expect(nameOf(text)).toBe(name);
  });

  it("keeps tag and digest as written", () => {
    expect(parseImageReference("localhost:5000/x")).toMatchObject({ tag: null, versionConstraint: null });
    expect(parseImageReference("alpine:3.20-RC1")).toMatchObject({
      tag: "3.20-RC1",
      versionConstraint: "3.20-RC1",
    });
    expect(parseImageReference("alpine@sha256:0abc")).toMatchObject({
      tag: null,
      digest: "sha256:0abc",
      versionConstraint: "sha256:0abc",
    });
    expect(parseImageReference("registry.acme.com:8443/x:1.2@sha256:0abc")).toEqual({
      name: "registry.acme.com:8443/x",
      tag: "1.2",
      digest: "sha256:0abc",
      versionConstraint: "1.2@sha256:0abc",
    });
  });

  it.each([
    ["scratch"],
    [""],
    ["alpine:"],
    ["alpine@"],
    [":1"],
    ["/alpine"],
    ["ghcr.io/"],
    ["acme//api"],
    ["${BASE}"],
    ["alpine:${TAG}"],
    ["https://ghcr.io/acme/api"],
    ["./Dockerfile"],
    ["a b"],
    ["alpine\r"],
    ["-alpine"],
    [`${"a".repeat(5000)}!`],
  ])("returns undefined for %j", (text) => {
    expect(parseImageReference(text)).toBeUndefined();
  });
});

describe("splitImageReference", () => {
  it("ignores punctuation inside variables", () => {
    expect(splitImageReference("${HOST:?no host/port}/x:${TAG:?a:b}")).toEqual({
      repository: "${HOST:?no host/port}/x",
      tag: "${TAG:?a:b}",
      digest: null,
      versionConstraint: "${TAG:?a:b}",
    });
    expect(splitImageReference("$BASE@${DIGEST}")).toMatchObject({
      repository: "$BASE",
      digest: "${DIGEST}",
    });
  });
});

describe("imageLookups", () => {
  it("returns the image, then ever shorter repository paths", () => {
    expect(imageLookups("ghcr.io/acme/app/worker")).toEqual([
      "container_image:ghcr.io/acme/app/worker",
      "convention:container_image:acme/app/worker",
      "convention:container_image:acme/app",
    ]);
    expect(imageLookups("docker.io/acme/api")).toEqual([
      "container_image:docker.io/acme/api",
      "convention:container_image:acme/api",
    ]);
  });

  it("adds the repository of the Go package that ko names an image after", () => {
    expect(imageLookups("ghcr.io/acme/github.com/acme/app/cmd/web").slice(0, 2)).toEqual([
      "container_image:ghcr.io/acme/github.com/acme/app/cmd/web",
      "git:github.com/acme/app",
    ]);
    expect(imageLookups("ghcr.io/acme/github.com/acme")).not.toContain("git:github.com/acme");
  });

  it("adds the image without its platform suffix", () => {
    expect(imageLookups("quay.io/acme/base-linux-arm64")).toEqual([
      "container_image:quay.io/acme/base-linux-arm64",
      "container_image:quay.io/acme/base",
      "convention:container_image:acme/base",
    ]);
  });

  it("adds the image without its platform prefix", () => {
    expect(imageLookups("ghcr.io/acme/aarch64-base")).toEqual([
      "container_image:ghcr.io/acme/aarch64-base",
      "container_image:ghcr.io/acme/base",
      "convention:container_image:acme/base",
    ]);
    expect(imageLookups("ghcr.io/amd64-tools/base")[0]).toBe("container_image:ghcr.io/amd64-tools/base");
    expect(imageLookups("ghcr.io/amd64-tools/base")).toHaveLength(2);
  });

  it("matches a repository name written with dashes", () => {
    const announced = conventionalNames("acme/node_app.js");
    expect(announced).toContain(imageLookups("quay.io/acme/node-app-js").at(-1));
    expect(announced).toContain(imageLookups("quay.io/acme/node_app.js")[1]);
  });

  it("returns projects for an image in GitLab's registry", () => {
    expect(imageLookups("registry.gitlab.com/acme/tools/ci/lint").slice(0, 4)).toEqual([
      "container_image:registry.gitlab.com/acme/tools/ci/lint",
      "git:gitlab.com/acme/tools/ci/lint",
      "git:gitlab.com/acme/tools/ci",
      "git:gitlab.com/acme/tools",
    ]);
  });

  it("returns no repository for an official image or a path of one segment", () => {
    expect(imageLookups("docker.io/library/alpine")).toEqual(["container_image:docker.io/library/alpine"]);
    expect(imageLookups("localhost:5000/x")).toEqual(["container_image:localhost:5000/x"]);
  });
});

describe("namespaceLookups", () => {
  it("returns the namespace of an image and its last segment", () => {
    expect(namespaceLookups("quay.io/acme/tools/base-linux-arm64")).toEqual({
      path: "image_path:acme/tools/base",
      namespaces: ["image_namespace:quay.io/acme/tools"],
      name: "image_name:base",
    });
    expect(namespaceLookups("docker.io/library/alpine")).toBeUndefined();
  });

  it("adds the namespace on any registry for an image behind a mirror", () => {
    const namespaces = ["image_namespace:mirror.initech.io/acme", "image_namespace:*/acme"];
    expect(namespaceLookups("mirror.initech.io/acme/api")?.namespaces).toEqual(namespaces);
    expect(pushedNames("docker.io/acme/web")).toContain(namespaces[1]);
    expect(namespaceLookups("ghcr.io/acme/api")?.namespaces).toEqual(["image_namespace:ghcr.io/acme"]);
  });

  it("finds a pushed image on another registry by its whole path", () => {
    const announced = pushedNames("docker.io/acme/web");
    const pathOf = (image: string): string => namespaceLookups(image)?.path ?? "";
    expect(announced).toContain(pathOf("mirror.initech.io/acme/web"));
    expect(announced).not.toContain(pathOf("mirror.initech.io/acme/web/debug"));
    expect(namespaceLookups("mirror.initech.io/web")?.path).toBeNull();
  });
});
