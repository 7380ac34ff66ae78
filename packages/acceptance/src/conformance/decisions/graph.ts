import type { Part } from "../row.ts";

const SERVICE = "acceptance/src/service/graph.test.ts";
const ROWS = "acceptance/src/service/rows.test.ts";
const CONFIDENCE = "graph/src/confidence.test.ts > confidenceOf";
const SHARED = `${ROWS} > two orgs of a workspace > share what they produce: a foreign end is a node of the consumer's org, whose edge it is`;
const IMPACT = "acceptance/src/service/impact.test.ts";

export const GRAPH: Part = {
  title: "Graph, dependents, impact",
  rows: [
    {
      says: "An edge runs from the consumer (source) to the producer (target)",
      test: [
        `${SERVICE} > the full graph > has every repository as a node and every edge, prose too, and no floor`,
        `${ROWS} > the graph > has an edge from the consumer to the producer where the row has them the other way`,
      ],
    },
    {
      says: "In the rows source_repository_id is the repository asked about, target_repository_id the other one",
      test: [
        `${ROWS} > GET /repositories/{id}/dependents > has the repository asked about as source, the consumer as target, and where it says so`,
        `${ROWS} > GET /repositories/{id}/dependencies > has the same shape with the producer as target, and a reason`,
      ],
    },
    {
      says: "Producers are known per workspace: an edge may end in another connected org, and belongs to its consumer's",
      test: SHARED,
    },
    { says: "The foreign end is a node of that org's graph", test: SHARED },
    {
      says: "Dependents, impact and rooted traversal read the union of the workspace's current graphs",
      test: [
        SHARED,
        "acceptance/src/service/one-count.test.ts > one count everywhere > of dependents and dependencies: the lists, the contexts, the impact, the graph around each",
      ],
    },
    { says: "Publishing an org re-resolves what others declare of it", test: SHARED },
    {
      says: "An edge is (source, target, dependency_type, version_constraint)",
      test: [
        "graph/src/edges.test.ts > buildEdges > is one edge per source, target, type and constraint, as sure as its surest declaration",
        "graph/src/edges.test.ts > edgeId > is fixed for all time by the identity",
      ],
    },
    {
      says: "An edge's confidence is the greatest of its declarations",
      test: "graph/src/edges.test.ts > buildEdges > is one edge per source, target, type and constraint, as sure as its surest declaration",
    },
    {
      says: "/connected-orgs/{id}/stats counts exactly the edges of the full graph",
      test: [
        `${SERVICE} > the full graph > is counted by the statistics, edge by edge`,
        "acceptance/src/service/one-count.test.ts > one count everywhere > of edges: the statistics and the full graph, by type too",
      ],
    },
    {
      says: "/workspaces/{id}/stats is the sum",
      test: "acceptance/src/service/one-count.test.ts > one count everywhere > of a workspace: its orgs' statistics together, the last scan of any",
    },
    {
      says: "Node metadata without a root: full_path, connected_org_id, archived, last_scanned_at",
      test: `${SERVICE} > the full graph > describes nodes and edges as G6 takes them`,
    },
    {
      says: "Node metadata with a root also: confidence, hops, upstream and downstream, each {confidence, hops} or null",
      test: `${ROWS} > the graph around a root > has every edge between what it reaches, and tells the way to each node`,
    },
    {
      says: "upstream = what the root depends on, downstream = what depends on it",
      test: `${SERVICE} > the graph around a root > looks both ways from the middle, and not back again`,
    },
    {
      says: "confidence is the greater of the two directions, the root's own is 1 with 0 hops",
      test: `${SERVICE} > the graph around a root > gives the root full confidence, and every node the better of its two directions`,
    },
    {
      says: "Every edge at or above the floor between reached nodes is returned",
      test: [
        `${ROWS} > the graph around a root > has every edge between what it reaches, and tells the way to each node`,
        `${SERVICE} > the graph around a root > follows the depth and the floor it is given, and echoes the floor`,
      ],
    },
    {
      says: "depth is 2 unless given",
      test: `${SERVICE} > the graph around a root > reaches two hops in each direction over edges of 0.4 and more, unless told otherwise`,
    },
    {
      says: "depth and min_confidence are validated even where they are ignored",
      test: `${SERVICE} > the full graph > is the same whatever depth and floor are given, which are held to their bounds all the same`,
    },
    {
      says: "Confidence is 0.3, or 0.6 to 1.0",
      test: `${CONFIDENCE} > lies in the bands: 300, or 600 to 1000`,
    },
    {
      says: "Ambiguity lowers to the floor of the band, never below",
      test: `${CONFIDENCE} > falls to the floor of its band when producers are ambiguous`,
    },
    {
      says: "A resolver match is 0.8 or more only on deterministic or build-file evidence",
      test: `${CONFIDENCE} > reaches 0.8 only on deterministic or build-file evidence`,
    },
    {
      says: "The fields of a dependents row",
      test: `${ROWS} > GET /repositories/{id}/dependents > has the repository asked about as source, the consumer as target, and where it says so`,
    },
    {
      says: "A dependencies row has the same shape",
      test: `${ROWS} > GET /repositories/{id}/dependencies > has the same shape with the producer as target, and a reason`,
    },
    {
      says: "Dependencies: unresolved declarations are listed too, with target_repository_id null and a reason",
      test: `${ROWS} > GET /repositories/{id}/dependencies > lists what is unresolved too, without a target and with a reason`,
    },
    {
      says: "The fields of the context; dependencies and dependents ≤ 100",
      test: [
        `${ROWS} > GET /repositories/{id}/context > is the repository with the first hundred of each side, the totals, and no ownership`,
        `${ROWS} > GET /repositories/{id}/context > lists at most a hundred dependencies, and counts them all`,
      ],
    },
    {
      says: "The context's ownership is null until the signal is on and the org was re-scanned",
      test: [
        `${ROWS} > GET /repositories/{id}/context > is the repository with the first hundred of each side, the totals, and no ownership`,
        "core/src/ownership/ownership.test.ts > what is kept > is summed up in the context of a repository",
      ],
    },
    {
      says: "Impact is as the design says",
      test: [
        `${IMPACT} > GET /repositories/{id}/impact > tells who is hit, over which path and by which line, when, and in which order to follow`,
        `${IMPACT} > GET /repositories/{id}/impact > pages the affected alone; waves, choke points and summary stay whole`,
        `${IMPACT} > GET /repositories/{id}/impact > is narrowed by a path to those who use what lies there`,
        `${IMPACT} > GET /repositories/{id}/impact > knows by the version to be released who takes it at the next update`,
        `${IMPACT} > GET /impact > takes its root by id, URL, path, or an artifact that it produces`,
        `${IMPACT} > a repository that cannot be read any more keeps its part, and the impact says that it is incomplete`,
      ],
    },
  ],
};
