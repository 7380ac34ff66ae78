import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

const extract = (files: Record<string, string>) =>
  extractFiles(files, [docker], {
    fullPath: "acme/images",
    cloneUrl: "https://github.com/acme/images.git",
  });

/** The names of the images that are published, each with the Dockerfiles that it is built from. */
const published = (files: Record<string, string>): string[] => {
  const { artifacts, compositions } = extract(files);
  return artifacts
    .filter(({ assumed }) => !assumed)
    .map(({ name }) =>
      [
        name,
        ...compositions.flatMap(({ outer, inner }) => (outer === `container_image:${name}` ? [inner] : [])),
      ].join(" "),
    );
};

const workflow = (matrix: string, tag: string, file: string): string => `on: push
jobs:
  list:
    outputs: { images: "\${{ steps.x.outputs.images }}" }
    steps:
      - id: x
        run: echo "images=$(jq -c . images.json)" >> $GITHUB_OUTPUT
  push:
    needs: list
    strategy:
      matrix: ${matrix}
    steps:
      - uses: docker/build-push-action@v6
        with:
          push: true
          file: ${file}
          tags: ${tag}
`;
const COMPUTED = "${{ fromJson(needs.list.outputs.images) }}";
const DOCKERFILES = { "images/api.Dockerfile": "FROM alpine\n", "images/jobs.Dockerfile": "FROM alpine\n" };

describe("docker: images of a matrix that a JSON file lists", () => {
  it("are those of an axis of objects, with alternatives", () => {
    const files = {
      ...DOCKERFILES,
      "images.json": '[{ "name": "api", "os": ["x"] }, { "name": "cron", "dockerfile": "jobs" }]\n',
      ".github/workflows/push.yml": workflow(
        `{ image: "${COMPUTED}" }`,
        "acme/${{ matrix.image.name }}-dev:${{ steps.date.outputs.result }}",
        "images/${{ matrix.image.dockerfile || matrix.image.name }}.Dockerfile",
      ),
    };
    expect(published(files)).toEqual([
      "docker.io/acme/api-dev unit:docker:images/api.Dockerfile",
      "docker.io/acme/cron-dev unit:docker:images/jobs.Dockerfile",
    ]);
  });

  it.each([
    ["an axis of texts", `{ image: "${COMPUTED}" }`, '["api", "jobs"]', "matrix.image"],
    ["includes", `{ include: "${COMPUTED}" }`, '[{ "app": "api" }, { "app": "jobs" }]', "matrix.app"],
    ["a whole matrix", `"${COMPUTED}"`, '{ "include": [{ "app": "api" }, { "app": "jobs" }] }', "matrix.app"],
    ["the axis of a whole matrix", `"${COMPUTED}"`, '{ "app": ["api", "jobs"] }', "matrix.app"],
  ])("are those of %s", (_, matrix, json, key) => {
    const files = {
      ...DOCKERFILES,
      "images.json": json,
      ".github/workflows/push.yml": workflow(
        matrix,
        `acme/\${{ ${key} }}:v1`,
        `images/\${{ ${key} }}.Dockerfile`,
      ),
    };
    expect(published(files)).toEqual([
      "docker.io/acme/api unit:docker:images/api.Dockerfile",
      "docker.io/acme/jobs unit:docker:images/jobs.Dockerfile",
    ]);
  });

  it.each([
    ["another file", { "other.json": '["api"]' }],
    ["no file", {}],
    ["a broken file", { "images.json": '["api"' }],
    ["other contents", { "images.json": '{ "name": "api" }' }],
  ])("are unknown with %s", (_, more: Record<string, string>) => {
    const files = {
      ...more,
      ".github/workflows/push.yml": workflow(
        `{ image: "${COMPUTED}" }`,
        "acme/${{ matrix.image }}:v1",
        "Dockerfile",
      ),
    };
    const { artifacts, problems } = extract(files);
    expect(artifacts).toEqual([]);
    expect(problems).toEqual([]);
  });
});
