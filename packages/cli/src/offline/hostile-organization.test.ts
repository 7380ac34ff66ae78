import { isMention } from "@knockon/contract/vocabulary/role";
import { ECOSYSTEMS } from "@knockon/extract/registry";
import { RepositoryExtraction } from "@knockon/extract/repository-extraction";
import type { LinkResult } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import { skipReason } from "@knockon/extract/snapshot";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { resolveAll } from "@knockon/graph/resolve/resolve";
import { describe, expect, it } from "vitest";
import {
  readHostileOrganization,
  type ExpectedUse,
  type HostileRepository,
} from "../testing/hostile-organization.ts";

const organization = readHostileOrganization().map((repository) => ({
  ...repository,
  extraction: extract(repository),
}));

const producers = indexProducers(
  organization.map(({ fullPath, cloneUrl, archived, isFork, extraction }) => ({
    id: fullPath,
    fullPath,
    cloneUrl,
    host: parseGitUrl(cloneUrl)?.host ?? "",
    hostAliases: [],
    aliases: [],
    archived,
    isFork,
    artifacts: extraction.artifacts,
  })),
);

function extract({ fullPath, cloneUrl, files, submodules }: HostileRepository): LinkResult {
  const extraction = new RepositoryExtraction({ fullPath, cloneUrl }, ECOSYSTEMS);
  const tree = [
    ...Object.keys(files).map((path) => ({ path, mode: "100644", oid: "0".repeat(40) })),
    ...Object.entries(submodules).map(([path, commit]) => ({ path, mode: "160000", oid: commit })),
  ];
  for (const entry of tree) {
    if (skipReason(entry) !== undefined) continue;
    extraction.addFile(entry.path, new TextEncoder().encode(files[entry.path]));
  }
  return extraction.finish(tree);
}

const foundUses = (fullPath: string, { declarations }: LinkResult): ExpectedUse[] =>
  resolveAll(producers, declarations, fullPath).map(({ declaration, resolution }) => {
    const { targetRepositoryId, artifactName, state, reason } = resolution;
    return {
      sourceFile: declaration.sourceFile,
      sourceLine: declaration.sourceLine ?? 0,
      dependencyType: declaration.dependencyType,
      artifact: artifactName,
      versionConstraint: declaration.versionConstraint,
      state,
      producer: targetRepositoryId,
      isAmbiguous: reason === "ambiguous",
      evidence: declaration.evidence.class,
    };
  });

/** In the format of the fixtures, so that a diff shows fixture lines. */
const format = (uses: readonly ExpectedUse[]): string[] =>
  uses
    .map(
      (use) =>
        `${use.sourceFile}:${use.sourceLine} ⇒ ${use.dependencyType} | ${use.artifact} | ${use.versionConstraint ?? "-"} | ${use.state} | ${use.producer ?? "-"}${use.isAmbiguous ? "?" : ""} | ${use.evidence}`,
    )
    .toSorted();

describe("a line in test data, copies or documentation", () => {
  const usesOf = ({ fullPath, extraction }: { fullPath: string; extraction: LinkResult }) =>
    resolveAll(producers, extraction.declarations, fullPath).filter(
      ({ resolution }) => resolution.targetRepositoryId !== null,
    );

  it("adds no dependency", () => {
    const mentions = organization
      .flatMap(usesOf)
      .filter(({ declaration: { role } }) => role !== undefined && isMention(role))
      // The specification has another band for URLs that a program only names.
      .filter(
        ({ declaration: { role, evidence } }) => role !== "documentation" || evidence.class === "prose",
      );
    expect(mentions.length).toBeGreaterThan(100);
    expect(mentions.filter(({ resolution }) => resolution.confidence >= FAN_IN_FLOOR)).toEqual([]);
  });

  it("is all that acme/mentions has", () => {
    const uses = organization.filter(({ fullPath }) => fullPath === "acme/mentions").flatMap(usesOf);
    expect(uses.length).toBeGreaterThanOrEqual(100);
    expect(uses.filter(({ resolution }) => resolution.confidence >= FAN_IN_FLOOR)).toEqual([]);
  });
});

describe("the hostile organization yields exactly the expected uses", () => {
  it.each(organization.map((repository) => [repository.fullPath, repository] as const))(
    "%s",
    (fullPath, { extraction, expected }) => {
      expect(format(foundUses(fullPath, extraction))).toEqual(format(expected));
      expect(extraction.problems).toEqual([]);
    },
  );

  it("covers every ecosystem", () => {
    const seen = new Set(
      organization.flatMap(({ extraction }) =>
        [...extraction.declarations, ...extraction.artifacts].map(({ ecosystem }) => ecosystem),
      ),
    );
    const missing = ECOSYSTEMS.map(({ id }) => id).filter((id) => !seen.has(id));
    expect(missing, "Ecosystems that no file of packages/cli/src/testing/hostile uses").toEqual([]);
  });
});
