import { indexProducers } from "@knockon/graph/resolve/producer-index";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { describe, expect, it } from "vitest";
import { listArtifacts } from "./make-report.ts";

const UI = {
  artifactType: "npm_package" as const,
  name: "@acme/ui",
  announces: ["npm_package:@acme/ui"],
  sourceFile: "package.json",
};
const produced = (repository: string, version: string | null = null) => ({ ...UI, version, repository });
const used = (target: string | null) => ({
  dependency_type: "npm_package" as const,
  artifact: "@acme/ui",
  target_repository: target,
});

const repository = (fullPath: string): ProducerRepository => ({
  id: fullPath,
  fullPath,
  cloneUrl: null,
  host: "github.com",
  hostAliases: [],
  aliases: [],
  archived: false,
  isFork: false,
  artifacts: [UI],
});

const list = (productions: ReturnType<typeof produced>[], uses: ReturnType<typeof used>[]) =>
  listArtifacts(productions, uses, indexProducers(["acme/web", "acme/ui"].map(repository))).map(
    ({ name, version, source_repository: source }) => [name, version, source],
  );

describe("the artifacts of a report", () => {
  it("has one entry per type and name", () => {
    expect(list([produced("acme/ui", "1.0.0")], [used(null), used("acme/web"), used(null)])).toEqual([
      ["@acme/ui", "1.0.0", "acme/ui"],
    ]);
  });

  it("has the producer that resolution prefers, in any input order", () => {
    const [web, ui] = [produced("acme/web"), produced("acme/ui")];
    expect(list([web, ui], [])).toEqual([["@acme/ui", null, "acme/ui"]]);
    expect(list([ui, web], [])).toEqual([["@acme/ui", null, "acme/ui"]]);
  });

  it("falls back to the repository that a use resolves to, or null", () => {
    expect(list([], [used(null), used("acme/web"), used(null)])).toEqual([["@acme/ui", null, "acme/web"]]);
    expect(list([], [used(null), used(null)])).toEqual([["@acme/ui", null, null]]);
  });

  it("has the latest release by tags that include the manifest's version", () => {
    const versionOf = (version: string | null, ...tags: string[]) =>
      listArtifacts(
        [produced("acme/ui", version)],
        [used("acme/ui")],
        indexProducers([]),
        new Map([["acme/ui", tags]]),
      )[0]?.version;
    expect(versionOf(null, "v1.0.0", "v1.1.0", "v2")).toBe("1.1.0");
    expect(versionOf("1.0.0", "v1.0.0", "v1.1.0")).toBe("1.1.0");
    expect(versionOf("5.0.0", "v1.0.0")).toBe("5.0.0");
    expect(versionOf("5.0.0-dev")).toBe("5.0.0-dev");
    const action = {
      dependency_type: "github_action" as const,
      artifact: "acme/x/setup",
      target_repository: "acme/x",
    };
    const tags = new Map([["acme/x", ["v3.0.0", "setup/v1.2.0"]]]);
    expect(listArtifacts([], [action], indexProducers([]), tags)[0]?.version).toBe("setup/v1.2.0");
  });

  it("sorts by type and name", () => {
    const images = { dependency_type: "container_image" as const, artifact: "z", target_repository: null };
    const all = listArtifacts(
      [produced("acme/ui")],
      [images, { ...used(null), artifact: "a" }],
      indexProducers([]),
    );
    expect(all.map(({ name }) => name)).toEqual(["z", "@acme/ui", "a"]);
  });
});
