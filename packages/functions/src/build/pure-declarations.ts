import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { parseSync, Visitor } from "oxc-parser";

/** Modules that only declare: operations, their schemas and routes, and tables. */
const DECLARES =
  /[/\\](?:contract[/\\]src[/\\](?:operations|resources|vocabulary)|api[/\\]src[/\\]routes|db[/\\]src[/\\]schema)[/\\][\w.-]+\.ts$/;

/**
 * Lets esbuild drop unused declarations. A top-level call there (`z.object(…)`, `route(…)`, `pgTable(…)`) has no side
 * effects, which esbuild cannot infer.
 */
export const pureDeclarations = (): Plugin => ({
  name: "pure-declarations",
  setup(build) {
    build.onLoad({ filter: DECLARES }, async ({ path }) => ({
      contents: markPure(path, await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
});

/** Marks each call that is made when the module loads. In a chain, marking the last call is enough. */
export function markPure(path: string, source: string): string {
  const starts = new Set<number>();
  let depth = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  new Visitor({
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    CallExpression: ({ start }) => void (depth === 0 && starts.add(start)),
  }).visit(parseSync(path, source).program);
  return [...starts]
    .toSorted((a, b) => b - a)
    .reduce((marked, start) => `${marked.slice(0, start)}/* @__PURE__ */ ${marked.slice(start)}`, source);
}
