import { Graph, layout } from "@dagrejs/dagre";

export interface LayoutRequest {
  /** Returned with the answer. */
  id: number;
  /** Columns from 0. All cards have the same width. */
  nodes: { column: number; height: number }[];
  /** Indices into `nodes`: in the lower and in the higher column, and which of them the edge comes from. */
  edges: { low: number; high: number; from: number }[];
  width: number;
  /** Distance between columns. */
  gap: number;
  /** Keeps the given order of the nodes of a column. By default, columns are ordered to avoid crossings. */
  isOrdered?: boolean;
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
const LANE_DISTANCE = 6;
/** dagre needs a rank between two columns for the label of an edge. */
const RANKS_PER_COLUMN = 2;

/** Keeps the given ranks. Only nodes that dagre adds have none. The declared type of the option is too narrow. */
const RANKER: object = {
  ranker: (graph: Graph<unknown, { rank?: number }>): void => {
    for (const id of graph.nodes()) graph.node(id).rank ??= 0;
  },
};

/** Where edges of a node pass through a column: all in the same direction share it. */
interface Lane {
  id: string;
  from: number;
  column: number;
}

/** The lanes of an edge, from the lower column to the higher one. */
function lanesOf(nodes: LayoutRequest["nodes"], { low, high, from }: LayoutRequest["edges"][number]): Lane[] {
  const [first = 0, last = 0] = [nodes[low]?.column, nodes[high]?.column];
  const direction = from === low ? "right" : "left";
  return Array.from({ length: last - first - 1 }, (_, at) => {
    const column = first + 1 + at;
    return { id: `${from} ${direction} ${column}`, from, column };
  });
}

/** Orders each column to avoid crossings, packed and centered. The columns are given. */
function arrange(request: LayoutRequest): LayoutResult {
  const { nodes, edges, width, gap } = request;
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", ...RANKER, ranksep: gap, nodesep: NODE_DISTANCE });
  graph.setDefaultEdgeLabel(() => ({}));
  const place = (id: string, column: number, height: number): void =>
    void graph.setNode(id, { width, height, rank: RANKS_PER_COLUMN * column });
  for (const [index, { column, height }] of nodes.entries()) place(String(index), column, height);
  const lanes = edges.map((edge) => lanesOf(nodes, edge));
  for (const [index, { low, high }] of edges.entries()) {
    for (const { id, column } of lanes[index] ?? []) place(id, column, LANE_DISTANCE);
    const path = [String(low), ...(lanes[index] ?? []).map(({ id }) => id), String(high)];
    for (const [at, id] of path.slice(1).entries()) graph.setEdge(path[at] ?? "", id, { labelpos: "c" });
  }
  layout(graph);
  return pack(request, lanes, (id) => (graph.node(id) as { y: number }).y);
}

interface Item {
  id: string;
  column: number;
  y: number;
  size: number;
  /** Without edges: after the others of its column. */
  isLoose: boolean;
}

/** Removes the space within columns. Keeps the order of their nodes and of the lanes between them. */
function pack(
  { id, nodes, edges, isOrdered = false }: LayoutRequest,
  lanes: Lane[][],
  yOf: (id: string) => number,
): LayoutResult {
  const y = inGivenOrder(
    nodes,
    edges,
    nodes.map((_, index) => yOf(String(index))),
    isOrdered,
  );
  // In a given order, lanes are as far down as the card that they come from, so that lines lead up and down only once.
  const ends = isOrdered ? centered(nodes, y) : y;
  const linked = new Set(edges.flatMap(({ low, high }) => [low, high]));
  const passed = new Map(lanes.flat().map((lane) => [lane.id, lane]));
  const items: Item[] = [
    ...nodes.map(({ column, height }, at) => ({
      id: String(at),
      column,
      y: ends[at] ?? 0,
      size: height + NODE_DISTANCE,
      isLoose: !isOrdered && !linked.has(at),
    })),
    ...[...passed.values()].map((lane) => ({
      ...lane,
      y: isOrdered ? (ends[lane.from] ?? 0) : yOf(lane.id),
      size: LANE_DISTANCE,
      isLoose: false,
    })),
  ];
  const columns = [...Map.groupBy(items, ({ column }) => column).values()];
  const heights = columns.map((column) => column.reduce((sum, { size }) => sum + size, 0));
  const height = Math.max(0, ...heights);
  const middles = new Map<string, number>();
  for (const [index, column] of columns.entries()) {
    let top = (height - (heights[index] ?? 0)) / 2;
    for (const item of column.toSorted((a, b) => Number(a.isLoose) - Number(b.isLoose) || a.y - b.y)) {
      middles.set(item.id, top + item.size / 2);
      top += item.size;
    }
  }
  const middleOf = (of: string): number => middles.get(of) ?? 0;
  return {
    id,
    y: nodes.map((_, index) => middleOf(String(index))),
    lanes: lanes.map((all) => all.map((lane) => middleOf(lane.id))),
    height,
  };
}

/** The middle of each node if there are no lanes, from the middle of all columns. */
function centered(nodes: LayoutRequest["nodes"], y: readonly number[]): number[] {
  const middles = nodes.map(() => 0);
  for (const members of Map.groupBy(nodes.keys(), (at) => nodes[at]?.column).values()) {
    const sizeOf = (at: number): number => (nodes[at]?.height ?? 0) + NODE_DISTANCE;
    let top = -members.reduce((sum, at) => sum + sizeOf(at), 0) / 2;
    for (const at of members.toSorted((a, b) => (y[a] ?? 0) - (y[b] ?? 0))) {
      middles[at] = top + sizeOf(at) / 2;
      top += sizeOf(at);
    }
  }
  return middles;
}

/** Puts the nodes of a column into the given order: all, or those with the same neighbors, which may change places freely. */
function inGivenOrder(
  nodes: LayoutRequest["nodes"],
  edges: LayoutRequest["edges"],
  y: readonly number[],
  isOrdered: boolean,
): number[] {
  const neighbors = nodes.map((): number[] => []);
  for (const { low, high } of edges) {
    neighbors[low]?.push(high);
    neighbors[high]?.push(low);
  }
  const alike = Map.groupBy(nodes.keys(), (at) =>
    isOrdered ? nodes[at]?.column : `${nodes[at]?.column} ${neighbors[at]?.toSorted().join()}`,
  );
  const ordered = [...y];
  for (const members of alike.values()) {
    const places = members.map((at) => y[at] ?? 0).toSorted((a, b) => a - b);
    for (const [index, at] of members.entries()) ordered[at] = places[index] ?? 0;
  }
  return ordered;
}

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => postMessage(arrange(data)));
