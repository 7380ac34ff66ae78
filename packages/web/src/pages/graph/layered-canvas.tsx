import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Detail, detailIn, detailOf, hasSeveralOrganizations } from "./card-text.ts";
import { ColumnHeadings, headingId } from "./column-headings.tsx";
import type { Drawing } from "./drawing.ts";
import { EdgeHints } from "./edge-hints.tsx";
import { EdgeLabels, EdgeLines } from "./edge-lines.tsx";
import { type Card, cardsOf, drawnIds, drawnNodes, type Layers, type RepositoryCard } from "./layers.ts";
import { Frames } from "./frames.tsx";
import { HeadingsBelow } from "./headings-below.tsx";
import { byWhen } from "./condition.ts";
import { sectionId } from "./section-heading.tsx";
import { whenOfCard } from "./sections.ts";
import { haveVersionRoom, LEAST_NAMED } from "./version-room.ts";
import { nextCard } from "./next-card.ts";
import { hasRoomForOrganization } from "./organization-card.tsx";
import { type CardActions, NodeCard } from "./node-card.tsx";
import { widthOfCard } from "./sizes.ts";
import { toPng } from "./to-png.ts";
import { useDrawing } from "./use-drawing.ts";
import { useDragging, usePosition, useZoom } from "./use-view.ts";
import { cx } from "../../components/dom.ts";
import { Notice } from "../../components/notice.tsx";
import { formatCount } from "../../format/format.ts";

export interface GraphCanvasHandle {
  /** Scrolls to a repository. */
  show: (id: string) => void;
  /** Emphasizes a repository as if the mouse were over its card. */
  point: (id: string | undefined) => void;
  zoom: (factor: number) => void;
  /** Zooms out until everything is visible. */
  fit: () => void;
  png: () => Promise<Blob>;
}

interface LayeredCanvasProps {
  layers: Layers;
  /** How many get one version on their next run at most. */
  most: number | undefined;
  /** Changes when something else is drawn, which is then shown from its start. */
  subject: string;
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  onToggle: (card: RepositoryCard) => void;
  /** Opens a group, or a cluster. */
  onOpen: (key: string, as: "group" | "cluster") => void;
  /** A card is pointed at, or none any more. */
  onPoint: (id: string | undefined) => void;
  ref: Ref<GraphCanvasHandle>;
}

/** Draws cards in columns with the edges between them. */
export function LayeredCanvas(props: LayeredCanvasProps) {
  const { layers, most, subject, selected, onSelect, onToggle, onOpen, onPoint, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { drawing, drawn, isOutdated, hasFailed } = useDrawing(layers, subject, scroller);
  const [pointed, setPointed] = useState<string>();
  const [focused, setFocused] = useState<string>();
  /** The card that stays where it is when others appear. */
  const anchor = useRef<string>(undefined);
  const { scale, zoom, fit } = useZoom(scroller, drawing, drawn);
  usePosition({ scroller, drawing, subject: drawn, selected, anchor, scale });
  useDragging(scroller);
  const detail = detailOf(drawing?.sizes);
  const point = useCallback(
    (id: string | undefined): void => {
      setPointed(id);
      onPoint(id);
    },
    [onPoint],
  );
  useImperativeHandle(
    ref,
    () => ({
      show: (id) => findCard(scroller.current, id)?.scrollIntoView({ block: "center", inline: "center" }),
      point,
      zoom,
      fit,
      png: () =>
        drawing && scroller.current
          ? toPng(drawing, scroller.current)
          : Promise.reject(new Error("Nothing is drawn.")),
    }),
    [drawing, point, zoom, fit],
  );
  const actions = useMemo((): CardActions => {
    const activate = (card: Card): void => {
      anchor.current = card.id;
      setFocused(card.id);
      if (card.kind === "repository") onSelect(card.id);
      else if (card.opens) onOpen(card.opens.key, card.opens.as);
    };
    const toggle = (card: RepositoryCard): void => {
      anchor.current = card.id;
      setFocused(card.id);
      onToggle(card);
    };
    const pressed = (event: KeyboardEvent, card: Card): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || !drawing) return;
      const { key } = event;
      const next = nextCard(drawing, card.id, key);
      const isExpandable = card.kind === "repository" && card.toggle !== null;
      if (next !== undefined) {
        setFocused(next);
        findCard(scroller.current, next)?.focus();
      } else if (isExpandable && (key === "-" ? card.isExpanded : isPlus(key) && !card.isExpanded))
        toggle(card);
      else if (isPlus(key) && card.kind === "group") activate(card);
      else if (key === "0") fit();
      else if (key === "Escape") onSelect(undefined);
      else return;
      event.preventDefault();
    };
    return { onActivate: activate, onToggle: toggle, onPoint: point, onKeyDown: pressed };
  }, [drawing, fit, onOpen, point, onSelect, onToggle]);
  const isRooted = drawing?.cards.some(({ card }) => card.kind === "repository" && card.isRoot) === true;
  const ids = new Set(drawing?.cards.map(({ card }) => card.id));
  /** A repository may be in a group. */
  const cardOf = useMemo(() => (layers.isRanked ? cardsOf(layers.cards) : undefined), [layers]);
  const center = [pointed, selected, layers.held]
    .map((id) => cardOf?.get(id ?? "") ?? id)
    .find((id) => id !== undefined && ids.has(id));
  /** The lines are those of a card that no user has chosen. */
  const isAtRest = center !== undefined && pointed === undefined && selected === undefined;
  const tabStop =
    [focused, selected, layers.held].find((id) => id !== undefined && ids.has(id)) ??
    drawing?.cards.find(({ card }) => card.kind === "repository" && card.isRoot)?.card.id ??
    drawing?.cards[0]?.card.id;
  return (
    <>
      <section
        ref={scroller}
        aria-label={`Graph of ${formatCount(drawnIds(layers).size)} repositories`}
        aria-busy={isOutdated && !hasFailed}
        className="absolute inset-0 grid cursor-grab overflow-auto bg-sunken active:cursor-grabbing"
      >
        {drawing && (
          <div
            // Another subject replaces the drawing, which does not move to its place.
            key={drawn}
            style={{ width: drawing.width, height: drawing.height, zoom: scale }}
            className={cx("relative mx-auto", !isRooted && !layers.isRanked && "my-auto")}
          >
            <ColumnHeadings drawing={drawing} />
            <HeadingsBelow drawing={drawing} />
            <Frames drawing={drawing} most={most} />
            <EdgeLines drawing={drawing} center={center} />
            <Cards
              drawing={drawing}
              detail={detail}
              center={center}
              isAtRest={isAtRest}
              selected={selected}
              tabStop={tabStop}
              actions={actions}
            />
            <EdgeLabels drawing={drawing} center={center} />
          </div>
        )}
      </section>
      {drawing && <EdgeHints scroller={scroller} drawing={drawing} scale={scale} />}
      {hasFailed && (
        <div className="absolute inset-x-4 top-4">
          <Notice tone="danger" title="Graph layout failed">
            The repositories can't be arranged. Reload the page or use the table.
          </Notice>
        </div>
      )}
    </>
  );
}

const isPlus = (key: string): boolean => key === "+" || key === "=";

const findCard = (parent: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  parent?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);

interface CardsProps {
  drawing: Drawing;
  detail: Detail;
  center: string | undefined;
  /** Its lines are drawn, and nothing else is dimmed. */
  isAtRest: boolean;
  selected: string | undefined;
  tabStop: string | undefined;
  actions: CardActions;
}

/** A list of cards per column or section, from top to bottom. */
function Cards({ drawing, detail, center, isAtRest, selected, tabStop, actions }: CardsProps) {
  const near = useMemo(() => nearCards(drawing, center), [drawing, center]);
  const columns = useMemo(() => {
    const byColumn = Map.groupBy(drawing.cards, ({ card }) => card.column);
    return drawing.columns.flatMap(({ at, parts }) => {
      const ordered = (byColumn.get(at) ?? []).toSorted((a, b) => a.y - b.y || a.x - b.x);
      if (parts === undefined) return [{ label: headingId(at), cards: ordered }];
      return byWhen(ordered, ({ card }) => whenOfCard(card)).map(({ when, members }) => ({
        label: `${headingId(at)} ${sectionId(when)}`,
        cards: members,
      }));
    });
  }, [drawing]);
  const { layers } = drawing;
  const all = useMemo(() => (layers.isRanked === true ? drawnIds(layers).size : undefined), [layers]);
  const lit = useMemo(() => (center === undefined ? undefined : layers.litBy?.(center)), [layers, center]);
  const isNamed = useMemo(() => orgNaming(drawing), [drawing]);
  /** The columns whose cards say the version. */
  const versioned = useMemo(() => {
    const { cardWidth: width } = drawing.sizes;
    const byColumn = [...Map.groupBy(layers.cards, ({ column }) => column)];
    const fitting = byColumn.filter(([, [first, ...others]]) => {
      if (!first) return false;
      const detailOfAll = detailIn(first, detail, layers);
      return haveVersionRoom([first, ...others], { detail: detailOfAll, width, isOrgNamed: isNamed });
    });
    return new Set(fitting.map(([at]) => at));
  }, [layers, detail, drawing, isNamed]);
  return columns.map(({ label, cards }) => (
    <ol key={label} aria-labelledby={label}>
      {cards.map((placed) => (
        <NodeCard
          key={placed.card.id}
          placed={placed}
          width={widthOfCard(placed.card, drawing.sizes)}
          height={placed.height ?? drawing.sizes.cardHeight}
          isOrgNamed={isNamed(placed.card)}
          hasVersion={versioned.has(placed.card.column)}
          detail={detailIn(placed.card, detail, layers)}
          all={all}
          isSelected={placed.card.id === selected}
          isCenter={layers.isRanked === true && placed.card.id === center}
          isDimmed={!isAtRest && near !== null && !near.has(placed.card.id)}
          isLit={isAtRest && near?.has(placed.card.id) === true && placed.card.id !== center}
          lit={lit && (lit.get(placed.card.id) ?? NONE)}
          isTabStop={placed.card.id === tabStop}
          actions={actions}
        />
      ))}
    </ol>
  ));
}

const NONE: ReadonlySet<string> = new Set();

/** Returns which cards have the organization before the name: those of several organizations. Narrow ones with two lines only where another repository has the same name. */
function orgNaming({ layers, sizes: { cardWidth, isFramed = false } }: Drawing): (card: Card) => boolean {
  const nodes = drawnNodes(layers);
  const areSeveral = hasSeveralOrganizations(nodes);
  if (layers.isRanked === true) {
    const isRoomy = layers.cards.every(
      (card) => card.kind === "group" || hasRoomForOrganization(card.node, cardWidth),
    );
    return () => areSeveral && isRoomy;
  }
  if (!areSeveral || !isFramed || cardWidth >= LEAST_NAMED) return () => areSeveral;
  return (card) => card.kind === "repository" && card.node.sharesName === true;
}

/** The center with the cards that an edge connects with it; null without a center. */
function nearCards({ edges }: Drawing, center: string | undefined): Set<string> | null {
  if (center === undefined) return null;
  const ends = edges.flatMap(({ edge: { from, to } }) =>
    from === center ? [to] : to === center ? [from] : [],
  );
  return new Set([center, ...ends]);
}
