import { table } from "@knockon/cli/output/format";
import { impactOf, type ImpactOptions } from "@knockon/graph/impact/impact";
import { packGraph } from "@knockon/graph/pack-graph";
import { type Adjacency, type PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { type Direction, reach } from "@knockon/graph/traverse";
import { mebibytes, medianMilliseconds, milliseconds } from "../measure/numbers.ts";
import { makeOrganization } from "./organization.ts";
import { type Reached, type Walk, withRecursiveSql } from "./recursive-sql.ts";
import { rootedAnswer } from "./rooted-answer.ts";

const DEPTHS = [2, 3, 10];
const FLOOR = 400;
const OUR_RUNS = 100;
const SQL_RUNS = 15;
const STEP_RUNS = 15;
/** Repositories on the first page of an answer. */
const PAGE_SIZE = 50;
/** Targets: an answer before serialization, and a graph with roles and artifacts compared with one of edges only. */
const IMPACT_MILLISECONDS = 5;
const GROWTH = 2;
/** Columns of an edge in a graph of edges only: the five of `EdgeColumns` and the kinds of its constraints. */
const EDGE_WORDS = 6;
const DIRECTIONS: Direction[] = ["upstream", "downstream"];

export async function graphBench({ json, seed }: { json: boolean; seed: number }): Promise<string> {
  const result = await measure(seed);
  return json ? `${JSON.stringify(result, null, 2)}\n` : presentGraph(result);
}

async function measure(seed: number): Promise<GraphResult> {
  const { repositoryIds, pathOf, uses } = makeOrganization(seed);
  const graph = packGraph(repositoryIds, uses, pathOf);
  const hub = findByUsers(graph.incoming, (users, best) => users > best);
  const leaf = findByUsers(graph.incoming, (users, best) => users < best);
  const walks = await withRecursiveSql(graph, async (walk) => {
    const results: WalkResult[] = [];
    for (const [name, root] of Object.entries({ leaf, hub })) {
      for (const depth of DEPTHS) results.push(await measureWalk(graph, walk, name, root, depth));
    }
    return results;
  });
  const pack = await medianMilliseconds(3, () => packGraph(repositoryIds, uses, pathOf));
  return {
    seed,
    repositories: graph.nodes.length,
    edges: graph.columns.source.length,
    floor: FLOOR,
    walks,
    steps: [{ name: "pack", milliseconds: pack, bytes: null }, ...(await measureSteps(graph, hub))],
  };
}

/** Returns the first node whose number of dependents beats all previous ones. */
function findByUsers({ offsets }: Adjacency, beats: (users: number, best: number) => boolean): number {
  const usersOf = (node: number): number => (offsets[node + 1] ?? 0) - (offsets[node] ?? 0);
  let best = 0;
  for (let node = 1; node < offsets.length - 1; node++) if (beats(usersOf(node), usersOf(best))) best = node;
  return best;
}

/** Measures both directions, as the rooted graph needs them. Throws if the two sides reach different nodes. */
async function measureWalk(
  graph: PackedGraph,
  walk: Walk,
  name: string,
  root: number,
  depth: number,
): Promise<WalkResult> {
  let repositories = 0;
  for (const direction of DIRECTIONS) {
    const ours = sumUp(reach(graph, root, direction, depth, FLOOR).strength);
    const theirs = await walk(root, direction, depth, FLOOR);
    if (ours.repositories !== theirs.repositories || ours.strengths !== theirs.strengths) {
      throw new Error(`${name}, depth ${depth}, ${direction}: the traversal and SQL reach different nodes.`);
    }
    repositories += ours.repositories - 1;
  }
  const traversal = await medianMilliseconds(OUR_RUNS, () =>
    DIRECTIONS.map((direction) => reach(graph, root, direction, depth, FLOOR)),
  );
  const sql = await medianMilliseconds(SQL_RUNS, async () => {
    for (const direction of DIRECTIONS) await walk(root, direction, depth, FLOOR);
  });
  return { root: name, depth, repositories, traversal, sql, ratio: sql / traversal };
}

function sumUp(strength: Uint16Array): Reached {
  const reached = strength.filter((value) => value > 0);
  return { repositories: reached.length, strengths: reached.reduce((sum, value) => sum + value, 0) };
}

/** Measures the other steps for the hub. */
async function measureSteps(graph: PackedGraph, hub: number): Promise<Step[]> {
  const encoded = encodeGraph(graph);
  const answer = rootedAnswer(graph, hub, 3, FLOOR);
  const json = JSON.stringify(answer);
  const answerImpact = (through: ImpactOptions["through"]) => {
    const impact = impactOf(graph, hub, { maxDepth: 3, floor: FLOOR, through });
    const page = impact.affected.slice(0, PAGE_SIZE);
    return { impact, page: page.map(({ path, roles, decidingUse }) => ({ path, roles, decidingUse })) };
  };
  return [
    await measureStep("encode", () => encodeGraph(graph), encoded.byteLength, {
      bytes: GROWTH * bytesOfEdges(graph),
    }),
    await measureStep("decode", () => decodeGraph(encoded)),
    await measureImpact("impact of the hub, depth 3", () => answerImpact("artifacts")),
    await measureImpact("the same through repositories", () => answerImpact("repositories")),
    await measureStep("rooted answer of the hub, depth 3", () => rootedAnswer(graph, hub, 3, FLOOR)),
    await measureStep("the same as JSON", () => JSON.stringify(answer), Buffer.byteLength(json)),
  ];
}

/** Returns the size of a graph that has edges, but no roles and artifacts. */
const bytesOfEdges = ({ nodes, columns }: PackedGraph): number =>
  JSON.stringify(nodes).length + EDGE_WORDS * columns.source.length * Uint32Array.BYTES_PER_ELEMENT;

const measureStep = async (
  name: string,
  work: () => unknown,
  bytes: number | null = null,
  target: Target = {},
): Promise<Step> => ({ name, milliseconds: await medianMilliseconds(STEP_RUNS, work), bytes, target });

const measureImpact = async (name: string, work: () => unknown): Promise<Step> => ({
  name,
  milliseconds: await medianMilliseconds(OUR_RUNS, work),
  bytes: null,
  target: { milliseconds: IMPACT_MILLISECONDS },
});

/** Upper bounds. */
type Target = Partial<Pick<Step, "milliseconds" | "bytes">>;

/** Results for both directions from one root. Times are medians in milliseconds. */
interface WalkResult {
  root: string;
  depth: number;
  repositories: number;
  traversal: number;
  sql: number;
  /** SQL time divided by traversal time. */
  ratio: number;
}

interface Step {
  name: string;
  milliseconds: number;
  /** Size of the result, if it is binary or text. */
  bytes: number | null;
  target?: Target;
}

interface GraphResult {
  seed: number;
  repositories: number;
  edges: number;
  floor: number;
  walks: WalkResult[];
  steps: Step[];
}

function presentGraph({ seed, repositories, edges, walks, steps }: GraphResult): string {
  return `${repositories} repositories, ${edges} edges, seed ${seed}

${table([
  ["root", "depth", "reached", "traversal", "recursive SQL", "times"],
  ...walks.map((walk) => [
    walk.root,
    String(walk.depth),
    String(walk.repositories),
    milliseconds(walk.traversal),
    milliseconds(walk.sql),
    walk.ratio.toFixed(0),
  ]),
])}

${table([
  ["step", "median", "size", "target"],
  ...steps.map((step) => [
    step.name,
    milliseconds(step.milliseconds),
    mebibytes(step.bytes),
    presentTarget(step),
  ]),
])}
`;
}

function presentTarget({ target }: Step): string {
  if (target?.bytes) return mebibytes(target.bytes);
  return target?.milliseconds === undefined ? "" : milliseconds(target.milliseconds);
}
