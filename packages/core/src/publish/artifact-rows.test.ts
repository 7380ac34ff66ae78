import type { ProducedArtifact, VersioningScheme } from "@knockon/extract/ecosystem";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { describe, expect, it } from "vitest";
import { artifactRow, type ArtifactRow, ownerOf } from "./artifact-rows.ts";
import { NOT_CONSUMED } from "./refresh-artifacts.ts";
import { type ProducerRow, type Production, toProducer } from "./producer-row.ts";

const TAGS = ["v0.31.0", "v3.1.0", "api/v1.2.0", "old/v1.1.0"];

const producerAt = (fullPath: string, artifacts: ProducedArtifact[] = []): ProducerRow => ({
  repositoryId: fullPath,
  workspaceId: "w",
  connectedOrgId: "o",
  fullPath,
  cloneUrl: `https://github.com/${fullPath}.git`,
  archived: false,
  isFork: false,
  hostAliases: [],
  aliases: [],
  artifacts,
  namespaces: [],
  publishedNamespaces: [],
  extractionId: null,
});

const module = (name: string, sourceFile: string): ProducedArtifact => ({
  ecosystem: "golang",
  artifactType: "go_module",
  name,
  version: null,
  registryUrl: null,
  sourceFile,
  sourceLine: 1,
  announces: [`go_module:${name}`],
  evidence: { class: "manifest", rule: "golang.module" },
});

const stored = (name: string): ArtifactRow => ({
  id: name,
  workspaceId: "w",
  connectedOrgId: "o",
  artifactType: "go_module",
  name,
  version: null,
  versioning: "git",
  registryUrl: null,
  sourceRepositoryId: null,
  versions: [],
});

const consumption = (pinned: string, ...targets: string[]) => ({
  schemes: new Map<VersioningScheme, number>([["go", 1]]),
  seen: new Set([pinned]),
  targets,
});

const producersOf = (...rows: ProducerRow[]) => ({
  get: (id: string | null) => rows.find((row) => row.repositoryId === id),
  tagsOf: () => TAGS,
  index: indexProducers(rows.map(toProducer)),
});

describe("an artifact's version", () => {
  const app = producerAt("acme/app", [
    module("github.com/acme/app", "go.mod"),
    module("go.acme.io/app/api", "api/go.mod"),
  ]);
  const producers = producersOf(app);
  const versionOf = (name: string, pinned: string): string | null => {
    const productions: Production[] = app.artifacts
      .filter((produced) => produced.name === name)
      .map((produced) => ({ producer: app, produced }));
    const consumed = consumption(pinned, app.repositoryId);
    const owner = ownerOf(stored(name), productions, consumed, producers);
    return artifactRow(stored(name), productions, consumed, owner).version;
  };

  it("is the highest tag of its folder and major version [D-8.14]", () => {
    expect(versionOf("github.com/acme/app", "v0.30.0")).toBe("v0.31.0");
    expect(versionOf("go.acme.io/app/api", "v1.1.0")).toBe("v1.2.0");
  });

  it("is a tag of the folder in its name, without a manifest", () => {
    expect(versionOf("github.com/acme/app/old", "v1.0.0")).toBe("v1.1.0");
  });

  it("is the manifest's; tags only count if they include it or the manifest has no release [D-8.14]", () => {
    const versionsOf = (stated: string | null, tags: string[]): string[] => {
      const produced: ProducedArtifact = {
        ...module("app", "charts/app/Chart.yaml"),
        artifactType: "helm_chart",
        version: stated,
      };
      const producer = producerAt("acme/app", [produced]);
      const row: ArtifactRow = { ...stored("app"), artifactType: "helm_chart" };
      const owner = { producer, tags, directory: "charts/app" };
      return artifactRow(row, [{ producer, produced }], NOT_CONSUMED, owner).versions;
    };
    expect(versionsOf("0.3.1", ["v2.0.0", "v1.9.0"])).toEqual(["0.3.1"]);
    expect(versionsOf("2.0.0", ["v2.0.0", "v1.9.0"])).toEqual(["2.0.0", "1.9.0"]);
    expect(versionsOf("0.0.0-development", ["v2.0.0"])).toEqual(["2.0.0", "0.0.0-development"]);
    expect(versionsOf(null, ["v2.0.0"])).toEqual(["2.0.0"]);
  });

  it("is the highest that consumers pin, without a known producer [D-8.16]", () => {
    const row = stored("example.org/lib");
    expect(artifactRow(row, [], consumption("v1.4.0"), undefined).version).toBe("v1.4.0");
  });
});

describe("an artifact's owner", () => {
  it("is the producer that resolution chooses, then the first by path, then the repository that consumers resolve to", () => {
    const [copy, lib] = ["acme/a-copy", "acme/lib"].map((path) =>
      producerAt(path, [module("go.acme.io/lib", "go.mod")]),
    ) as [ProducerRow, ProducerRow];
    const productions = [copy, lib].map((producer) => ({
      producer,
      produced: producer.artifacts[0] as ProducedArtifact,
    }));
    const producers = producersOf(copy, lib);
    const row = stored("go.acme.io/lib");
    expect(ownerOf(row, productions, NOT_CONSUMED, producers)?.producer.repositoryId).toBe("acme/lib");
    expect(ownerOf(row, productions, NOT_CONSUMED, producersOf())?.producer.repositoryId).toBe("acme/a-copy");
    expect(
      ownerOf(row, [], consumption("v1.0.0", "acme/lib", "acme/a-copy"), producers)?.producer.repositoryId,
    ).toBe("acme/a-copy");
    expect(ownerOf(row, [], NOT_CONSUMED, producers)).toBeUndefined();
  });
});
