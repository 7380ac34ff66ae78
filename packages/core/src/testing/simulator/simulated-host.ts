import type { Commit } from "@knockon/extract/history/commit";
import {
  type GitHost,
  type History,
  type HistoryPage,
  HostRefusedError,
  RepositoryUnreadableError,
} from "../../ports/git-host.ts";
import type { Random } from "../random.ts";
import { toListed, toSnapshot } from "../scripted-org.ts";
import type { SimulatedOrg } from "./world.ts";

/** Returns the host of one org. Its cursors are platform IDs, and it has all former commits. */
export function simulatedGitHost(org: SimulatedOrg | undefined, url: string): GitHost {
  if (!org) throw new HostRefusedError(`${url} does not exist.`);
  return {
    changes: null,
    async identify() {
      return { platformId: url };
    },
    async listRepositories(cursor) {
      const rest = org.repositories.filter((one) => one.isThere && one.platformId > (cursor ?? ""));
      const repositories = rest.slice(0, org.pageSize).map(toListed);
      const nextCursor = rest.length > org.pageSize ? (repositories.at(-1)?.platformId ?? null) : null;
      return { repositories, nextCursor, incomplete: null };
    },
    async findRepositories(platformIds) {
      return org.repositories
        .filter((one) => one.isThere && platformIds.includes(one.platformId))
        .map(toListed);
    },
    async openSnapshot({ platformId }, commitSha) {
      const repository = org.repositories.find((one) => one.platformId === platformId);
      const files = repository?.commits.get(commitSha);
      if (!repository?.isThere || !files) throw new RepositoryUnreadableError("The commit does not exist.");
      return toSnapshot(files);
    },
    async openHistory({ platformId }, commitSha, { since, cursor }) {
      const repository = org.repositories.find((one) => one.platformId === platformId);
      const history = repository?.histories.get(commitSha);
      if (!repository?.isThere || !history) throw new RepositoryUnreadableError("The commit does not exist.");
      return openSimulatedHistory(history, repository.histories.get(since ?? ""), cursor);
    },
  };
}

const FORCE_PUSH_PROBABILITY = 0.15;
const DAY_SECONDS = 24 * 60 * 60;
const BEGINNING = Date.UTC(2020, 0, 1) / 1000;
/** Few enough that most histories have several pages. */
const COMMITS_PER_PAGE = 2;

/** Three people, one of them with three signatures, and a bot. */
const SIGNATURES = [
  { name: "Jane Doe", email: "jane@acme.test" },
  { name: "Jane Doe", email: "jane@home.test" },
  { name: "jane", email: "jane@acme.test" },
  { name: "Joe Bloggs", email: "joe@acme.test" },
  { name: "Ann Other", email: "ann@acme.test" },
  { name: "renovate[bot]", email: "bot@renovateapp.com" },
];

/** Returns the history after a push, which adds commits and may be forced. */
export function pushedHistory(random: Random, former: readonly Commit[]): Commit[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const kept = random() < FORCE_PUSH_PROBABILITY ? former.slice(0, below(former.length)) : former;
  const history = [...kept];
  for (let count = 1 + below(4); count > 0; count -= 1) {
    const authors = Array.from({ length: 1 + below(2) }, () => SIGNATURES[below(SIGNATURES.length)]);
    const committedAt = (history.at(-1)?.committedAt ?? BEGINNING) + (1 + below(30)) * DAY_SECONDS;
    history.push({ authors: authors.filter((one) => one !== undefined), committedAt, subject: "Change" });
  }
  return history;
}

/** Opens a history after its known part, or from the start if the known part was rewritten. */
export function openSimulatedHistory(
  history: readonly Commit[],
  known: readonly Commit[] | undefined,
  cursor: string | null,
): History {
  const isContinued = known?.every((commit, at) => commit === history[at]) ?? false;
  const from = Number(cursor ?? (isContinued ? known?.length : 0));
  return { isContinued, pages: pagesOf(history, from) };
}

/** A cursor is the number of commits returned so far. */
async function* pagesOf(history: readonly Commit[], from: number): AsyncGenerator<HistoryPage> {
  for (let start = from; start < history.length; start += COMMITS_PER_PAGE) {
    const end = start + COMMITS_PER_PAGE;
    yield { commits: history.slice(start, end), cursor: end < history.length ? String(end) : null };
  }
}
