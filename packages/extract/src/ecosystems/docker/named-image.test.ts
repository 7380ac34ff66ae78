import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const extract = (files: Record<string, string>) =>
  extractFiles(files, [docker], { fullPath: "Acme/Images", cloneUrl: "https://github.com/Acme/Images.git" });
const named = (files: Record<string, string>) =>
  extract(files)
    .artifacts.filter(({ evidence }) => evidence.rule === "docker.image_name")
    .map(({ name, announces, sourceLine }) => `${sourceLine} ${name} ${announces.join()}`);

const WORKFLOW = ".github/workflows/build.yml";
const DOCKERFILE = { "alpine/Dockerfile": "FROM alpine:3\n", "python/3.14/Dockerfile": "FROM alpine:3\n" };
const TEXT = `on: push
env: { IMAGE_NAME: hassio-dns }
jobs:
  alpine:
    uses: ./.github/workflows/build-base-image.yml
    with:
      context: alpine
      image-name: base
  python:
    strategy: { matrix: { python: ["3.14"] } }
    uses: acme/workflows/.github/workflows/docker-publish.yml@v1
    with: { context: "python/\${{ matrix.python }}", image_name: base-python }
  dns:
    steps:
      - uses: acme/builder/actions/publish-multi-arch-manifest@v1
        with: { image-name: "\${{ env.IMAGE_NAME }}" }
      - uses: acme/builder/actions/prepare-multi-arch-matrix@v1
        with: { image-name: prepared }
      - uses: acme/scan-image@v1
        with: { image: scanned }
      - uses: acme/build-image@v1
        with: { image: "\${{ matrix.image }}" }
      - uses: acme/build-docs@v1
        with: { image: docs }
`;

describe("docker: images that an action builds by name", () => {
  it("are candidates in a namespace of the organization", () => {
    expect(named({ ...DOCKERFILE, [WORKFLOW]: TEXT })).toEqual([
      "8 acme/base image_name:base",
      "12 acme/base-python image_name:base-python",
      "16 acme/hassio-dns image_name:hassio-dns",
    ]);
  });

  it("contain the Dockerfile of their context", () => {
    const { compositions } = extract({ ...DOCKERFILE, [WORKFLOW]: TEXT });
    expect(compositions).toContainEqual({
      outer: "container_image:acme/base",
      inner: "unit:docker:alpine/Dockerfile",
    });
    expect(compositions).toContainEqual({
      outer: "container_image:acme/base-python",
      inner: "unit:docker:python/3.14/Dockerfile",
    });
  });

  it("need a Dockerfile in the repository", () => {
    expect(named({ [WORKFLOW]: TEXT })).toEqual([]);
  });
});
