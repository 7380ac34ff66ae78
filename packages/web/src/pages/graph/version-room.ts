import { type Detail, notesOf, organizationOf, prefixOf, titleOf, versionsInBrief } from "./card-text.ts";
import type { Card, RepositoryCard } from "./layers.ts";
import { CONTROL } from "./toggle-button.tsx";

/** Padding, border and icon of a card in a section. */
const AROUND = 54;
/** Of a small name, and of the second line, rather much. */
const NAME_LETTER = 7;
export const USUAL_LETTER = 6;
/** The letters of ` · `, of `archived`, and of figures with those on the next run and without. */
export const SEPARATOR = 3;
const ARCHIVED = 8;
const FIGURES = { fast: 13, usual: 5 };

/** The letters that the separator and the figures of a card take. */
export function figuresOf({ passesOn = 0, isInCycle = false, node }: RepositoryCard): number {
  const cycle = isInCycle ? SEPARATOR : 0;
  if (passesOn === 0) return SEPARATOR + cycle;
  const isFast = (node.affected?.onward?.next_run ?? 0) > 0;
  return SEPARATOR + cycle + (isFast ? FIGURES.fast : FIGURES.usual);
}

/** Whether the organization of a card in a section is before the owner, because the name has no room for it. */
export const isOrganizationBelow = (card: RepositoryCard, width: number): boolean =>
  (prefixOf(card.node) + titleOf(card)).length * NAME_LETTER > roomOf(card, width);

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
  ].join(" · ").length;
  const archived = card.node.archived ? ARCHIVED + SEPARATOR : 0;
  const version = versionsInBrief(card.node)?.length ?? 0;
  // Figures are beside the name.
  return (words + archived + version + SEPARATOR) * USUAL_LETTER <= roomOf(card, width);
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

/** Fewer letters of an owner say nothing. */
export const LEAST_OWNER = 4;

/** Of a condition that names a file. */
const VERB = " changes";

/** As many words as have room, so that no further one is cut to a few letters. */
export function fittingWords(words: readonly string[], letters: number): string[] {
  const cut = words.findIndex((word, at) => {
    const before = words.slice(0, at).join(" · ").length + SEPARATOR;
    // A condition says something only as a whole, apart from its verb.
    const least = word.startsWith("if ")
      ? word.length - (word.endsWith(VERB) ? VERB.length : 0)
      : Math.min(word.length, LEAST_OWNER);
    return at > 0 && before + least > letters;
  });
  return cut === -1 ? [...words] : words.slice(0, cut);
}
