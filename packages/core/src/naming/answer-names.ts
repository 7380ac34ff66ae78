import type { Unnamed } from "@knockon/contract/resources/unnamed";
import type { NamingRule } from "@knockon/contract/vocabulary/check";
import type { Camel } from "@knockon/contract/wire";
import { prepared, type Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { mayName, type Readers } from "./readers.ts";

/** Which repositories an answer may name. */
export interface AnswerNames {
  /** Whether an answer about a repository may name another one. See `Readers` for null. */
  mayName: (aboutId: string | null, otherId: string) => boolean;
  /** Describes repositories that the answer only counts. */
  describe: (repositories: number) => Camel<typeof Unnamed>;
}

/**
 * Loads which of some repositories the answer of this request may name. Returns undefined if it may name all: on a page of the
 * application, or if the workspace applies its naming rule only to pull requests. Then it does not ask for the IDs.
 */
export async function loadAnswerNames(
  ctx: Context,
  tx: Transaction,
  ids: () => Iterable<string | null> | Promise<Iterable<string | null>>,
): Promise<AnswerNames | undefined> {
  if (ctx.actor.type !== "key" && ctx.leavesApplication !== true) return undefined;
  const [settings] = await selectSettings(tx, { workspaceId: ctx.workspaceId });
  if (settings?.scope !== "answers" || settings.rule === "all") return undefined;
  const { rule } = settings;
  const wanted = await ids();
  const visibilityOf = rule === "counts" ? () => null : await loadVisibilities(tx, wanted);
  return {
    mayName: (repositoryId, otherId) => mayName({ rule, repositoryId, visibilityOf }, otherId),
    describe: (repositories) => ({ repositories, lessVisible: isByVisibility(rule) }),
  };
}

/** Whether the repositories that the rule hides are less visible than the one of the text. */
export const isByVisibility = (rule: NamingRule): boolean => rule === "same_visibility";

const selectSettings = prepared("naming settings", (tx) =>
  tx
    .select({ rule: workspace.namingRule, scope: workspace.namingScope })
    .from(workspace)
    .where(eq(workspace.id, sql.placeholder("workspaceId"))),
);

/** Loads the visibility of repositories. Those that do not exist count as private. */
export async function loadVisibilities(
  tx: Transaction,
  ids: Iterable<string | null>,
): Promise<Readers["visibilityOf"]> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const rows = await tx
    .select({ id: repository.id, visibility: repository.visibility })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param(wanted)}::uuid[])`);
  const byId = new Map(rows.map(({ id, visibility }) => [id, visibility]));
  return (id) => byId.get(id);
}
