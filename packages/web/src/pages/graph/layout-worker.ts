import { Graph, layout } from "@dagrejs/dagre";

export interface LayoutRequest {
  /** Returned with the answer. */
  id: number;
  /** Columns from 0. All cards have the same width. */
  nodes: { column: number; height: number }[];
  /** Pairs of indices into `nodes`, from the lower column to the higher one. */
  edges: [number, number][];
  width: number;
  /** Distance between columns. */
  gap: number;
}

export interface LayoutResult {
  id: number;
  /** The middle of each node. */
  y: number[];
  /** For each edge, where it passes through the columns in between. */
  lanes: number[][];
  height: number;
}

const NODE_DISTANCE = 8;
const EDGE_DISTANCE = 4;
/** dagre needs a rank between two columns for the label of an edge. */
const RANKS_PER_COLUMN = 2;

/** Keeps the given ranks. Only nodes that dagre adds have none. The declared type of the option is too narrow. */
const RANKER: object = {
  ranker: (graph: Graph<unknown, { rank?: number }>): void => {
    for (const id of graph.nodes()) graph.node(id).rank ??= 0;
  },
};

/** Orders each column to avoid crossings, packed and centered. The columns are given. */
function arrange(request: LayoutRequest): LayoutResult {
  const { id, nodes, edges, width, gap } = request;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: "LR",
    ...RANKER,
    ranksep: gap,
    nodesep: NODE_DISTANCE,
    edgesep: EDGE_DISTANCE,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [index, { column, height }] of nodes.entries()) {
    graph.setNode(String(index), { width, height, rank: RANKS_PER_COLUMN * column });
  }
  for (const [index, [from, to]] of edges.entries()) {
    graph.setEdge(String(from), String(to), { labelpos: "c" }, String(index));
  }
  layout(graph);
  const points = new Map(
    graph
      .edges()
      .map((edge) => [Number(edge.name), (graph.edge(edge) as { points: { y: number }[] }).points]),
  );
  return pack(request, {
    id,
    y: nodes.map((_, index) => (graph.node(String(index)) as { y: number }).y),
    lanes: edges.map((_, index) =>
      (points.get(index) ?? [])
        .slice(1, -1)
        .filter((__, at) => (at + 1) % RANKS_PER_COLUMN === 0)
        .map(({ y }) => y),
    ),
    height: (graph.graph() as { height: number }).height,
  });
}

interface Item {
  column: number;
  y: number;
  size: number;
  /** Without edges: after the others of its column. */
  isLoose: boolean;
  move: (y: number) => void;
}

/** Removes the space within columns. Keeps the order of their nodes and of the edges that pass between them. */
function pack({ nodes, edges }: LayoutRequest, result: LayoutResult): LayoutResult {
  const y = inGivenOrder(nodes, edges, result.y);
  const lanes = result.lanes.map((passed) => [...passed]);
  const linked = new Set(edges.flat());
  const items: Item[] = [
    ...nodes.map(({ column, height }, at) => ({
      column,
      y: y[at] ?? 0,
      size: height + NODE_DISTANCE,
      isLoose: !linked.has(at),
      move: (to: number) => void (y[at] = to),
    })),
    ...edges.flatMap(([from], edge) =>
      (lanes[edge] ?? []).map((lane, at, passed) => ({
        column: (nodes[from]?.column ?? 0) + at + 1,
        y: lane,
        size: EDGE_DISTANCE,
        isLoose: false,
        move: (to: number) => void (passed[at] = to),
      })),
    ),
  ];
  const columns = [...Map.groupBy(items, ({ column }) => column).values()];
  const heights = columns.map((column) => column.reduce((sum, { size }) => sum + size, 0));
  const height = Math.max(0, ...heights);
  for (const [index, column] of columns.entries()) {
    let top = (height - (heights[index] ?? 0)) / 2;
    for (const { size, move } of column.toSorted(
      (a, b) => Number(a.isLoose) - Number(b.isLoose) || a.y - b.y,
    )) {
      move(top + size / 2);
      top += size;
    }
  }
  return { ...result, y, lanes, height };
}

/** Puts the nodes of a column with the same neighbors, which may change places freely, into the given order. */
function inGivenOrder(
  nodes: LayoutRequest["nodes"],
  edges: LayoutRequest["edges"],
  y: readonly number[],
): number[] {
  const neighbors = nodes.map((): number[] => []);
  for (const [from, to] of edges) {
    neighbors[from]?.push(to);
    neighbors[to]?.push(from);
  }
  const alike = Map.groupBy(nodes.keys(), (at) => `${nodes[at]?.column} ${neighbors[at]?.toSorted().join()}`);
  const ordered = [...y];
  for (const members of alike.values()) {
    const places = members.map((at) => y[at] ?? 0).toSorted((a, b) => a - b);
    for (const [index, at] of members.entries()) ordered[at] = places[index] ?? 0;
  }
  return ordered;
}

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => postMessage(arrange(data)));
