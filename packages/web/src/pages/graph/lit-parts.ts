import type { ViewEdge } from "./graph-view.ts";

/** Between repositories, with a function to the card of each. */
interface LitEdges {
  edges: readonly ViewEdge[];
  cardOf: (id: string) => string | undefined;
}

/** Of a card, which repositories of each other card depend on it, or it on them. A stack may be joined with it only in part. */
export function litPartsOf(parts: readonly LitEdges[], center: string): Map<string, ReadonlySet<string>> {
  const joined = new Map<string, Set<string>>();
  const add = (card: string | undefined, id: string): void => {
    if (card === undefined || card === center) return;
    joined.set(card, (joined.get(card) ?? new Set()).add(id));
  };
  for (const { edges, cardOf } of parts)
    for (const { source, target } of edges) {
      const [consumer, producer] = [cardOf(source), cardOf(target)];
      if (producer === center) add(consumer, source);
      if (consumer === center) add(producer, target);
    }
  return joined;
}
