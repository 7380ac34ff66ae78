import type { Transaction } from "@knockon/db/database";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { UnnamedAffected } from "@knockon/contract/resources/unnamed";
import type { Camel } from "@knockon/contract/wire";
import type { Impact } from "@knockon/graph/impact/impact";
import type { Context } from "../context.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";

/** What an impact is about: its root, or one of the repositories that it affects. */
interface Subject {
  rootId: string;
  affectedId: string | undefined;
}

/** Returns which repositories of an impact the answer may name, and counts the others. Undefined if it may name all. */
export async function nameAffected(
  ctx: Context,
  tx: Transaction,
  { affected }: Impact,
  { rootId, affectedId }: Subject,
): Promise<{ isNamed: (id: string) => boolean; unnamed: Camel<typeof UnnamedAffected> } | undefined> {
  const all = affected.map(({ repositoryId }) => repositoryId);
  const names = await loadAnswerNames(ctx, tx, () => [rootId, ...all]);
  if (!names) return undefined;
  // An answer about one of the affected repositories tells nothing about those that are not on its path.
  const path = affected.find((one) => one.repositoryId === affectedId)?.path;
  const concerned = new Set(affectedId === undefined ? all : path?.map(({ source }) => source));
  const isNamed = (id: string): boolean =>
    id === rootId || (concerned.has(id) && names.mayName(affectedId ?? rootId, id));
  const unnamed = affected.filter(({ repositoryId: id }) => concerned.has(id) && !isNamed(id));
  const count = (clock: Clock): number => unnamed.filter((one) => one.clock === clock).length;
  const byClock = {
    next_run: count("next_run"),
    next_update: count("next_update"),
    bump: count("bump"),
    unknown: count("unknown"),
  };
  return { isNamed, unnamed: { ...names.describe(unnamed.length), byClock } };
}
