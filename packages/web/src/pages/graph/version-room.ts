import {
  type Detail,
  notesOf,
  organizationOf,
  prefixOf,
  shortOwner,
  titleOf,
  versionsInBrief,
} from "./card-text.ts";
import { fileConditionOf } from "./condition.ts";
import type { Card, Layers, RepositoryCard } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { CONTROL } from "./toggle-button.tsx";
import { isAuthor } from "../../components/owner-name.tsx";
import { ICON, textWidth } from "../../format/text-width.ts";

/** Padding, border and icon of a card in a section. */
export const AROUND = 54;
/** Of a letter of a small name, whose letters are all as wide. */
export const NAME_LETTER = 7.2;
export const SEPARATOR = textWidth(" · ");
/** With those on the next run, and without. */
const FIGURES = { fast: 78, usual: 30 };

/** The width of the separator and the figures of a card, if it has some. */
export function figuresOf({ passesOn = 0, isInCycle = false, node }: RepositoryCard): number {
  const cycle = isInCycle ? ICON : 0;
  if (passesOn === 0) return isInCycle ? SEPARATOR + cycle : 0;
  const isFast = (node.affected?.onward?.next_run ?? 0) > 0;
  return SEPARATOR + cycle + (isFast ? FIGURES.fast : FIGURES.usual);
}

/** Whether the organization of a card in a section is before the owner, because the name has no room for it. */
export const isOrganizationBelow = (card: RepositoryCard, width: number): boolean =>
  nameWidth(card) > roomOf(card, width) - figuresOf(card);

/** Of a small name with its organization. */
export const nameWidth = (card: RepositoryCard): number =>
  (prefixOf(card.node) + titleOf(card)).length * NAME_LETTER;

/** Cards of sections that are wider have room for most names. */
export const LEAST_NAMED = 260;

/** Whether the name of a card in a section has no room in this width, so that it takes a second line. */
export const isLongName = (card: Card, width: number): boolean =>
  card.kind === "repository" &&
  !card.isRoot &&
  width < LEAST_NAMED &&
  titleOf(card).length * NAME_LETTER > roomOf(card, width) - figuresOf(card);

/** Whether the owner of such a card has no room beside the version, or beside the file that decides, so that these take a third line. */
export function isLongOwner(card: Card, width: number): boolean {
  if (card.kind === "group" || card.isRoot || card.node.archived || width >= LEAST_NAMED) return false;
  const { node } = card;
  const file = fileConditionOf(node);
  const words = [shortOwner(node.owner ?? ""), file ?? versionsInBrief(node) ?? ""];
  const pen = isAuthor(node) ? ICON : 0;
  return node.owner !== undefined && pen + textWidth(words.join(" · ")) > roomOf(card, width);
}

/** Whether a card in a section is higher than others. */
export const isHigh = (card: Card, width: number): boolean =>
  isLongName(card, width) || isLongOwner(card, width);

/** How many cards in the sections of a column are. */
export function countHighCards(layers: Pick<Layers, "cards" | "columns">, width: number): number {
  const at = framedColumn(layers)?.at;
  return layers.cards.filter((card) => card.column === at && isHigh(card, width)).length;
}

const roomOf = ({ toggle }: RepositoryCard, width: number): number =>
  width - AROUND - (toggle === null ? 0 : CONTROL);

interface RoomOptions {
  detail: Detail;
  width: number;
  /** Whether the organization of a card is before its name. */
  isOrgNamed: (card: Card) => boolean;
}

function hasRoom(card: RepositoryCard, { detail, width, isOrgNamed }: RoomOptions): boolean {
  const words = [
    ...(detail === "brief" && isOrgNamed(card) && isOrganizationBelow(card, width)
      ? [organizationOf(card.node)]
      : []),
    ...notesOf(card, detail),
    ...(card.node.archived ? ["archived"] : []),
    versionsInBrief(card.node) ?? "",
  ].join(" · ");
  // Figures are beside the name.
  return textWidth(words) <= roomOf(card, width);
}

/** The share of cards that must have room. In the others, the owner is cut. */
const MOST = 0.6;

/** Whether the cards of a column say the version: all of them, or none, so that a missing one is not taken for missing data. */
export function haveVersionRoom(cards: readonly Card[], options: RoomOptions): boolean {
  const named = cards.flatMap((card) =>
    card.kind === "repository" && (card.node.arrival?.versions?.length ?? 0) > 0 ? card : [],
  );
  const fitting = named.filter((card) => hasRoom(card, options));
  return fitting.length >= named.length * MOST;
}

/** Less of an owner says nothing. */
export const LEAST_OWNER = 24;

/** Of a condition that names a file. */
const VERB = " changes";

/** As many words as have room as a whole. The first one may be cut. */
export function fittingWords(words: readonly string[], room: number): string[] {
  const cut = words.findIndex((word, at) => {
    const before = textWidth(words.slice(0, at).join(" · ")) + SEPARATOR;
    // A condition says something only as a whole, apart from its verb.
    const least = word.startsWith("if ")
      ? textWidth(word) - (word.endsWith(VERB) ? textWidth(VERB) : 0)
      : textWidth(word);
    return at > 0 && before + least > room;
  });
  return cut === -1 ? [...words] : words.slice(0, cut);
}
