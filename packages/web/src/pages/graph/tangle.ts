import type { Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { canBeFollowed, usualEdges } from "./usual-edges.ts";

/** Whether the lines around a root are too many to be followed, or stand for groups of which each only partly gets a change on its next run. */
export const isTangle = (layers: Layers): boolean =>
  !framedColumn(layers) &&
  !canBeFollowed(usualEdges(layers), new Map(layers.cards.map(({ id, column }) => [id, column])));
