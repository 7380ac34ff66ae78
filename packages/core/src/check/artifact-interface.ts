import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { extraction } from "@knockon/db/schema/extraction.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { usesByMember } from "@knockon/graph/interface/member-uses";
import { currentPeers } from "@knockon/graph/interface/peers";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { eq, inArray, sql } from "drizzle-orm";
import { getArtifactRow } from "../artifact/artifacts.ts";
import type { Context } from "../context.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";
import { loadPeers, loadUses, withUsedScope } from "./uses.ts";

interface InterfaceQuery {
  artifactId: string;
  include?: "consumers" | undefined;
}

/** Returns what an artifact offers as of the last scan, and who uses it on request. Throws NotFoundError. */
export function getArtifactInterface(ctx: Context, { artifactId, include }: InterfaceQuery) {
  return inWorkspace(ctx, async (tx) => {
    const { artifactType, name, sourceRepositoryId } = await getArtifactRow(tx, artifactId);
    const interfaces = sourceRepositoryId === null ? [] : await loadInterfaces(tx, [sourceRepositoryId]);
    const found = interfaces.find(({ scope }) => scope === `${artifactType}:${name}`);
    const shown = {
      artifactType,
      name,
      file: found?.file ?? null,
      line: found?.line ?? null,
      members: found?.members ?? [],
      open: found?.open ?? {},
      strict: found?.strict ?? [],
    };
    if (include === undefined) return shown;
    return { ...shown, ...(await loadConsumers(ctx, tx, found, interfaces)) };
  });
}

/** The repositories that are listed for a name. Others are only counted. */
const LISTED_CONSUMERS = 10;

/** Returns the members of an interface with the repositories that use them. */
async function loadConsumers(
  ctx: Context,
  tx: Transaction,
  found: StoredInterface | undefined,
  interfaces: readonly StoredInterface[],
) {
  if (!found) return { members: [], openConsumersTotal: 0 };
  const uses = await loadUses(tx, eq(dependency.targetRepositoryId, found.repositoryId), FAN_IN_FLOOR);
  const scoped = uses
    .map((use) => withUsedScope(use, interfaces))
    .filter(({ scope }) => scope === found.scope);
  const { byMember, open } = usesByMember(found, await loadPeers(tx, scoped, currentPeers([found])));
  const names = await loadAnswerNames(ctx, tx, () => [
    found.repositoryId,
    ...scoped.map(({ consumer }) => consumer.id),
  ]);
  const members = found.members.map((each) => {
    const lines = byMember.get(each);
    if (!lines) return each;
    const byRepository = Map.groupBy(lines, ({ use }) => use.consumer.id);
    const consumers = [...byRepository.values()]
      .flatMap(([first]) =>
        first ? [{ repository: first.use.consumer, file: first.file, line: first.line }] : [],
      )
      .filter(({ repository: { id } }) => names?.mayName(found.repositoryId, id) ?? true)
      .toSorted((a, b) => compareOrdinal(a.repository.fullPath, b.repository.fullPath))
      .slice(0, LISTED_CONSUMERS);
    return { ...each, consumersTotal: byRepository.size, consumers };
  });
  return { members, openConsumersTotal: new Set(open.map(({ consumer }) => consumer.id)).size };
}

interface StoredInterface extends ArtifactInterface {
  repositoryId: string;
}

/** Returns the interfaces of all artifacts of some repositories. */
export async function loadInterfaces(
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<StoredInterface[]> {
  if (repositoryIds.length === 0) return [];
  const rows = await tx
    .select({
      repositoryId: producer.repositoryId,
      interfaces: sql<ArtifactInterface[]>`coalesce(${extraction.content} -> 'interfaces', '[]')`,
    })
    .from(producer)
    .innerJoin(extraction, eq(extraction.id, producer.extractionId))
    .where(inArray(producer.repositoryId, [...repositoryIds]));
  return rows.flatMap(({ repositoryId, interfaces }) => interfaces.map((one) => ({ ...one, repositoryId })));
}
