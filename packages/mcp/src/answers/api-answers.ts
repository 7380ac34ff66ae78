import { ApiError, createClient, createPageClient, type ClientOptions } from "@knockon/contract/client";
import { getArtifactInterface, listArtifactConsumers } from "@knockon/contract/operations/artifact";
import { checkChange } from "@knockon/contract/operations/check";
import {
  getGraph,
  listArtifacts,
  listConnectedOrgs,
  listProblems,
  listUnresolvedDeclarations,
} from "@knockon/contract/operations/connected-org";
import {
  getImpact,
  getRepositoryContext,
  listDependencies,
  listDependents,
  listRepositories,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { listScans } from "@knockon/contract/operations/scan";
import { getWorkspace } from "@knockon/contract/operations/workspace";
import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { RepositoryReference } from "@knockon/contract/resources/fields";
import type { Scan } from "@knockon/contract/resources/scan";
import { DEPENDENCY_ROLES } from "@knockon/contract/vocabulary/role";
import * as z from "zod";
import {
  MAX_NAMES,
  type Answers,
  type KnownArtifact,
  type KnownGraph,
  type KnownUnresolved,
} from "./answers.ts";

/** Maximum page size of the API. */
const PAGE = 500;

export interface ApiOptions extends ClientOptions {
  /** URL of the web application. By default, the URL of the service. */
  appUrl?: string;
}

/** Asks a Knockon service, with the rights of the credential. */
export function apiAnswers({ appUrl, ...options }: ApiOptions): Answers {
  const call = createClient(options);
  const callPage = createPageClient(options);

  const listOrgs = () => call(listConnectedOrgs, { query: { limit: PAGE } });

  /** Returns the last scan that changed the graph. */
  async function lastScan({ id, last_scan: last }: ConnectedOrg): Promise<Scan | undefined> {
    if (last === null || isDone(last)) return last ?? undefined;
    const scans = await call(listScans, { params: { connected_org_id: id }, query: { limit: 20 } });
    return scans.find(isDone);
  }

  /** Reads a page of a list that each org has its own part of. */
  async function collectOfOrgs<T>(
    { limit, offset }: { limit: number; offset: number },
    read: (orgId: string, page: { limit: number; offset: number }) => Promise<{ items: T[]; total: number }>,
  ): Promise<{ items: T[]; total: number }> {
    const items: T[] = [];
    let total = 0;
    for (const { id } of await listOrgs()) {
      for (let start = Math.max(0, offset - total); ;) {
        const missing = limit - items.length;
        // The total of an org is needed even if the page is full, and the API has no page without items.
        const found = await read(id, { limit: Math.min(PAGE, Math.max(1, missing)), offset: start });
        items.push(...found.items.slice(0, missing));
        start += found.items.length;
        if (items.length < limit && found.items.length > 0 && start < found.total) continue;
        total += found.total;
        break;
      }
    }
    return { items, total };
  }

  return {
    async describeGraph() {
      const orgs = await listOrgs();
      const scans = await Promise.all(orgs.map(lastScan));
      const [first] = orgs;
      const workspace = first && (await call(getWorkspace, { params: { workspace_id: first.workspace_id } }));
      const base = (appUrl ?? options.baseUrl).replace(/\/$/, "");
      return {
        scanned_at: oldest(scans.map((scan) => scan?.completed_at ?? null)),
        complete: scans.length > 0 && scans.every((scan) => scan?.status === "completed"),
        web: workspace ? `${base}/w/${workspace.slug}` : null,
      };
    },

    async findRepositories(name) {
      const isUrl = /^[\w+.-]+:\/\/|^[\w.-]+@[\w.-]+:/.test(name);
      try {
        return [await call(lookupRepository, { query: isUrl ? { url: name } : { full_path: name } })];
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 409) return Ambiguous.parse(error.body).candidates;
        if (error.status === 404) return [];
        throw error;
      }
    },

    listRepositories: (part) =>
      collect(MAX_NAMES, (offset) =>
        callPage(listRepositories, {
          query: { ...(part !== undefined && { q: part }), limit: PAGE, offset },
        }),
      ),

    listArtifacts: ({ limit, offset, ...filter }) =>
      collectOfOrgs<KnownArtifact>({ limit, offset }, (id, page) =>
        callPage(listArtifacts, { params: { connected_org_id: id }, query: { ...filter, ...page } }),
      ),

    async listConsumers(artifactId) {
      const params = { artifact_id: artifactId };
      try {
        const { consumers, unnamed } = await call(listArtifactConsumers, {
          params,
          query: { limit: PAGE, role: DEPENDENCY_ROLES.join(",") },
        });
        const items = consumers.filter(
          (one, at) => consumers.findIndex(({ repository }) => repository.id === one.repository.id) === at,
        );
        return { items, unnamed };
      } catch (error) {
        if (error instanceof ApiError && error.status === 402) return { items: [] };
        throw error;
      }
    },

    listUnresolved: ({ limit, reason, role, artifact_type }) =>
      collectOfOrgs<KnownUnresolved>({ limit, offset: 0 }, (id, page) =>
        callPage(listUnresolvedDeclarations, {
          params: { connected_org_id: id },
          query: {
            ...page,
            ...(reason !== undefined && { reason }),
            ...(role && { role: role.join(",") }),
            ...(artifact_type !== undefined && { artifact_type }),
          },
        }),
      ),

    async listProblems() {
      const read = (id: string) =>
        collect(Infinity, (offset) =>
          callPage(listProblems, { params: { connected_org_id: id }, query: { limit: PAGE, offset } }),
        );
      return (await Promise.all((await listOrgs()).map(({ id }) => read(id)))).flat();
    },

    async getGraph({ root, ...limits }) {
      const orgs = await listOrgs();
      const graphs = await Promise.all(
        // A rooted graph spans all orgs.
        (root === undefined ? orgs : orgs.slice(0, 1)).map(({ id }) =>
          call(getGraph, {
            params: { connected_org_id: id },
            query: { ...limits, ...(root !== undefined && { root }) },
          }),
        ),
      );
      const nodes = new Map(
        graphs.flatMap((graph) =>
          graph.nodes.map(({ id, label, metadata }) => [
            id,
            { id, name: label, full_path: metadata.full_path },
          ]),
        ),
      );
      const unnamed = graphs[0]?.unnamed;
      return {
        ...(unnamed && { unnamed }),
        nodes: [...nodes.values()].toSorted((a, b) => compareText(a.full_path, b.full_path)),
        edges: graphs
          .flatMap(({ edges }) => edges)
          .map((edge) => ({ edge, key: edgeKey(edge, nodes) }))
          .toSorted((a, b) => compareText(a.key, b.key))
          .map(({ edge }) => edge),
      };
    },

    async listDependents(repositoryId, roles) {
      let unnamed = 0;
      const items = await collect(Infinity, async (offset) => {
        const page = await callPage(listDependents, {
          params: { repository_id: repositoryId },
          query: { limit: PAGE, offset, ...(roles && { role: roles.join(",") }) },
        });
        unnamed = page.unnamed ?? 0;
        return page;
      });
      return { items, unnamed };
    },

    async listProducts(repositoryId) {
      const params = { repository_id: repositoryId };
      return (await call(getRepositoryContext, { params })).artifacts;
    },

    getInterface: (artifactId) =>
      call(getArtifactInterface, { params: { artifact_id: artifactId }, query: {} }),

    async getImpact({ root, role, path, version, affected_id, ...query }) {
      const asked = {
        ...root,
        ...query,
        ...(version !== undefined && { version }),
        ...(affected_id !== undefined && { affected_id }),
        ...(role && { role: role.join(",") }),
        ...(path && { path: [...path] }),
        limit: PAGE,
      };
      const impact = await call(getImpact, { query: asked });
      for (let page = impact.affected; page.length === PAGE;) {
        page = (await call(getImpact, { query: { ...asked, offset: impact.affected.length } })).affected;
        impact.affected.push(...page);
      }
      return impact;
    },

    listDependencies: (repositoryId) =>
      collect(Infinity, (offset) =>
        callPage(listDependencies, {
          params: { repository_id: repositoryId },
          query: { limit: PAGE, offset },
        }),
      ),

    checkChange: (repositoryId, change) =>
      call(checkChange, { query: { repository_id: repositoryId }, body: change }),
  };
}

/** The order of edges must not depend on IDs. */
const edgeKey = (
  { source, target, dependency_type: type, version_constraint: constraint }: KnownGraph["edges"][number],
  nodes: ReadonlyMap<string, RepositoryReference>,
): string => [nodes.get(source)?.full_path, nodes.get(target)?.full_path, type, constraint ?? ""].join("\0");

/** The body of a 409. */
const Ambiguous = z.object({ candidates: z.array(RepositoryReference) });

const isDone = ({ status }: Scan): boolean => status === "completed" || status === "partial";

/** Returns null if one of the times is missing. */
function oldest(times: readonly (string | null)[]): string | null {
  const known = times.filter((time) => time !== null).toSorted(compareText);
  return known.length < times.length ? null : (known[0] ?? null);
}

/** Timestamps of one format are in order of time. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Reads the pages of a list up to a number of items. */
async function collect<T>(
  most: number,
  read: (offset: number) => Promise<{ items: T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { items, total } = await read(all.length);
    all.push(...items);
    if (items.length === 0 || all.length >= Math.min(total, most)) return all.slice(0, most);
  }
}
