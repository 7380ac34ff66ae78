import { distinctName } from "./card-text.ts";
import type { ViewNode } from "./graph-view.ts";
import type { GroupCard, Layers } from "./layers.ts";
import { type FittingNames, namesInLines } from "./names-in-lines.ts";
import { formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

/** Left and right of the text of a card, with the border. */
export const PADDING = 26;

/** The size of a text of the usual weight that is as wide as one in medium. */
const MEDIUM = 12.2;

interface LinkedNames extends FittingNames {
  /** Archived ones last. */
  nodes: ViewNode[];
  /** `3 of 8 linked, 1 archived`, before the names. */
  words: string;
}

/** The repositories of a group that lines mean, as its card names them in two lines of its width. */
export function linkedNames(
  { nodes: all }: GroupCard,
  linked: ReadonlySet<string>,
  width: number,
): LinkedNames {
  const nodes = all
    .filter(({ id }) => linked.has(id))
    .toSorted((a, b) => Number(a.archived) - Number(b.archived));
  const archived = nodes.filter((node) => node.archived).length;
  const words =
    `${formatCount(nodes.length)} of ${formatCount(all.length)} linked` +
    (archived > 0 ? `, ${formatCount(archived)} archived` : "");
  const before = tabularWidth(`${words}: `, MEDIUM);
  return {
    nodes,
    words,
    ...namesInLines(nodes.map(distinctName), { width: width - PADDING, before, most: 2 }),
  };
}

/** What is linked with a card, and that no other card of this width names, in the order of its groups. */
export function linkedWithoutName({ cards, litBy }: Layers, center: string, width: number): ViewNode[] {
  const lit = litBy?.(center);
  return cards.flatMap((card) => {
    const linked = lit?.get(card.id);
    if (card.kind === "repository" || card.id === center || linked === undefined) return [];
    const { nodes, names } = linkedNames(card, linked, width);
    return nodes.slice(names.length);
  });
}
