import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { repositoryFigures } from "@knockon/graph/repository-figures";
import { and, asc, countDistinct, desc, eq, gte, ilike, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { loadReleasesOfUses } from "../impact/releases.ts";
import { findSummaries } from "../ownership/get-ownership.ts";
import { loadRepositoryOwners } from "../ownership/line-owners.ts";
import { containing, orderBy, type Page, type Sort } from "../page.ts";
import { isForeign } from "./declarations.ts";
import { loadArchived } from "./load-archived.ts";
import {
  getRepositoryRow,
  isPresent,
  lastScannedAt,
  presentRepository,
  repositoryColumns,
} from "./repository-row.ts";

/** Throws NotFoundError. */
export function getRepository(ctx: Context, input: { repositoryId: string }) {
  return inWorkspace(ctx, async (tx) => presentRepository(await getRepositoryRow(tx, input.repositoryId)));
}

type Figure =
  | "dependent_repositories_total"
  | "dependency_repositories_total"
  | "next_run_repositories_total"
  | "change_risk"
  | "main_dependency_type";
export type RepositorySort = Figure | "full_path" | "bus_factor" | "last_activity_at" | "last_scanned_at";

interface Filter {
  q?: string | undefined;
  connectedOrgId?: string | undefined;
  archived?: boolean | undefined;
  /** Orders archived repositories after the others. */
  archivedLast?: boolean | undefined;
  /** Whether the repository changed since its last scan. */
  stale?: boolean | undefined;
  /** Adds figures of the graph. */
  include?: "figures" | undefined;
  sort?: Sort<RepositorySort> | undefined;
}

/** Returns repositories, by default ordered by full path. Throws NotFoundError for an unknown org. */
export function listRepositories(
  ctx: Context,
  { q, connectedOrgId, archived, archivedLast, stale, include, sort, limit, offset }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    if (connectedOrgId !== undefined) await getOrgRow(tx, connectedOrgId);
    const needsGraph = include !== undefined || (sort !== undefined && sort.replace(/^-/u, "") in FIGURES);
    const figures = needsGraph ? await loadGraphFigures(ctx, tx) : NO_FIGURES;
    const isStale = sql`${repository.lastActivityAt} > ${lastScannedAt}`;
    const where = and(
      isPresent,
      q === undefined ? undefined : ilike(repository.fullPath, containing(q)),
      connectedOrgId === undefined ? undefined : eq(repository.connectedOrgId, connectedOrgId),
      archived === undefined ? undefined : eq(repository.archived, archived),
      stale === undefined ? undefined : sql`(${isStale}) is ${stale ? sql`true` : sql`not true`}`,
    );
    const total = await tx.$count(repository, where);
    const rows = await tx
      .select(repositoryColumns)
      .from(repository)
      .where(where)
      .orderBy(
        ...(archivedLast === true ? [asc(repository.archived)] : []),
        ...orderBy(sort, sortColumns(ctx, figures, sort), asc(repository.fullPath), asc(repository.id)),
      )
      .limit(limit)
      .offset(offset);
    const figuresOf =
      include &&
      (await loadFigures(
        ctx,
        tx,
        figures,
        rows.map(({ id }) => id),
      ));
    const body = rows.map((row) => ({ ...presentRepository(row), figures: figuresOf?.(row.id) }));
    return { total, body };
  });
}

const NO_FIGURES: Figures = new Map();

/** Loads the figures, owners and bus factors of some repositories. */
async function loadFigures(ctx: Context, tx: Transaction, figures: Figures, ids: readonly string[]) {
  const ownerOf = await loadRepositoryOwners(ctx, tx, ids);
  const summaries = await findSummaries(ctx, tx, ids);
  return (id: string) => ({
    dependentRepositoriesTotal: figures.get(id)?.dependents ?? 0,
    dependencyRepositoriesTotal: figures.get(id)?.dependencies ?? 0,
    nextRunRepositoriesTotal: figures.get(id)?.nextRun ?? 0,
    mayNextRunRepositoriesTotal: figures.get(id)?.nextRunMay ?? 0,
    mainDependencyType: figures.get(id)?.mainType ?? null,
    owner: ownerOf(id),
    busFactor: summaries.get(id)?.busFactor ?? null,
  });
}

/** The figures of all repositories, with the releases by which an impact decides its clocks. */
async function loadGraphFigures(ctx: Context, tx: Transaction): Promise<Figures> {
  const graph = await loadGraph(ctx, tx);
  const producers = [...new Set(graph.uses.target)].map((node) => graph.nodes[node] ?? "");
  const archived = await loadArchived(tx);
  return repositoryFigures(graph, await loadReleasesOfUses(tx, graph, producers), (id) => archived.has(id));
}

type Figures = ReturnType<typeof repositoryFigures>;
type FiguresOfOne = Parameters<Parameters<Figures["forEach"]>[0]>[0];

const FIGURES: Record<Figure, (figures: FiguresOfOne) => number | string | null> = {
  dependent_repositories_total: ({ dependents }) => dependents,
  dependency_repositories_total: ({ dependencies }) => dependencies,
  next_run_repositories_total: ({ nextRun }) => nextRun,
  // Those with as many on the next run are ordered by dependents.
  change_risk: ({ dependents, nextRun, nextRunMay }) => nextRun - nextRunMay / 2 + dependents * 1e-6,
  main_dependency_type: ({ mainType }) => mainType,
};

/** Returns the columns to sort by. Figures are in the graph rather than in the database, so the query gets the requested one. */
function sortColumns(
  { settings }: Context,
  figures: Figures,
  sort: Sort<RepositorySort> | undefined,
): Record<RepositorySort, SQLWrapper> {
  const requested = sort?.replace(/^-/u, "");
  const figure = (name: Figure, type: SQL): SQL => {
    if (name !== requested) return sql`null`;
    const known = [...figures].flatMap(([id, one]): [string, number | string][] => {
      const value = FIGURES[name](one);
      return value === null ? [] : [[id, value]];
    });
    const [ids, values] = [known.map(([id]) => id), known.map(([, value]) => value)];
    return sql`(select figure.value from unnest(${sql.param(ids)}::uuid[], ${sql.param(values)}::${type}[])
      as figure (id, value) where figure.id = ${repository.id})`;
  };
  const count = (name: Figure): SQL => sql`coalesce(${figure(name, sql`float8`)}, 0)`;
  return {
    full_path: repository.fullPath,
    dependent_repositories_total: count("dependent_repositories_total"),
    dependency_repositories_total: count("dependency_repositories_total"),
    next_run_repositories_total: count("next_run_repositories_total"),
    change_risk: count("change_risk"),
    main_dependency_type: figure("main_dependency_type", sql`text`),
    bus_factor:
      settings.ownership === "off"
        ? sql`null::int`
        : sql`(select ${ownership.busFactor} from ${ownership}
            where ${ownership.repositoryId} = ${repository.id} and ${ownership.computedAt} is not null)`,
    last_activity_at: repository.lastActivityAt,
    last_scanned_at: lastScannedAt,
  };
}

/** Returns the org's repository with the most dependents, or undefined if none has any. */
export function findMostDependedOn(ctx: Context, { connectedOrgId }: { connectedOrgId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx
      .select({ id: repository.id, fullPath: repository.fullPath })
      .from(dependency)
      .innerJoin(repository, eq(repository.id, dependency.targetRepositoryId))
      .where(
        and(
          eq(repository.connectedOrgId, connectedOrgId),
          isPresent,
          isForeign,
          gte(dependency.confidence, FAN_IN_FLOOR),
        ),
      )
      .groupBy(repository.id, repository.fullPath)
      .orderBy(desc(countDistinct(dependency.sourceRepositoryId)), asc(repository.fullPath))
      .limit(1);
    return row;
  });
}
