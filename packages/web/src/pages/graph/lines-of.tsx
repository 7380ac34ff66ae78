import { Fragment, useMemo } from "react";
import { wordsOf } from "./card-figures.tsx";
import { distinctName } from "./card-text.ts";
import { centerOf } from "./drawn-timings.ts";
import { ImpactLink } from "./graph-links.tsx";
import type { GraphView } from "./graph-view.ts";
import type { Card, Layers } from "./layers.ts";
import { dependentsIn, linkedInWords, ownersInWords, ownUses, reachedNextRun } from "./leading.ts";
import { type FittingNames, namesInLines } from "./names-in-lines.ts";
import { TABLET } from "./sizes.ts";
import { NAME_LETTER } from "./version-room.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { tabularWidth } from "../../format/text-width.ts";

interface LinesOfProps {
  view: GraphView | undefined;
  /** Undefined while it loads: the place stays free. */
  layers: Layers | undefined;
  /** Of the drawing. */
  width: number;
  selected: string | undefined;
  /** The card that is pointed at. */
  pointed: string | undefined;
  /** Draws no lines until a card is pointed at or selected. */
  onClear: () => void;
}

/** Says above the drawing whose lines are drawn, and what they are in numbers of repositories. */
export function LinesOf({ view, layers, width, selected, pointed, onClear }: LinesOfProps) {
  const card = layers && centerOf(layers, [pointed, selected, layers.held]);
  return (
    // Its height is the same for each card.
    <div className="h-15 shrink-0 overflow-hidden border-b bg-canvas px-4 py-1.25 text-12/4 max-lg:h-21 max-lg:py-0.5">
      {layers !== undefined && card === undefined && (
        <p className="text-muted">Point at a card for its lines, or select one to keep them.</p>
      )}
      {card !== undefined && (
        <>
          <span className="float-right ml-4 flex items-baseline gap-x-4">
            {card.kind === "repository" && <ImpactLink id={card.id} />}
            <button type="button" onClick={onClear} className="text-accent hover:underline">
              Clear
            </button>
          </span>
          <Sentence
            card={card}
            view={view}
            width={width}
            archived={view === undefined ? 0 : countArchivedUsers(view, card.id)}
            isFirst={pointed === undefined && selected === undefined}
          />
        </>
      )}
    </div>
  );
}

/** Archived dependents, on which a change has no effect although their lines are drawn. */
export function countArchivedUsers({ nodes, edges }: Pick<GraphView, "nodes" | "edges">, id: string): number {
  const archived = new Set(nodes.flatMap((node) => (node.archived ? node.id : [])));
  return new Set(edges.flatMap(({ source, target }) => (target === id && archived.has(source) ? source : [])))
    .size;
}

interface SentenceProps extends Pick<LinesOfProps, "view" | "width"> {
  card: Card;
  /** How many of its dependents. */
  archived: number;
  isFirst: boolean;
}

/** The lines of the sentence, the room left and right of them, and of the links in the first one. */
const LINES = { wide: 3, narrow: 5 };
const MARGINS = 32;
const LINKS = 136;

/** `Lines of the riskiest, acme/actions: 4 direct dependents, 1 archived, 3 on next run (web 2, ops 1). On next run: shop, blog, api; archived: old`. Of another one, without the start. */
function Sentence({ card, view, width, archived, isFirst }: SentenceProps) {
  const own = useMemo(() => ownUses(view, card.id), [view, card.id]);
  const owners = useMemo(
    () => ownersInWords(reachedNextRun(own, card.id), dependentsIn(own, card.id)),
    [own, card.id],
  );
  const soon = card.kind === "group" || card.node.nextRun === 0 ? "" : wordsOf(card.node);
  const start = `Lines of ${isFirst ? "the riskiest, " : ""}`;
  const name = card.kind === "group" ? card.title : card.node.fullPath;
  const counts = `: ${countsOf(card)}${archived > 0 ? `, ${formatCount(archived)} archived` : ""}`;
  const ofOwners = soon !== "" && owners !== "" ? ` (${owners})` : "";
  const all = useMemo(
    () => (card.kind === "group" ? card.nodes.map(distinctName) : linkedInWords(own, card.id)),
    [own, card],
  );
  const { names, more } = namesInLines(all, {
    width: width - MARGINS,
    before: LINKS + tabularWidth(start + counts + soon + ofOwners) + name.length * NAME_LETTER,
    most: width < TABLET ? LINES.narrow : LINES.wide,
  });
  return (
    <p className="tabular text-muted">
      {start}
      <span className={cx("font-medium text-text", card.kind === "repository" && "font-mono")}>{name}</span>
      {counts}
      {soon !== "" && <span className={CLOCK_LOOKS.next_run.text}>, {soon}</span>}
      {ofOwners}
      {names.length > 0 && (
        <>
          {card.kind === "group" ? ": " : ". "}
          <NamesOfTimes names={names} more={more} />
        </>
      )}
    </p>
  );
}

/** `On next run: shop, blog; later: wiki +2` */
export const NamesOfTimes = ({ names, more }: Pick<FittingNames, "names" | "more">) => (
  <>
    {names.map((name, at) => (
      <Fragment key={name}>
        {at > 0 && " "}
        <span className="whitespace-nowrap">
          {name}
          {at < names.length - 1 && (names[at + 1]?.includes(": ") === true ? ";" : ",")}
        </span>
      </Fragment>
    ))}
    {more > 0 && ` +${formatCount(more)}`}
  </>
);

/** `3 dependencies, 16 direct dependents`, of a group its number of repositories. */
function countsOf(card: Card): string {
  if (card.kind === "group") return countOf(card.nodes.length, "repository", "repositories");
  const { fanIn, fanOut } = card.node;
  return [
    ...(fanOut > 0 ? [countOf(fanOut, "dependency", "dependencies")] : []),
    ...(fanIn > 0 || fanOut === 0 ? [countOf(fanIn, "direct dependent", "direct dependents")] : []),
  ].join(", ");
}
