import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { devcontainer } from "./index.ts";

const CONFIG = ".devcontainer/devcontainer.json";
const FEATURE = "src/kit/devcontainer-feature.json";
const DIGEST = `sha256:${"a".repeat(64)}`;
const NOTHING = { declarations: [], artifacts: [], compositions: [], problems: [] };

const extract = (files: Record<string, string>) => extractFiles(files, [devcontainer]);
const declarationsOf = (text: string, path = CONFIG) => extract({ [path]: text }).declarations;

/** `line rule rawReference` of every declaration of one file. */
const declared = (text: string, path = CONFIG): string[] =>
  declarationsOf(text, path).map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const TYPICAL = `// For format details, see https://aka.ms/devcontainer.json
{
  "name": "App",
  /* "image": "acme/old:1", */
  "image": "mcr.microsoft.com/devcontainers/base:1-bookworm",
  "features": {
    "ghcr.io/devcontainers/features/node:1": { "version": "22" },
    // "ghcr.io/devcontainers/features/go:1": {},
    "ghcr.io/Acme/features/kit:1.2.3": {},
    "ghcr.io/acme/features/kit@${DIGEST}": {},
    "./local": {},
  },
  "customizations": { "vscode": { "extensions": ["acme.tools"], "image": "acme/text:1" } },
}
`;

describe("devcontainer: declarations", () => {
  it("declares the image and the features, not comments, local features or tool settings", () => {
    expect(declared(TYPICAL)).toEqual([
      "5 devcontainer.image mcr.microsoft.com/devcontainers/base:1-bookworm",
      "7 devcontainer.feature ghcr.io/devcontainers/features/node:1",
      "9 devcontainer.feature ghcr.io/Acme/features/kit:1.2.3",
      `10 devcontainer.feature ghcr.io/acme/features/kit@${DIGEST}`,
    ]);
  });

  it("declares an image like any container image", () => {
    expect(declarationsOf('{"image": "ghcr.io/acme/base:1.2"}')).toEqual([
      {
        ecosystem: "devcontainer",
        dependencyType: "container_image",
        sourceFile: CONFIG,
        sourceLine: 1,
        rawReference: "ghcr.io/acme/base:1.2",
        artifact: "ghcr.io/acme/base",
        versionConstraint: "1.2",
        versioning: "docker",
        unbound: null,
        versionComment: null,
        lookups: ["container_image:ghcr.io/acme/base", "convention:container_image:acme/base"],
        evidence: { class: "manifest", rule: "devcontainer.image" },
        role: "dev",
        scope: null,
        locked: null,
      },
    ]);
  });

  it("looks up a feature by name, then by its repository's path", () => {
    expect(declarationsOf(TYPICAL)[2]).toMatchObject({
      dependencyType: "devcontainer_feature",
      artifact: "ghcr.io/acme/features/kit",
      versionConstraint: "1.2.3",
      versioning: "docker",
      lookups: [
        "devcontainer_feature:ghcr.io/acme/features/kit",
        "convention:devcontainer_feature:acme/features/kit",
      ],
    });
    expect(declarationsOf(TYPICAL)[3]?.versionConstraint).toBe(DIGEST);
  });

  it.each([
    ["ghcr.io/acme/features/kit", "ghcr.io/acme/features/kit", null],
    ["registry.acme.io:5000/team/kit:latest", "registry.acme.io:5000/team/kit", "latest"],
    ["acme/features/kit@v1", "ghcr.io/acme/features/kit", "v1"],
    ["acme/features/kit", "ghcr.io/acme/features/kit", null],
    ["docker-in-docker", "ghcr.io/devcontainers/features/docker-in-docker", null],
  ])("reads the feature %s in current and old forms", (reference, artifact, versionConstraint) => {
    expect(declarationsOf(JSON.stringify({ features: { [reference]: {} } }))).toMatchObject([
      { rawReference: reference, artifact, versionConstraint, dependencyType: "devcontainer_feature" },
    ]);
  });

  it.each(["./kit", "../kit", "https://acme.io/devcontainer-feature-kit.tgz", ""])(
    "ignores the local or unpublished feature %j",
    (id) => {
      expect(extract({ [CONFIG]: JSON.stringify({ features: { [id]: {} } }) })).toEqual(NOTHING);
    },
  );

  it("ignores features of the repository itself", () => {
    expect(declared('{"features": {"ghcr.io/acme/app/kit:1": {}, "ghcr.io/acme/app2/kit:1": {}}}')).toEqual([
      "1 devcontainer.feature ghcr.io/acme/app2/kit:1",
    ]);
  });

  it("replaces a variable by its default and leaves other variables unbound", () => {
    const image = (text: string) => declarationsOf(JSON.stringify({ image: text }))[0];
    expect(image("acme/base:${localEnv:TAG:1.2}")).toMatchObject({
      rawReference: "acme/base:1.2",
      versionConstraint: "1.2",
      unbound: null,
    });
    expect(image("acme/base:${localEnv:TAG}")).toMatchObject({
      rawReference: "acme/base:${localEnv:TAG}",
      artifact: "docker.io/acme/base",
      versionConstraint: "${localEnv:TAG}",
      unbound: "localEnv:TAG",
    });
    expect(image("acme/base:1-${templateOption:variant}")).toMatchObject({
      unbound: "templateOption:variant",
    });
    expect(image("${localEnv:IMAGE}")).toMatchObject({
      lookups: [],
      unbound: "localEnv:IMAGE",
      artifact: "${localEnv:IMAGE}",
    });
  });

  it("ignores the Dockerfile and Compose file, which are read on their own", () => {
    expect(
      extract({ [CONFIG]: '{"build": {"dockerfile": "Dockerfile", "cacheFrom": "acme/app:cache"}}' }),
    ).toEqual(NOTHING);
    expect(extract({ [CONFIG]: '{"dockerComposeFile": "compose.yml", "service": "app"}' })).toEqual(NOTHING);
    expect(extract({ [CONFIG]: "{}" })).toEqual(NOTHING);
  });

  it.each([".devcontainer.json", "a/.devcontainer/devcontainer.json", ".devcontainer/go/devcontainer.json"])(
    "reads %s",
    (path) => {
      expect(declared('{"image": "acme/base"}', path)).toEqual(["1 devcontainer.image acme/base"]);
    },
  );

  it("ignores files with other names", () => {
    expect(extract({ "x-devcontainer.json": TYPICAL, ".devcontainer/settings.json": TYPICAL })).toEqual(
      NOTHING,
    );
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CONFIG]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([5, 7, 9, 10]);
  });
});

describe("devcontainer: features", () => {
  const OWN = `{
  "id": "kit", // of the repository
  "version": "1.4.0",
  "dependsOn": {
    "ghcr.io/acme/features/base:1": {}
  },
  "installsAfter": ["ghcr.io/devcontainers/features/common-utils"]
}
`;

  it("assumes that a feature is published under the repository's path", () => {
    expect(extract({ [FEATURE]: OWN }).artifacts).toEqual([
      {
        ecosystem: "devcontainer",
        artifactType: "devcontainer_feature",
        name: "ghcr.io/acme/app/kit",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: FEATURE,
        sourceLine: 2,
        announces: ["convention:devcontainer_feature:acme/app/kit"],
        assumed: true,
        evidence: { class: "manifest", rule: "devcontainer.feature_id" },
      },
    ]);
  });

  it("gives dependsOn the feature as its scope", () => {
    expect(declarationsOf(OWN, FEATURE)).toMatchObject([
      { role: "runtime", scope: "devcontainer_feature:ghcr.io/acme/app/kit" },
    ]);
    expect(declarationsOf(TYPICAL)[0]).toMatchObject({ role: "dev", scope: null });
  });

  it("declares dependsOn, not installsAfter", () => {
    expect(declared(OWN, FEATURE)).toEqual(["5 devcontainer.depends_on ghcr.io/acme/features/base:1"]);
  });

  it("produces no feature that is local to a dev container, without an ID, or a fixture", () => {
    expect(extract({ ".devcontainer/kit/devcontainer-feature.json": OWN }).artifacts).toEqual([]);
    expect(extract({ [FEATURE]: '{"version": "1.0.0"}' }).artifacts).toEqual([]);
    expect(extract({ "test/fixtures/devcontainer-feature.json": OWN }).artifacts).toEqual([]);
  });
});

describe("devcontainer: problems", () => {
  it.each([
    ["an empty file", "", 1],
    ["invalid JSON", '{\n  "image": \n}\n', 3],
    ["a file that is a list", "[]", 1],
    ["features that are a list", '{\n"features": ["ghcr.io/acme/features/kit:1"]}', 2],
    ["an invalid image reference", '{\n"image": "acme base"}', 2],
    ["an invalid feature reference", '{"features": {\n"ghcr.io/acme/a b:1": {}}}', 2],
  ])("reports the line of %s", (_, text, line) => {
    const { problems, declarations } = extract({ [CONFIG]: text });
    expect(problems).toMatchObject([{ file: CONFIG, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });
});
