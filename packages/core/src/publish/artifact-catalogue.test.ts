import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { describe, expect, it } from "vitest";
import { ArtifactCatalogue } from "./artifact-catalogue.ts";

const source = (fullPath: string, tags: string[], artifacts: ProducedArtifact[] = []) => ({
  repository: { id: fullPath, workspaceId: "w", connectedOrgId: "o", fullPath, tags },
  artifacts,
});

/** No name has several producers. */
const UNDISPUTED = { byName: new Map() };

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

/** Consumes an artifact of `acme/app` at one version. */
const use = (catalogue: ArtifactCatalogue, artifactName: string, versionConstraint: string) =>
  catalogue.enter(
    source("acme/shop", []),
    { dependencyType: "go_module", versioning: "go", versionConstraint, unbound: null },
    { targetRepositoryId: "acme/app", artifactName },
  );

const versions = (catalogue: ArtifactCatalogue) =>
  Object.fromEntries(catalogue.rows().map(({ name, version }) => [name, version]));

describe("ArtifactCatalogue", () => {
  it("gives each Go module the tags of its folder and its major version", () => {
    const modules = [module("github.com/acme/app", "go.mod"), module("go.acme.io/app/api", "api/go.mod")];
    const tags = ["v0.31.0", "v3.1.0", "api/v1.2.0", "old/v1.1.0"];
    const catalogue = new ArtifactCatalogue([source("acme/app", tags, modules)], UNDISPUTED);
    use(catalogue, "github.com/acme/app", "v0.30.0");
    use(catalogue, "go.acme.io/app/api", "v1.1.0");
    use(catalogue, "github.com/acme/app/old", "v1.0.0");
    expect(versions(catalogue)).toEqual({
      "github.com/acme/app": "v0.31.0",
      "go.acme.io/app/api": "v1.2.0",
      "github.com/acme/app/old": "v1.1.0",
    });
  });

  it("knows an assumed artifact only once somebody asks for it, by the name asked for", () => {
    const assumed = { ...module("acme/app", "Dockerfile"), assumed: true as const };
    const catalogue = new ArtifactCatalogue([source("acme/app", [], [assumed])], UNDISPUTED);
    expect(catalogue.rows()).toEqual([]);
    use(catalogue, "quay.io/acme/app", "v1.0.0");
    expect(catalogue.rows()).toMatchObject([{ name: "quay.io/acme/app", sourceRepositoryId: "acme/app" }]);
  });
});
