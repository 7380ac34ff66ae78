import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/ownership.test.ts";
const CORE = "core/src/ownership/ownership.test.ts";
const OWNERSHIP_OF = "extract/src/history/ownership.test.ts";
const PEOPLE = "extract/src/history/people.test.ts";
const KIND = "extract/src/history/kind-of.test.ts";
const RISK = "graph/src/risk.test.ts";

export const OWNERSHIP: Part = {
  title: "Ownership",
  rows: [
    {
      says: "The fields of the record",
      test: `${SERVICE} > GET /repositories/{id}/ownership > tells the bus factor, the shares and the people, by pages of people`,
    },
    {
      says: "limit and offset page the contributors, X-Total-Count = human contributors",
      test: `${SERVICE} > GET /repositories/{id}/ownership > tells the bus factor, the shares and the people, by pages of people`,
    },
    {
      says: "bus_factor: the smallest number of human authors who together hold half of the commits",
      test: `${OWNERSHIP_OF} > the bus factor > of %j commits is %d`,
    },
    {
      says: "Each commit is weighted by age, half-life 365 days, relative to the newest",
      test: [
        `${OWNERSHIP_OF} > a commit that is 365 days older counts half`,
        `${CORE} > a scan > does not change the numbers of what has not changed, a year later`,
      ],
    },
    {
      says: "bus_factor 0 = no human commit",
      test: `${OWNERSHIP_OF} > the bus factor > of %j commits is %d`,
    },
    {
      says: "top_author_share ≥ 0.5 exactly when bus_factor = 1",
      test: `${OWNERSHIP_OF} > the bus factor > is 1 exactly when the top author's share is a half or more`,
    },
    {
      says: "commit_count is the plain count",
      test: `${PEOPLE} > a commit of several > counts for each of them, and is shared as work`,
    },
    {
      says: "1000, 202, 90, 33, 332, 343, 42, 433 commits of equal age give 2",
      test: `${OWNERSHIP_OF} > the bus factor > of the contributor-absence example is 2`,
    },
    {
      says: ".mailmap is honored",
      test: [
        `${PEOPLE} > one person > is whom the mailmap says, and is called so`,
        `${SERVICE} > GET /repositories/{id}/ownership > knows the mailmap and the teams`,
      ],
    },
    {
      says: "One person = same e-mail (lower case, noreply prefix stripped) or same full name",
      test: [`${PEOPLE} > one person > is %s`, `${PEOPLE} > one person > is not %s`],
    },
    {
      says: "Bots are removed, AI agents are not human",
      test: [
        `${KIND} > a bot or an agent > is %s`,
        `${KIND} > a dependency bot > is %s`,
        `${KIND} > a human > is %s`,
      ],
    },
    {
      says: "Co-author trailers share a commit",
      test: `${PEOPLE} > a commit of several > counts for each of them, and is shared as work`,
    },
    { says: "A name that is an e-mail is redacted", test: `${PEOPLE} > a name that may be shown > %j is %j` },
    {
      says: "Identities are kept as HMACs under a per-workspace key, never as addresses",
      test: [
        `${SERVICE} > addresses of authors, co-authors, mailmap and CODEOWNERS > are nowhere in the database`,
        `${CORE} > what is kept > knows a person by other pseudonyms in every workspace, and by others once the key is lost`,
      ],
    },
    {
      says: "Risk feed: fan-in ≥ max(5, the 75th percentile over unarchived repositories), 1 ≤ bus_factor ≤ 2",
      test: [
        `${SERVICE} > GET /connected-orgs/{id}/ownership-risk > is what SQL says, with each override and both`,
        `${RISK} > the risk feed > asks for more where a quarter of the org has more`,
      ],
    },
    {
      says: "min_dependents and max_bus_factor each replace their own default",
      test: `${SERVICE} > GET /connected-orgs/{id}/ownership-risk > is what SQL says, with each override and both`,
    },
    {
      says: "Risk feed order: risk_score desc, top_author_share desc, repository id",
      test: [
        `${RISK} > the risk feed > puts the greater share first among equals, then the lesser id`,
        `${SERVICE} > GET /connected-orgs/{id}/ownership-risk > is what SQL says, with each override and both`,
      ],
    },
    {
      says: "The fields of a risk item",
      test: `${SERVICE} > GET /connected-orgs/{id}/ownership-risk > counts as the graph and the dependents do, and shows the terms of the score`,
    },
    {
      says: "risk_score = round(100 · min(1, ln(1+D)/ln 101) / bus_factor, 1)",
      test: `${RISK} > the risk score > of %d dependents and a bus factor of %d is %d`,
    },
    {
      says: "D = distinct direct dependent repositories at confidence ≥ 0.4",
      test: `${SERVICE} > GET /connected-orgs/{id}/ownership-risk > counts as the graph and the dependents do, and shows the terms of the score`,
    },
  ],
};
