/** A Scala expression, as far as builds of sbt need it. Plain JSON. */
export type Node =
  /** A text or number. Interpolated code is a node. */
  | { kind: "text"; parts: (string | Node)[]; line: number }
  | { kind: "name"; name: string; line: number }
  | { kind: "member"; of: Node; name: string; line: number }
  | { kind: "call"; of: Node; arguments: Node[]; line: number }
  | { kind: "infix"; operator: string; left: Node; right: Node; line: number }
  | { kind: "function"; parameters: string[]; body: Node; line: number }
  | { kind: "block"; statements: Statement[]; line: number }
  /** Tuples, both branches of a condition, and what is not understood. */
  | { kind: "several"; nodes: Node[]; line: number };

export interface Parameter {
  name: string;
  default: Node | null;
}

export interface Statement {
  kind: "value" | "function" | "object" | "class" | "expression";
  name: string;
  /** Of all parameter lists. */
  parameters: Parameter[];
  body: Node;
  line: number;
}

/** The facts of a file. */
export interface SbtFacts {
  statements: Statement[];
}

/** Whether an operator changes a setting: `:=`, `+=`, `++=`. */
export const isAssignment = (operator: string): boolean =>
  operator.endsWith("=") && !/^(?:[=!]=+|[<>]=|=)$/.test(operator);

/** Returns `["Dependencies", "kit"]` for `Dependencies.kit`, or undefined if the node is more than a path. */
export function pathOf(node: Node): string[] | undefined {
  if (node.kind === "name") return [node.name];
  if (node.kind !== "member") return undefined;
  const path = pathOf(node.of);
  return path === undefined ? undefined : [...path, node.name];
}

/** Returns the last name of a path or a called path, or an empty text. */
export function lastName(node: Node): string {
  if (node.kind === "call") return lastName(node.of);
  return node.kind === "name" || node.kind === "member" ? node.name : "";
}

/** More than any build has. Functions that walk a tree by recursion rely on it. */
const MAX_HEIGHT = 500;

/** Removes what is nested deeper than `MAX_HEIGHT`: `a.b.b.b`, `a + a + a`. */
export function cutDeepNodes(statements: readonly Statement[]): void {
  let level: Node[] = bodiesOf(statements);
  for (let height = 1; level.length > 0; height++) {
    if (height === MAX_HEIGHT) for (const node of level) cut(node);
    level = level.flatMap(childrenOf);
  }
}

const bodiesOf = (statements: readonly Statement[]): Node[] =>
  statements.flatMap(({ body, parameters }) => [
    body,
    ...parameters.flatMap((each) => (each.default === null ? [] : [each.default])),
  ]);

function childrenOf(node: Node): Node[] {
  switch (node.kind) {
    case "text":
      return node.parts.filter((part) => typeof part !== "string");
    case "member":
      return [node.of];
    case "call":
      return [node.of, ...node.arguments];
    case "infix":
      return [node.left, node.right];
    case "function":
      return [node.body];
    case "block":
      return bodiesOf(node.statements);
    case "several":
      return node.nodes;
    case "name":
  }
  return [];
}

/** Makes a node an empty one. */
function cut(node: Node): void {
  const fields = { parts: undefined, of: undefined, arguments: undefined, left: undefined, right: undefined };
  Object.assign(node, { ...fields, body: undefined, statements: undefined, kind: "several", nodes: [] });
}
