import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Detail, detailIn, detailOf, hasSeveralOrganizations } from "./card-text.ts";
import { ColumnHeadings, headingId, HeadingsBelow } from "./column-headings.tsx";
import type { Drawing } from "./drawing.ts";
import { MARGIN } from "./sizes.ts";
import { EdgeHints } from "./edge-hints.tsx";
import { EdgeLabels, EdgeLines } from "./edge-lines.tsx";
import { firstTop } from "./first-view.ts";
import { type Card, cardsOf, drawnIds, type Layers, type RepositoryCard } from "./layers.ts";
import { Frames, sectionId } from "./frames.tsx";
import { nextCard } from "./next-card.ts";
import { type CardActions, NodeCard } from "./node-card.tsx";
import { toPng } from "./to-png.ts";
import { useDrawing } from "./use-drawing.ts";
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
  const { layers, subject, selected, onSelect, onToggle, onOpen, onPoint, ref } = props;
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
            <Frames drawing={drawing} />
            <EdgeLines drawing={drawing} center={center} />
            <Cards
              drawing={drawing}
              detail={detail}
              center={center}
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
  selected: string | undefined;
  tabStop: string | undefined;
  actions: CardActions;
}

/** A list of cards per column or section, from top to bottom. */
function Cards({ drawing, detail, center, selected, tabStop, actions }: CardsProps) {
  const near = useMemo(() => nearCards(drawing, center), [drawing, center]);
  const columns = useMemo(() => {
    const byColumn = Map.groupBy(drawing.cards, ({ card }) => card.column);
    return drawing.columns.flatMap(({ at, parts }) => {
      const ordered = (byColumn.get(at) ?? []).toSorted((a, b) => a.y - b.y || a.x - b.x);
      if (parts === undefined) return [{ label: headingId(at), cards: ordered }];
      return [...Map.groupBy(ordered, ({ card }) => card.clock ?? "unknown")].map(([clock, cards]) => ({
        label: `${headingId(at)} ${sectionId(clock)}`,
        cards,
      }));
    });
  }, [drawing]);
  const { layers } = drawing;
  const all = useMemo(() => (layers.isRanked === true ? drawnIds(layers).size : undefined), [layers]);
  const isNamed = useMemo(() => hasSeveralOrganizations(drawing.layers.cards), [drawing]);
  return columns.map(({ label, cards }) => (
    <ol key={label} aria-labelledby={label}>
      {cards.map((placed) => (
        <NodeCard
          key={placed.card.id}
          placed={placed}
          width={drawing.sizes.cardWidth}
          height={drawing.sizes.cardHeight}
          isOrgNamed={isNamed}
          detail={detailIn(placed.card, detail, layers)}
          all={all}
          isSelected={placed.card.id === selected}
          isCenter={layers.isRanked === true && placed.card.id === center}
          isDimmed={near !== null && !near.has(placed.card.id)}
          isTabStop={placed.card.id === tabStop}
          actions={actions}
        />
      ))}
    </ol>
  ));
}

/** The center with the cards that an edge connects with it; null without a center. */
function nearCards({ edges }: Drawing, center: string | undefined): Set<string> | null {
  if (center === undefined) return null;
  const ends = edges.flatMap(({ edge: { from, to } }) =>
    from === center ? [to] : to === center ? [from] : [],
  );
  return new Set([center, ...ends]);
}

const MIN_SCALE = 0.3;
const MAX_SCALE = 1.5;
/** The scale at which the whole drawing is visible, at most 1. */
const wholeScale = (
  element: HTMLElement | null,
  { width, height }: Pick<Drawing, "width" | "height">,
): number => Math.min(1, (element?.clientWidth ?? 1) / width, (element?.clientHeight ?? 1) / height);

/** The zoom, by buttons and by the wheel with Ctrl, as trackpads report a pinch. */
function useZoom(scroller: RefObject<HTMLDivElement | null>, drawing: Drawing | null, subject: string) {
  const [scale, setScale] = useState(1);
  const size = useRef({ width: 1, height: 1 });
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!drawing) return;
    size.current = drawing;
    if (shown.current === subject) return;
    shown.current = subject;
    // Legible at first, also if not everything is visible.
    setScale(1);
  }, [drawing, subject]);
  const [actions] = useState(() => ({
    zoom: (factor: number): void =>
      setScale((current) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, current * factor))),
    fit: (): void => setScale(Math.max(MIN_SCALE, wholeScale(scroller.current, size.current))),
  }));
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      actions.zoom(Math.exp(-event.deltaY / 200));
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [scroller, actions]);
  return { scale, ...actions };
}

interface PositionOptions {
  scroller: RefObject<HTMLDivElement | null>;
  drawing: Drawing | null;
  subject: string;
  selected: string | undefined;
  anchor: RefObject<string | undefined>;
  scale: number;
}

/** Scrolls to the root or the selected card first. Later, keeps the card in place that the user expanded. */
function usePosition({ scroller, drawing, subject, selected, anchor, scale }: PositionOptions): void {
  const before = useRef<{ subject: string; drawing: Drawing; scale: number; start: string | undefined }>(
    undefined,
  );
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !drawing) return;
    const last = before.current;
    const find = (from: Drawing, id: string | undefined) => from.cards.find(({ card }) => card.id === id);
    if (last?.subject === subject) {
      before.current = { ...last, drawing, scale };
      const fixed = [anchor.current, last.start].find((id) => find(last.drawing, id) && find(drawing, id));
      const [old, now] = [find(last.drawing, fixed), find(drawing, fixed)];
      if (!old || !now) return;
      element.scrollBy(now.x * scale - old.x * last.scale, now.y * scale - old.y * last.scale);
      return;
    }
    const root = drawing.cards.find(({ card }) => card.kind === "repository" && card.isRoot);
    const start = find(drawing, selected) ?? root;
    before.current = { subject, drawing, scale, start: start?.card.id };
    if (!start) return;
    const isFirst = start.card.column === drawing.columns[0]?.at;
    const left = (start.x + drawing.sizes.cardWidth / 2) * scale - element.clientWidth / 2 + MARGIN;
    const top = firstTop({ drawing, start, height: element.clientHeight / scale }) * scale;
    element.scrollTo(isFirst ? 0 : left, top);
  }, [scroller, drawing, subject, selected, anchor, scale]);
}

/** Smaller moves may be clicks. */
const CLICK_PX = 4;

/** Pans by dragging with the mouse. Touch scrolls natively. */
function useDragging(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let start: { x: number; y: number; left: number; top: number; isMoving: boolean } | undefined;
    const onDown = ({ button, pointerType, clientX: x, clientY: y }: PointerEvent): void => {
      if (button !== 0 || pointerType !== "mouse") return;
      start = { x, y, left: element.scrollLeft, top: element.scrollTop, isMoving: false };
    };
    const onMove = ({ clientX, clientY }: PointerEvent): void => {
      if (!start) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      start.isMoving ||= Math.hypot(x, y) > CLICK_PX;
      if (start.isMoving) element.scrollTo(start.left - x, start.top - y);
    };
    const onUp = (): void => {
      // The click that follows a drag selects nothing.
      if (start?.isMoving) element.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", stop, { capture: true }));
      start = undefined;
    };
    const stop = (event: MouseEvent): void => event.stopPropagation();
    element.addEventListener("pointerdown", onDown);
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    return () => {
      element.removeEventListener("pointerdown", onDown);
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
    };
  }, [scroller]);
}
