import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { githubactions } from "./index.ts";

const declarationsOf = (text: string) =>
  extractFiles({ ".github/workflows/ci.yml": text }, [githubactions]).declarations;

/** The declaration of a workflow whose only step says `uses: …`. */
const used = (uses: string) => declarationsOf(`jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`)[0];

/** The images of a job on line 4. */
const images = (container: string, strategy = "{}") =>
  declarationsOf(`jobs:\n  a:\n    strategy: ${strategy}\n    container: ${container}\n`).map(
    ({ sourceLine, rawReference, artifact, versionConstraint, unbound, lookups }) => ({
      sourceLine,
      rawReference,
      artifact,
      versionConstraint,
      unbound,
      isSought: lookups.length > 0,
    }),
  );

describe("githubactions expressions", () => {
  it("that nothing in the file binds are unbound; the name before them stays known", () => {
    expect(images("ghcr.io/acme/base:v${{ inputs.tag }}")).toEqual([
      {
        sourceLine: 4,
        rawReference: "ghcr.io/acme/base:v${{ inputs.tag }}",
        artifact: "ghcr.io/acme/base",
        versionConstraint: "v${{ inputs.tag }}",
        unbound: "inputs.tag",
        isSought: true,
      },
    ]);
  });

  it.each([
    "${{ vars.IMAGE }}",
    "${{ vars.IMAGE }}:1.2",
    "localhost:${{ vars.IMAGE }}/base",
    "ghcr.io/acme/${{ vars.IMAGE }}",
  ])("in the name leave nothing to look for: %s", (image) => {
    expect(images(image)).toEqual([
      {
        sourceLine: 4,
        rawReference: image,
        artifact: image,
        versionConstraint: null,
        unbound: "vars.IMAGE",
        isSought: false,
      },
    ]);
  });

  it("of the matrix are bound to each literal value, on the line of the container", () => {
    expect(images("node:${{ matrix.node }}", "{matrix: {node: [20, '22']}}")).toMatchObject([
      { sourceLine: 4, rawReference: "node:20", versionConstraint: "20", unbound: null },
      { sourceLine: 4, rawReference: "node:22", versionConstraint: "22", unbound: null },
    ]);
  });

  it("of the matrix are bound to what include adds, and to fields of its values", () => {
    const strategy = "{matrix: {include: [{on: {image: acme/a}}, {on: {image: acme/b}}, {os: linux}]}}";
    expect(images("${{matrix.on.image}}:1", strategy).map(({ rawReference }) => rawReference)).toEqual([
      "acme/a:1",
      "acme/b:1",
    ]);
  });

  it.each([
    ["a matrix that is computed", "{matrix: '${{ fromJSON(inputs.matrix) }}'}", "${{ matrix.image }}"],
    ["a value that is computed", "{matrix: {image: [a, '${{ vars.IMAGE }}']}}", "${{ matrix.image }}"],
    [
      "a list that is computed",
      "{matrix: {image: '${{ inputs.images }}', include: [{image: a}]}}",
      "${{ matrix.image }}",
    ],
    ["more values than a matrix can have", `{matrix: {image: [${"a,".repeat(257)}]}}`, "${{ matrix.image }}"],
    ["an absurdly long value", `{matrix: {image: [${"a".repeat(1025)}]}}`, "${{ matrix.image }}"],
    ["an absurdly long text", "{matrix: {image: [a]}}", "${{ matrix.image }}".repeat(60)],
    ["two keys of the matrix", "{matrix: {image: [a], tag: [b]}}", "${{ matrix.image }}:${{ matrix.tag }}"],
    ["more than a key", "{matrix: {image: [a]}}", "${{ matrix.image || 'b' }}"],
  ])("stay unbound for %s", (_, strategy, image) => {
    expect(images(image, strategy)).toMatchObject([{ rawReference: image }]);
    expect(images(image, strategy)[0]?.unbound).toMatch(/^matrix\.image/);
  });

  it("in a ref leave the action known", () => {
    expect(used("'acme/setup/sub@${{ inputs.ref }}'")).toMatchObject({
      artifact: "acme/setup/sub",
      versionConstraint: "${{ inputs.ref }}",
      unbound: "inputs.ref",
      lookups: ["github_action:acme/setup/sub", "path:acme/setup"],
    });
  });

  it("in an action's name leave nothing to look for", () => {
    expect(used("'${{ inputs.action }}@v1'")).toMatchObject({
      dependencyType: "github_action",
      artifact: "${{ inputs.action }}@v1",
      versionConstraint: null,
      unbound: "inputs.action",
      lookups: [],
    });
  });

  it("are passed over where the matrix chooses no container", () => {
    const strategy = "{matrix: {image: [acme/a, '', null, ~, acme/a]}}";
    expect(images("${{ matrix.image }}", strategy)).toMatchObject([{ rawReference: "acme/a" }]);
  });
});
