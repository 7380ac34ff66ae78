import type { ScalarNode } from "../../document/node.ts";
import type { Use } from "./facts.ts";
import { bind, NO_BINDINGS, type Bindings } from "./placeholder.ts";

/** How YAML spells "none". */
const NOTHING = new Set(["", "null", "~"]);

interface Details extends Partial<Pick<Use, "chart" | "version">> {
  bindings?: Bindings;
}

/** No use where the scalar is absent or empty. */
export function useOf(
  what: Use["what"],
  rule: string,
  scalar: ScalarNode | undefined,
  { bindings = NO_BINDINGS, chart = null, version = null }: Details = {},
): Use[] {
  const text = wordOf(scalar, bindings);
  if (!scalar || text === null) return [];
  return [
    {
      what,
      rule: `kubernetes.${rule}`,
      line: scalar.line,
      text,
      chart,
      version: version && { ...version, text: bind(version.text, bindings) },
      comment: scalar.comment,
    },
  ];
}

/** The text of a scalar that says something, after substitution. */
export function wordOf(scalar: ScalarNode | undefined, bindings: Bindings = NO_BINDINGS): string | null {
  const text = scalar?.text.trim() ?? "";
  return NOTHING.has(text) ? null : bind(text, bindings);
}
