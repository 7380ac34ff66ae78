import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { docker } from "./index.ts";

/** `file:line name` of every image that Acme/App publishes. */
function pushed(files: Record<string, string>): string[] {
  const repository = { fullPath: "Acme/App", cloneUrl: "https://github.com/Acme/App.git" };
  const result = extractFiles(files, [docker], repository);
  expect(result.problems).toEqual([]);
  return result.artifacts
    .filter(({ assumed }) => !assumed)
    .map(({ sourceFile, sourceLine, name }) => `${sourceFile}:${sourceLine} ${name}`);
}

const ACTION = `name: Build
inputs:
  image: { required: true }
  registry: { default: ghcr.io }
runs:
  using: composite
  steps:
    - id: meta
      uses: docker/metadata-action@v5
      with: { images: "\${{ inputs.registry }}/acme/\${{ inputs.image }}" }
    - uses: docker/build-push-action@v6
      with: { push: true, context: "\${{ inputs.image }}", tags: "\${{ steps.meta.outputs.tags }}" }
`;

const REUSABLE = `on:
  workflow_call:
    inputs:
      name: { type: string }
jobs:
  build:
    steps:
      - uses: ./.github/actions/build
        with:
          image: \${{ inputs.name }}-image
`;

describe("docker: images named by inputs", () => {
  it("publishes what callers of a local action name", () => {
    const workflow = `jobs:
  images:
    strategy: { matrix: { app: [api, worker] } }
    steps:
      - uses: ./.github/actions/build
        with:
          image: \${{ matrix.app }}
      - uses: ./.github/actions/build/
        with:
          registry: quay.io
          image: site
`;
    const files = { ".github/actions/build/action.yml": ACTION, ".github/workflows/a.yml": workflow };
    expect(pushed(files)).toEqual([
      ".github/workflows/a.yml:7 ghcr.io/acme/api",
      ".github/workflows/a.yml:10 quay.io/acme/site",
      ".github/workflows/a.yml:7 ghcr.io/acme/worker",
    ]);
  });

  it("follows a reusable workflow that calls an action", () => {
    const caller = `jobs:
  build:
    uses: ./.github/workflows/build.yml
    with:
      name: shop
`;
    const files = {
      ".github/actions/build/action.yml": ACTION,
      ".github/workflows/build.yml": REUSABLE,
      ".github/workflows/release.yml": caller,
      "shop-image/Dockerfile": "FROM alpine\n",
    };
    expect(pushed(files)).toEqual([".github/workflows/release.yml:5 ghcr.io/acme/shop-image"]);
    const { compositions } = extractFiles(files, [docker]);
    expect(compositions).toContainEqual({
      outer: "container_image:ghcr.io/acme/shop-image",
      inner: "unit:docker:shop-image/Dockerfile",
    });
  });

  it("publishes what a workflow builds with the defaults of a manual start", () => {
    const workflow = `on:
  workflow_dispatch:
    inputs:
      image: { default: scanner }
jobs:
  build:
    steps:
      - uses: docker/build-push-action@v6
        with: { push: true, tags: "acme/\${{ inputs.image }}:\${{ inputs.tag }}" }
`;
    expect(pushed({ ".github/workflows/scan.yml": workflow })).toEqual([
      ".github/workflows/scan.yml:4 docker.io/acme/scanner",
    ]);
  });

  it("publishes what an action pushes only if the repository runs it", () => {
    const push = `runs:
  using: composite
  steps: [{ run: "docker push ghcr.io/\${{ github.repository }}/cache", shell: bash }]
`;
    const workflow = "jobs: { a: { steps: [\n  { uses: ./.github/actions/push }] } }\n";
    const block = "jobs:\n  a:\n    steps:\n      - uses: ./.github/actions/push\n";
    const action = { ".github/actions/push/action.yml": push };
    expect(pushed(action)).toEqual([]);
    for (const [name, text] of Object.entries({ block, flow: `# docker\n${workflow}` }))
      expect(pushed({ ...action, [`.github/workflows/${name}.yml`]: text })).toEqual([
        ".github/actions/push/action.yml:3 ghcr.io/acme/app/cache",
      ]);
  });

  it("publishes nothing without a caller or with a computed value", () => {
    const computed = `jobs:
  build:
    steps:
      - uses: ./.github/actions/build
        with:
          image: \${{ needs.plan.outputs.image }}
      - uses: ./.github/actions/other
        with:
          image: web
`;
    const recursive = REUSABLE.replace("./.github/actions/build", "./.github/workflows/build.yml");
    const files = {
      ".github/actions/build/action.yml": ACTION,
      ".github/workflows/a.yml": computed,
      ".github/workflows/build.yml": recursive.replace("image:", "name:"),
    };
    expect(pushed(files)).toEqual([]);
  });
});
