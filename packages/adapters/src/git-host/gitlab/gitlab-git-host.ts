import {
  HostRefusedError,
  RepositoryUnreadableError,
  type GitHost,
  type ListedRepository,
  type ListingPage,
} from "@knockon/core/ports/git-host";
import { archiveSnapshot } from "../archive/archive-snapshot.ts";
import { readJson } from "../http/read-response.ts";
import { gitLabChangeHost } from "./change-host.ts";
import { Branch, Group, Heads, Projects, Project, Tags } from "./responses.ts";
import { nextQuery, type GitLabClient } from "./gitlab-client.ts";
import { openHistory } from "./history.ts";
import { hostedCommit } from "./hosted-commit.ts";

const PAGE_SIZE = 100;
/** Maximum number of concurrent requests for single projects. */
const CONCURRENCY = 8;

/** The REST listing has no head commits. */
const HEADS = `query ($ids: [ID!]!) {
  projects(ids: $ids, first: 100) { nodes { id repository { tree { lastCommit { sha } } } } }
}`;

/** A GitLab group with its subgroups as a host. Repositories are identified by project ID. */
export const gitLabGitHost = (client: GitLabClient): GitHost => ({
  changes: gitLabChangeHost(client),
  async identify() {
    const { id } = await readJson(client.group.host, await getGroup(client, "?with_projects=false"), Group);
    return { platformId: String(id) };
  },
  listRepositories: (cursor) => listRepositories(client, cursor),
  async findRepositories(platformIds) {
    const projects = await mapConcurrently(platformIds, (id) => findProject(client, id));
    const prefix = `${client.group.path}/`.toLowerCase();
    return describe(
      client,
      projects.flatMap((project) =>
        project?.path_with_namespace.toLowerCase().startsWith(prefix) ? [project] : [],
      ),
    );
  },
  async openSnapshot({ platformId }, commitSha) {
    return archiveSnapshot(hostedCommit(client, platformId, commitSha));
  },
  openHistory: ({ platformId }, commitSha, start) => openHistory(client, platformId, commitSha, start),
});

/** The cursor is the query string of the next page. */
async function listRepositories(client: GitLabClient, cursor: string | null): Promise<ListingPage> {
  const first = new URLSearchParams({
    include_subgroups: "true",
    with_shared: "false",
    order_by: "id",
    sort: "asc",
    per_page: String(PAGE_SIZE),
    pagination: "keyset",
  });
  const response = await getGroup(client, `/projects?${cursor ?? first.toString()}`);
  const projects = await readJson(client.group.host, response, Projects);
  return {
    repositories: await describe(client, projects),
    nextCursor: nextQuery(response.headers["link"]),
    incomplete: null,
  };
}

async function getGroup(client: GitLabClient, rest: string) {
  const { host, path } = client.group;
  try {
    return await client.get(`/groups/${encodeURIComponent(path)}${rest}`);
  } catch (error) {
    if (!(error instanceof HostRefusedError) || error.constructor !== HostRefusedError) throw error;
    throw new HostRefusedError(`${host} has no group ${path} that the credential can access.`);
  }
}

/** Returns undefined if the project was deleted or is not accessible. */
async function findProject(client: GitLabClient, id: string): Promise<Project | undefined> {
  try {
    const response = await client.ofProject(`/projects/${encodeURIComponent(id)}`);
    return await readJson(client.group.host, response, Project);
  } catch (error) {
    if (error instanceof RepositoryUnreadableError) return undefined;
    throw error;
  }
}

async function describe(client: GitLabClient, projects: readonly Project[]): Promise<ListedRepository[]> {
  const known = await findHeads(client, projects);
  const heads = await mapConcurrently(
    projects,
    (project) => known.get(globalId(project)) ?? findHead(client, project),
  );
  const tags = await mapConcurrently(projects, (project) =>
    project.empty_repo ? [] : listTags(client, project),
  );
  return projects.map((project, index) => ({
    platformId: String(project.id),
    name: project.path,
    fullPath: project.path_with_namespace,
    cloneUrl: project.http_url_to_repo,
    defaultBranch: project.default_branch ?? null,
    archived: project.archived ?? false,
    isFork: project.forked_from_project != null,
    visibility: project.visibility ?? null,
    lastActivityAt: project.last_activity_at ? new Date(project.last_activity_at) : null,
    headCommitSha: heads[index] ?? null,
    tags: tags[index] ?? [],
  }));
}

const globalId = ({ id }: Project): string => `gid://gitlab/Project/${id}`;

/** Fetches 100 projects per request. Omits projects that GraphQL does not return. */
async function findHeads(client: GitLabClient, projects: readonly Project[]): Promise<Map<string, string>> {
  const heads = new Map<string, string>();
  for (let start = 0; start < projects.length; start += PAGE_SIZE) {
    const ids = projects.slice(start, start + PAGE_SIZE).map(globalId);
    const { data } = await readJson(client.group.host, await client.graphql(HEADS, { ids }), Heads);
    for (const node of data?.projects.nodes ?? []) {
      const sha = node?.repository?.tree?.lastCommit?.sha;
      if (node && sha !== undefined) heads.set(node.id, sha);
    }
  }
  return heads;
}

/** Returns null for an empty project, or one whose code is not accessible. */
async function findHead(client: GitLabClient, project: Project): Promise<string | null> {
  const { id, default_branch: branch } = project;
  if (project.empty_repo || !branch) return null;
  try {
    const path = `/projects/${id}/repository/branches/${encodeURIComponent(branch)}`;
    return (await readJson(client.group.host, await client.ofProject(path), Branch)).commit.id;
  } catch (error) {
    if (error instanceof RepositoryUnreadableError) return null;
    throw error;
  }
}

/** Returns the newest tags, which suffice to find the latest version. Returns none if the repository is not accessible. */
async function listTags(client: GitLabClient, { id }: Project): Promise<string[]> {
  try {
    const path = `/projects/${id}/repository/tags?order_by=updated&sort=desc&per_page=${PAGE_SIZE}`;
    const tags = await readJson(client.group.host, await client.ofProject(path), Tags);
    return tags.map(({ name }) => name);
  } catch (error) {
    if (error instanceof RepositoryUnreadableError) return [];
    throw error;
  }
}

/** Maps with limited concurrency. Results are in the order of the items. */
async function mapConcurrently<T, R>(items: readonly T[], map: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(map))));
  }
  return results;
}
