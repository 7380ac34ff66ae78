import type { Commit } from "@knockon/extract/history/commit";
import type { History, HistoryPage } from "../../ports/git-host.ts";
import type { Random } from "../random.ts";

const REWRITTEN = 0.15;
const DAY_SECONDS = 24 * 60 * 60;
const BEGINNING = Date.UTC(2020, 0, 1) / 1000;
/** So few that most histories take several. */
const COMMITS_PER_PAGE = 2;

/** Three people, of whom one signs in three ways, and a bot. */
const SIGNATURES = [
  { name: "Jane Doe", email: "jane@acme.test" },
  { name: "Jane Doe", email: "jane@home.test" },
  { name: "jane", email: "jane@acme.test" },
  { name: "Joe Bloggs", email: "joe@acme.test" },
  { name: "Ann Other", email: "ann@acme.test" },
  { name: "renovate[bot]", email: "bot@renovateapp.com" },
];

/** A history after a push: the former one and some commits, unless the push was forced. */
export function pushedHistory(random: Random, former: readonly Commit[]): Commit[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const kept = random() < REWRITTEN ? former.slice(0, below(former.length)) : former;
  const history = [...kept];
  for (let count = 1 + below(4); count > 0; count -= 1) {
    const authors = Array.from({ length: 1 + below(2) }, () => SIGNATURES[below(SIGNATURES.length)]);
    const committedAt = (history.at(-1)?.committedAt ?? BEGINNING) + (1 + below(30)) * DAY_SECONDS;
    history.push({ authors: authors.filter((one) => one !== undefined), committedAt });
  }
  return history;
}

/** Of a history whose known part, if any, still is its beginning, only what came since. */
export function openSimulatedHistory(
  history: readonly Commit[],
  known: readonly Commit[] | undefined,
  cursor: string | null,
): History {
  const isContinued = known?.every((commit, at) => commit === history[at]) ?? false;
  const from = Number(cursor ?? (isContinued ? known?.length : 0));
  return { isContinued, pages: pagesOf(history, from) };
}

/** Cursors count the commits that were given. */
async function* pagesOf(history: readonly Commit[], from: number): AsyncGenerator<HistoryPage> {
  for (let start = from; start < history.length; start += COMMITS_PER_PAGE) {
    const end = start + COMMITS_PER_PAGE;
    yield { commits: history.slice(start, end), cursor: end < history.length ? String(end) : null };
  }
}
