import { Fragment } from "react";
import { distinctName } from "./card-text.ts";
import { hasOnlyArchivedWays } from "./graph-view.ts";
import { sectionId } from "./section-heading.tsx";
import { type Card, type Column, drawnNodes, type Layers, type Way } from "./layers.ts";
import { LEAST_LIST } from "./sizes.ts";
import { behindArchivedInWords } from "./ways-lines.tsx";
import { byReach, countIn } from "./ways.ts";
import { versionsIn, versionsInFull } from "./group-versions.ts";
import { archivedIn, sectionsOf } from "./sections.ts";
import { archivedInBrackets } from "./column-titles.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";
import { textWidth } from "../../format/text-width.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";

export const columnId = (at: number): string => `graph-list-${at}`;

/** `Dependents` of `Dependents · 2 hops`. */
const wayOf = (title: string): string => title.split(" · ", 1)[0] ?? title;

/** `2 hops` of the same. */
const hopsIn = (title: string): string => title.split(" · ", 2)[1] ?? title;

interface Jump {
  /** The heading that it leads to. */
  to: string;
  text: string;
  count: number;
  /** ` (3 archived)` of these. Sections by timing have none. */
  archived: string;
  /** Of a column, repositories that have room: `identity-966 (via identity-46), …`. Of a timing, the versions of the root: `v1.0.0–v4.0.0`. */
  named?: string;
  /** Whether these have their own line on a phone. */
  isBelow?: boolean;
}

interface ListJumpsProps {
  layers: Layers;
  sides: readonly (readonly Column[])[];
  /** By the ID of a card, what is between it and the root: `via flux2`. */
  through: ReadonlyMap<string, string>;
}

/** Leads to the timings of a framed column, and to the others around a root, with their numbers of repositories. They are below each other, and each side is a row. A timing says the versions of the root, each other column names those of its repositories that have room in a row on a phone. */
export function ListJumps({ layers, sides, through }: ListJumpsProps) {
  const rows = sides.flatMap((columns) => {
    const [first] = columns;
    return first ? { way: wayOf(first.title), jumps: jumpsOn(columns, layers, through) } : [];
  });
  // One is in the window.
  if (rows.flatMap(({ jumps }) => jumps).length < 2) return null;
  return (
    <nav aria-label="Columns" className="mt-1.5 flex flex-wrap gap-x-8 sm:flex-row-reverse sm:justify-end">
      {rows.map(({ way, jumps }) => (
        <span key={way} className="flex min-w-0 items-center gap-x-3 text-12 max-sm:basis-full">
          <span className="self-start py-1.5 text-muted">{way}</span>
          <span className="flex min-w-0 grow flex-col sm:flex-row sm:flex-wrap sm:gap-x-3">
            {jumps.map(({ to, text, count, archived, named, isBelow = false }) => (
              <span
                key={to}
                className={cx(
                  "flex min-h-7 min-w-0 items-center gap-2",
                  named === undefined && "max-sm:h-8",
                  isBelow && "max-sm:flex-col max-sm:items-start max-sm:gap-0",
                )}
              >
                <button
                  type="button"
                  onClick={() => scrollTo(to)}
                  className="flex min-h-7 shrink-0 items-center gap-1 self-stretch text-accent hover:underline"
                >
                  <span className="sr-only">{way}, </span>
                  {text}
                  <span className="text-muted tabular">
                    {formatCount(count)}
                    {archived}
                  </span>
                </button>
                {named !== undefined && (
                  <span className={cx("text-muted sm:truncate", isBelow ? "max-sm:pb-1" : "max-sm:py-1")}>
                    <UnbrokenNames text={named} />
                  </span>
                )}
              </span>
            ))}
          </span>
        </span>
      ))}
    </nav>
  );
}

/** Words that break only at spaces, not at the hyphens of names. */
const UnbrokenNames = ({ text }: { text: string }) =>
  text.split(" ").map((word, at) => (
    // Words may repeat.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && " "}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));

/** The heading of a column sticks to the top, so that its section is what scrolls. */
const scrollTo = (heading: string): void =>
  document.querySelector(`[aria-labelledby="${heading}"], h3[id="${heading}"]`)?.scrollIntoView();

/** The jumps of a side. Each repository that one names is reached through that of the one before it, if it has such a card. */
function jumpsOn(columns: readonly Column[], layers: Layers, through: ListJumpsProps["through"]): Jump[] {
  let before: string | undefined;
  return columns.flatMap(({ at, title, count, parts }): Jump[] => {
    if (parts !== undefined)
      return sectionsOf(layers).map(({ repositories, groups, ...timing }) => {
        const nodes = drawnNodes({ cards: [...repositories, ...groups] });
        const active = nodes.filter(({ archived }) => !archived);
        const versions = versionsInFull(active) || versionsIn(active);
        return {
          to: sectionId(timing),
          text: sentenceCase(timingLabel(timing.clock, timing.isMaximum)),
          count: timing.count,
          archived: "",
          ...(versions !== "" && { named: versions }),
        };
      });
    const cards = layers.cards.filter(({ column }) => column === at);
    const card =
      cards.find((one) => one.kind === "repository" && one.via !== undefined && one.via.id === before) ??
      cards[0];
    const [node] = card ? drawnNodes({ cards: [card] }) : [];
    const jump = {
      to: columnId(at),
      text: hopsIn(title),
      count,
      archived: archivedInBrackets(archivedIn(layers, at)),
    };
    if (!card || !node) return [jump];
    before = node.id;
    const isLast = at > 0 && at === layers.columns.at(-1)?.at && layers.beyond?.length === 0;
    // Without brackets, the dots would be read as more ways.
    const nameOf = (one: Card): string => {
      const [first = node] = drawnNodes({ cards: [one] });
      const way = through.get(one.id) ?? "";
      return distinctName(first) + (way === "" ? "" : ` (${way})`);
    };
    const others = cards.filter((one) => one !== card && one.kind === "repository").map(nameOf);
    const wordsOf = (names: readonly string[]): string =>
      names.join(", ") + (count > names.length ? ",\u{A0}…" : "") + (isLast ? ", none beyond" : "");
    const names = [nameOf(card), ...others];
    const label = `${jump.text} ${formatCount(count)}${jump.archived}`;
    // The first is beside the name of the side.
    const beside = columns[0]?.at === at ? textWidth(wayOf(title)) : 0;
    const room = LEAST_LIST - INDENT - beside - textWidth(label) - DISTANCE;
    const ways = Math.abs(at) > 1 && count > 1 ? waysIn(cards) : [];
    const shown = ways
      .map((_, end) => [waysInWords(ways, end + 1), ...archivedBeside(ways, layers, at)].join(", "))
      .findLast((words) => textWidth(words) <= 3 * (LEAST_LIST - WAY) - RAGGED);
    if (shown !== undefined)
      return [{ ...jump, named: shown + (isLast ? ", none beyond" : ""), isBelow: true }];
    const fitting = names.map((_, end) => wordsOf(names.slice(0, end + 1)));
    return [
      { ...jump, named: fitting.findLast((words) => textWidth(words) <= room) ?? wordsOf(names.slice(0, 1)) },
    ];
  });
}

/** Of a row on a phone, before its jump, between that and names, and what three lines of names leave free. */
const INDENT = 12;
const WAY = 80;
const DISTANCE = 20;
const RAGGED = 60;

/** What the cards of a column are reached through, each once, most first. Archived dependents get no change. */
function waysIn(cards: readonly Card[]): Way[] {
  const found = cards.flatMap((card): Way[] => {
    if (card.kind === "group") return card.isArchived === true ? [] : [...(card.ways ?? [])];
    const { way, node } = card;
    return way ? [{ via: way, nodes: [node], isBehindArchived: hasOnlyArchivedWays(node) }] : [];
  });
  const together = [
    ...Map.groupBy(found, ({ via, isBehindArchived }) => `${via.id} ${isBehindArchived}`).values(),
  ];
  return byReach(
    together.flatMap(([first, ...others]) =>
      first ? { ...first, nodes: [first, ...others].flatMap(({ nodes }) => nodes) } : [],
    ),
  );
}

/** `3 archived`, where some others get no change either, so that the numbers are those of all. */
const archivedBeside = (ways: readonly Way[], layers: Layers, at: number): string[] => {
  const archived = archivedIn(layers, at);
  return archived > 0 && ways.some(({ isBehindArchived }) => isBehindArchived)
    ? [`${formatCount(archived)} archived`]
    : [];
};

/** `5 via flux2, promu via common, 4 via others` */
function waysInWords(ways: readonly Way[], shown: number): string {
  const open = ways.filter(({ isBehindArchived }) => !isBehindArchived);
  const words = open
    .slice(0, shown)
    .map(({ via, nodes: [first, ...others] }) =>
      first && others.length === 0
        ? `${distinctName(first)} via ${distinctName(via)}`
        : `${formatCount(others.length + 1)} via ${distinctName(via)}`,
    );
  const rest = countIn(open.slice(shown));
  return [
    ...words,
    ...(rest > 0 ? [`${formatCount(rest)} via others`] : []),
    ...behindArchivedInWords(ways),
  ].join(", ");
}
