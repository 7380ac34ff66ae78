import type { Row } from "../row.ts";

const LOOKUP = "acceptance/src/service/lookup.test.ts";
const GRAPH = "acceptance/src/service/graph.test.ts";
const EVIDENCE = "acceptance/src/service/evidence.test.ts";
const FIELDS =
  "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types";
const COUNT = "acceptance/src/service/one-count.test.ts > one count everywhere";
const DEPENDENTS = "acceptance/src/service/dependents.test.ts";
const BARE = "acceptance/src/service/every-response.test.ts > bare paths";

/** Repositories and graph, and other operations. */
export const REPOSITORIES: readonly Row[] = [
  {
    says: "GET /repositories/lookup: exactly one of url and full_path; url is not named clone_url",
    test: `${LOOKUP} > 400 > for the query %j`,
  },
  {
    says: "Lookup: url is https or ssh, with or without .git",
    test: [
      `${LOOKUP} > GET /repositories/lookup by url > finds the repository in the form https://github.com/acme/api.git`,
      `${LOOKUP} > GET /repositories/lookup by url > finds the repository in the form ssh://git@github.com/acme/api`,
    ],
  },
  {
    says: "Lookup: full_path is the org/repo path, case-insensitive",
    test: `${LOOKUP} > GET /repositories/lookup by full_path > compares without case`,
  },
  {
    says: "Lookup: a normalized clone_url match first",
    test: `${LOOKUP} > GET /repositories/lookup by url > matches the clone URL before the path: the same path on another host is another repository`,
  },
  {
    says: "Lookup: then the org/repo segment of the URL compared with full_path",
    test: `${LOOKUP} > GET /repositories/lookup by url > falls back to the path, for hosts and ports that are not known`,
  },
  {
    says: "Lookup: 200 returns the basic Repository record",
    test: `${FIELDS} > Repository, looked up, listed and by its id`,
  },
  {
    says: "GET /connected-orgs/{id}/graph: root limits it to upstream and downstream neighbors within depth hops",
    test: [
      `${GRAPH} > the graph around a root > looks both ways from the middle, and not back again`,
      `${EVIDENCE} > depth > is 1 to 10 hops in each direction, 2 unless given`,
    ],
  },
  {
    says: "Graph: without root the full org graph",
    test: `${GRAPH} > the full graph > has every repository as a node and every edge, prose too, and no floor`,
  },
  {
    says: "Graph: depth is 1 to 10, min_confidence 0.0 to 1.0",
    test: `${EVIDENCE} > depth > 422 for a root that is no UUID, and for a depth or a floor beyond its bounds`,
  },
  {
    says: "Graph: depth and min_confidence are ignored without root",
    test: `${GRAPH} > the full graph > is the same whatever depth and floor are given, which are held to their bounds all the same`,
  },
  {
    says: "Graph: with root, min_confidence governs traversal and returned edges, and is echoed",
    test: [
      `${GRAPH} > the graph around a root > follows the depth and the floor it is given, and echoes the floor`,
      `${EVIDENCE} > a reached repository > is reached over no edge below the floor`,
    ],
  },
  {
    says: "Graph: a reached repository carries the weakest edge on the strongest path that reached it",
    test: [
      `${EVIDENCE} > a reached repository > carries the weakest edge of the strongest path that reached it`,
      "acceptance/src/service/one-count.test.ts > the graph around each repository > to the depth %i, over edges of %d and more: the weakest edge of the strongest path",
    ],
  },
  {
    says: "Graph: without root no floor applies, applied_min_confidence is null",
    test: `${GRAPH} > the full graph > has every repository as a node and every edge, prose too, and no floor`,
  },
  {
    says: "Graph: 0.8 restricts to deterministic and build-file evidence",
    test: `${EVIDENCE} > confidence > of 0.8 and more is deterministic and build-file evidence`,
  },
  { says: "Graph: 0.0 includes everything", test: `${EVIDENCE} > confidence > of 0.0 leaves out nothing` },
  {
    says: "Graph: the default 0.4 excludes only edges with confidence 0.3",
    test: `${EVIDENCE} > confidence > of 0.4, which is the default, leaves out only prose`,
  },
  {
    says: "The org and workspace dependency counters match the full-org graph exactly",
    test: [
      `${COUNT} > of edges: the statistics and the full graph, by type too`,
      `${COUNT} > of a workspace: its orgs' statistics together, the last scan of any`,
    ],
  },
  {
    says: "GET /artifacts/{artifact_id}/consumers: the consuming repositories of the latest scan",
    test: [
      `${FIELDS} > Artifact consumers, their entries, and versions`,
      `${COUNT} > of consumers: the artifact in the list, its consumers, its versions, its declarations`,
    ],
  },
  {
    says: "Consumers: a Pro-plan feature",
    test: [
      "acceptance/src/service/every-role.test.ts > where plans are enforced > $id for $caller needs the feature, once the role is enough",
      "acceptance/src/service/every-role.test.ts > where plans are enforced > a plan that includes the features lets them through",
    ],
  },
  {
    says: "GET /repositories/{id}/ownership: per-repository ownership data",
    test: "acceptance/src/service/ownership.test.ts > GET /repositories/{id}/ownership > tells the bus factor, the shares and the people, by pages of people",
  },
  {
    says: "GET /connected-orgs/{id}/ownership-risk: ordered by risk score, min_dependents, max_bus_factor",
    test: [
      "acceptance/src/service/ownership.test.ts > GET /connected-orgs/{id}/ownership-risk > is what SQL says, with each override and both",
      "acceptance/src/service/ownership.test.ts > GET /connected-orgs/{id}/ownership-risk > comes by pages that never overlap, with the total",
    ],
  },
  {
    says: "GET /repositories/{id}/context includes dependents_total, dependent_repositories_total",
    test: `${DEPENDENTS} > the context counts declarations and, beside them, the distinct repositories behind them`,
  },
  {
    says: "GET /repositories/{id}/context includes the ownership summary",
    test: "acceptance/src/service/ownership.test.ts > the context and the impact sum it up",
  },
  {
    says: "GET /repositories/{id}/dependents: one row per declaration",
    test: `${DEPENDENTS} > GET /repositories/{id}/dependents > has a row per declaration: its consumer, its line, the full path that it names, its own ref`,
  },
  {
    says: "Dependents: X-Total-Count counts declarations, not repositories",
    test: `${DEPENDENTS} > GET /repositories/{id}/dependents > X-Total-Count counts declarations, not repositories, whatever page is asked for`,
  },
  {
    says: "GET /artifacts/{id}/versions: each version has consumer_count",
    test: "acceptance/src/service/artifacts.test.ts > GET /artifacts/{id}/versions counts the distinct repositories of each",
  },
  {
    says: "GET /repositories, GET /impact are read endpoints",
    test: [
      "acceptance/src/service/lists.test.ts > GET /repositories > is by full path, and filtered by part of it, org, and whether archived",
      "acceptance/src/service/impact.test.ts > GET /impact > takes its root by id, URL, path, or an artifact that it produces",
    ],
  },
  {
    says: "Their paths are as stated; whether they carry the prefix is not: both forms answer the same",
    test: [
      `${BARE} > are those that the specification writes so`,
      `${BARE} > %s: an alias answers what the canonical path does, any other is 404`,
    ],
  },
];
