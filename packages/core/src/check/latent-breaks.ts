import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { findLatentBreaks } from "@knockon/graph/interface/latent-breaks";
import { currentPeers } from "@knockon/graph/interface/peers";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { matches, type Page, type Sort, sortRows } from "../page.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import type { Reference } from "../repository/declarations.ts";
import { loadInterfaces } from "./artifact-interface.ts";
import { loadPeers, loadUses, withUsedScope } from "./uses.ts";

interface LatentBreakFilter {
  connectedOrgId: string;
  /** A substring of the consumer, file, artifact or name, in any case. */
  q?: string | undefined;
  sort?: Sort<"consumer" | "name" | "clock" | "effect" | "confidence" | "file"> | undefined;
}

/** Returns what an org's repositories pass and read that current artifacts do not have, by default by consumer, file and line. */
export function listLatentBreaks(
  ctx: Context,
  { connectedOrgId, q, sort, limit, offset }: LatentBreakFilter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    // Peers of npm packages become arguments below.
    const mayPass = or(isNotNull(dependency.arguments), eq(dependency.dependencyType, "npm_package"));
    const filter = and(eq(dependency.connectedOrgId, connectedOrgId), mayPass);
    const uses = await loadUses(tx, filter, FAN_IN_FLOOR);
    const targets = [...new Set(uses.map(({ targetRepositoryId }) => targetRepositoryId))];
    const interfaces = Map.groupBy(await loadInterfaces(tx, targets), ({ repositoryId }) => repositoryId);
    const scoped = uses.map((use) => withUsedScope(use, interfaces.get(use.targetRepositoryId) ?? []));
    const complete = await loadPeers(tx, scoped, currentPeers([...interfaces.values()].flat()));
    const latent = [...Map.groupBy(complete, ({ targetRepositoryId }) => targetRepositoryId)].flatMap(
      ([target, ofTarget]) => findLatentBreaks(interfaces.get(target) ?? [], ofTarget),
    );
    const names = await loadAnswerNames(ctx, tx, () => [
      ...targets,
      ...uses.map(({ consumer }) => consumer.id),
    ]);
    const named = names
      ? latent.filter(({ use }) => names.mayName(use.targetRepositoryId, use.consumer.id))
      : latent;
    const all = named
      .filter(({ use, at, name }) =>
        matches(q, use.consumer.fullPath, at.file, use.scope.slice(use.scope.indexOf(":") + 1), name),
      )
      .toSorted(
        (a, b) =>
          compareOrdinal(a.use.consumer.fullPath, b.use.consumer.fullPath) ||
          compareOrdinal(a.at.file, b.at.file) ||
          a.at.line - b.at.line ||
          compareOrdinal(a.name, b.name),
      );
    const found = sortRows(all, sort, {
      consumer: ({ use }) => use.consumer.fullPath,
      name: ({ name }) => name,
      clock: ({ use }) => CLOCKS.indexOf(use.clock),
      effect: ({ effect }) => effect,
      confidence: ({ use }) => use.confidence,
      file: ({ at }) => at.file,
    });
    const shown = found.slice(offset, offset + limit);
    const producers = await loadReferences(
      tx,
      shown.map(({ use }) => use.targetRepositoryId),
    );
    const ownerOf = await loadLineOwners(
      ctx,
      tx,
      shown.map(({ use }) => use.consumer.id),
    );
    const body = shown.flatMap(({ use, kind, name, at, effect }) => {
      const reference = producers.get(use.targetRepositoryId);
      const owner = ownerOf(use.consumer.id, at.file);
      return reference === undefined ? [] : [{ reference, use, kind, name, at, effect, owner }];
    });
    return {
      total: found.length,
      unnamed: names && latent.length - named.length,
      body: body.map(presentLatentBreak),
    };
  });
}

type Shown = ReturnType<typeof findLatentBreaks<Awaited<ReturnType<typeof loadUses>>[number]>>[number];

interface Described {
  reference: Reference;
  owner: LineOwner | null;
}

function presentLatentBreak({ reference, use, kind, name, at, effect, owner }: Shown & Described) {
  const end = use.scope.indexOf(":");
  return {
    producer: reference,
    producerArtifact: {
      artifactType: use.scope.slice(0, end) as ArtifactType,
      name: use.scope.slice(end + 1),
    },
    kind,
    name,
    consumer: use.consumer,
    use: {
      ...at,
      declaration: { file: use.file, line: use.line },
      versionConstraint: use.versionConstraint,
      role: use.role,
    },
    clock: use.clock,
    effect,
    confidence: use.confidence,
    owner,
  };
}

async function loadReferences(tx: Transaction, ids: readonly string[]): Promise<Map<string, Reference>> {
  if (ids.length === 0) return new Map();
  const { id, name, fullPath } = repository;
  const rows = await tx
    .select({ id, name, fullPath })
    .from(repository)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}
