import type { Card, CardEdge, Layers } from "./layers.ts";

const NO_DEPENDENCIES = "Unconnected";

/** Columns by the share of uses of others among all uses of a card. Only those that none uses, or that use none, are at the ends. */
const BALANCES = [
  { upTo: 0, title: "Used by others only", hint: "Others use them. They use no other repository." },
  { upTo: 0.4, title: "Mostly used", hint: "Others use them more than they use others." },
  { upTo: 0.6, title: "Balanced", hint: "Others use them about as much as they use others." },
  { upTo: 1 - Number.EPSILON, title: "Mostly using", hint: "They use others more than others use them." },
  { upTo: 1, title: "Uses others only", hint: "They use others. No other repository uses them." },
] as const;
/** For windows without room for so many columns, the ones in between are one. The others keep their names and their cards. */
const FEW_BALANCES = [
  BALANCES[0],
  { upTo: 1 - Number.EPSILON, title: "Used and using", hint: "Others use them, and they use others." },
  BALANCES[4],
] as const;
/** Windows without room for these columns show lists. */
const LEAST_COLUMNS = FEW_BALANCES.length;
export const NEITHER = { title: NO_DEPENDENCIES, hint: "No one uses them, and they use none." } as const;

/** Sets the column of each card by how much it is used and how much it uses others. Empty columns are left out. */
export function byBalance(
  cards: readonly Card[],
  edges: readonly CardEdge[],
  most: number,
): Pick<Layers, "cards" | "edges" | "columns"> {
  const balances = most < BALANCES.length && most >= LEAST_COLUMNS ? FEW_BALANCES : BALANCES;
  const balance = new Map(cards.map(({ id }) => [id, { used: 0, using: 0 }]));
  for (const { from, to, count } of edges) {
    const [producer, consumer] = [balance.get(from), balance.get(to)];
    if (producer) producer.used += count;
    if (consumer) consumer.using += count;
  }
  const levelOf = ({ id }: Card): number => {
    const { used = 0, using = 0 } = balance.get(id) ?? {};
    if (used + using === 0) return balances.length;
    return balances.findIndex(({ upTo }) => using / (using + used) <= upTo);
  };
  const levels = [...Map.groupBy(cards, levelOf)].toSorted(([a], [b]) => a - b);
  const arranged = levels.map(([, members], column) => members.map((card) => ({ ...card, column })));
  return {
    cards: arranged.flat(),
    edges: [...edges],
    columns: levels.map(([level, members], at) => ({
      at,
      title: (balances[level] ?? NEITHER).title,
      hint: (balances[level] ?? NEITHER).hint,
      count: sizeOf(members),
      ...(at === 0 && levels.length > 1 && { isExplained: true }),
    })),
  };
}

/** The number of repositories of cards. */
export const sizeOf = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + (card.kind === "group" ? card.nodes.length : 1), 0);
