import type { Part, Row } from "../row.ts";

const notBuilt = (says: string): Row => ({ says, notBuilt: "ownership" });

export const OWNERSHIP: Part = {
  title: "Ownership",
  rows: [
    "The fields of the record",
    "limit and offset page the contributors, X-Total-Count = human contributors",
    "bus_factor: the smallest number of human authors who together hold half of the commits",
    "Each commit is weighted by age, half-life 365 days, relative to the newest",
    "bus_factor 0 = no human commit",
    "top_author_share ≥ 0.5 exactly when bus_factor = 1",
    "commit_count is the plain count",
    "1000, 202, 90, 33, 332, 343, 42, 433 commits of equal age give 2",
    ".mailmap is honoured",
    "One person = same e-mail (lower case, noreply prefix stripped) or same full name",
    "Bots are removed, AI agents are not human",
    "Co-author trailers share a commit",
    "A name that is an e-mail is redacted",
    "Identities are kept as HMACs under a per-workspace key, never as addresses",
    "Risk feed: fan-in ≥ max(5, the 75th percentile over unarchived repositories), 1 ≤ bus_factor ≤ 2",
    "min_dependents and max_bus_factor each replace their own default",
    "Risk feed order: risk_score desc, top_author_share desc, repository id",
    "The fields of a risk item",
    "risk_score = round(100 · min(1, ln(1+D)/ln 101) / bus_factor, 1)",
    "D = distinct direct dependent repositories at confidence ≥ 0.4",
  ].map(notBuilt),
};
