import { sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { scriptOrg, toListed } from "../scripted-org.ts";
import { openTestWorkspace } from "../test-workspace.ts";
import type { SimulatedOrg } from "./world.ts";

type Scope = Pick<Context, "database" | "workspaceId">;

/** Returns every declaration and artifact of a workspace, by name. */
export async function publishedBy({ database, workspaceId }: Scope): Promise<string[]> {
  const { rows } = await database.execute<{ published: string }>(sql`
    select concat_ws(' ', source.full_path, source_file, source_line, raw_reference, version_constraint,
      'is', coalesce(target.full_path, 'nowhere')) as published
    from dependency
    join repository source on source.id = source_repository_id
    left join repository target on target.id = target_repository_id
    where dependency.workspace_id = ${workspaceId}
    union all
    select concat_ws(' ', artifact_type, artifact.name, version, 'of', coalesce(source.full_path, 'no repository'))
    from artifact left join repository source on source.id = source_repository_id
    where artifact.workspace_id = ${workspaceId}`);
  return rows.map((row) => row.published).toSorted();
}

/** What was published for orgs without aliases, by their contents. */
const knownResults = new Map<string, Promise<string[]>>();

/**
 * Returns what a new workspace publishes for the same orgs without faults. Aliases are copied, because a new scan cannot know them.
 * Without aliases, the result is computed once for the same contents: schedules of one seed often end in the same world.
 */
export async function publishedUndisturbed(
  disturbed: Scope,
  orgs: readonly SimulatedOrg[],
): Promise<string[]> {
  if ((await aliasesOf(disturbed)).length > 0) return scanUndisturbed(disturbed, orgs);
  const contents = JSON.stringify(
    orgs.map(({ name, repositories }) => [
      name,
      repositories.filter((one) => one.isThere).map((one) => [toListed(one), one.files]),
    ]),
  );
  const known = knownResults.get(contents) ?? scanUndisturbed(disturbed, orgs);
  knownResults.set(contents, known);
  return known;
}

async function scanUndisturbed(disturbed: Scope, orgs: readonly SimulatedOrg[]): Promise<string[]> {
  const fresh = await openTestWorkspace(disturbed.database);
  const orgIds: string[] = [];
  for (const { name, repositories } of orgs) {
    const scripted = { ...scriptOrg({}), repositories: repositories.filter((one) => one.isThere) };
    orgIds.push(await fresh.connect(scripted, name));
  }
  for (const orgId of orgIds) await fresh.scan(orgId);
  if ((await copyAliases(disturbed, fresh.ctx)) > 0) {
    for (const orgId of orgIds) await fresh.scan(orgId, "full");
  }
  return publishedBy(fresh.ctx);
}

async function copyAliases(from: Scope, to: Scope): Promise<number> {
  const { rowCount } = await from.database.execute(sql`
    insert into repository_alias (workspace_id, connected_org_id, lower_path, repository_id)
    select copy.workspace_id, copy.connected_org_id, repository_alias.lower_path, copy.id
    from repository_alias
    join repository original on original.id = repository_alias.repository_id
    join repository copy on copy.platform_id = original.platform_id and copy.workspace_id = ${to.workspaceId}
    where repository_alias.workspace_id = ${from.workspaceId}`);
  return rowCount ?? 0;
}

/** Returns aliases with the platform IDs of their repositories. */
export async function aliasesOf({ database, workspaceId }: Scope) {
  const { rows } = await database.execute<{ path: string; platform_id: string }>(sql`
    select repository_alias.lower_path as path, platform_id
    from repository_alias join repository on repository.id = repository_id
    where repository_alias.workspace_id = ${workspaceId}`);
  return rows.map(({ path, platform_id: platformId }) => ({ path, platformId }));
}
