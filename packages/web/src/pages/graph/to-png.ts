import {
  detailIn,
  detailOf,
  hasSeveralOrganizations,
  isTall,
  moreOf,
  noteOf,
  prefixOf,
  titleOf,
} from "./card-text.ts";
import { arrowAt, clockLine, countLine, lineOf } from "./clock-lines.ts";
import type { Drawing } from "./drawing.ts";
import { HEADING_HEIGHT, widthOfCard } from "./sizes.ts";
import { countRange, usualLines } from "./shown-edges.ts";
import { drawnNodes } from "./layers.ts";
import { FRAME, FRAME_PADDING, NARROW_PADDING, TIMING_HEIGHT } from "./frame-sizes.ts";
import { countsInLines } from "./group-versions.ts";
import { headingOfGroups } from "./section-words.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { ECOSYSTEMS, ecosystemOf } from "../../format/ecosystems.ts";
import { formatCount } from "../../format/format.ts";
import { sentenceCase, timingLabel } from "../../format/words.ts";

/** Pixels per unit, so that text stays sharp. */
const DENSITY = 2;
const TEXT_X = 40;

/** Renders the whole drawing as PNG in the colors of the element's theme. */
export async function toPng(drawing: Drawing, element: HTMLElement): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = drawing.width * DENSITY;
  canvas.height = drawing.height * DENSITY;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser does not support canvas.");
  const color = readColors(element);
  // A spacing turns ligatures off, as in the page.
  context.letterSpacing = "0.001px";
  context.scale(DENSITY, DENSITY);
  context.fillStyle = color("sunken");
  context.fillRect(0, 0, drawing.width, drawing.height);
  drawEdges(context, drawing, color);
  drawCards(context, drawing, color);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The image is too large."))),
      "image/png",
    );
  });
}

type Colors = (token: string) => string;

/** Resolves color tokens in the theme of an element. */
function readColors(element: HTMLElement): Colors {
  const known = new Map<string, string>();
  return (token) => {
    const found = known.get(token);
    if (found !== undefined) return found;
    const probe = document.createElement("span");
    probe.style.color = `var(--color-${token})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    known.set(token, color);
    return color;
  };
}

function drawEdges(context: CanvasRenderingContext2D, drawing: Drawing, color: Colors): void {
  const { layers } = drawing;
  const counts = countRange(drawing);
  const lines = [
    ...drawing.trunks.map(({ path, tip, ...trunk }) => ({ path, tip, look: lineOf(trunk) })),
    ...usualLines(drawing).map(({ edge, path, tip }) => ({
      path,
      tip,
      look: layers.isAggregated ? countLine(edge.count, counts) : clockLine(edge),
    })),
  ];
  for (const { path, tip, look } of lines) {
    context.strokeStyle = color(look.color);
    context.lineWidth = look.width;
    context.setLineDash(look.dash === "" ? [] : look.dash.split(" ").map(Number));
    context.stroke(new Path2D(path));
    context.fillStyle = color(look.color);
    context.beginPath();
    for (const [x, y] of arrowAt(tip)) context.lineTo(x, y);
    context.fill();
  }
  context.setLineDash([]);
}

function drawCards(
  context: CanvasRenderingContext2D,
  { layers, cards, columns, frames, heading, sizes }: Drawing,
  color: Colors,
): void {
  const { cardWidth, cardHeight } = sizes;
  const text = (
    content: string,
    x: number,
    y: number,
    font: string,
    token: string,
    room = cardWidth - TEXT_X - 12,
  ): void => {
    context.font = font;
    context.fillStyle = color(token);
    context.fillText(content, x, y, room);
  };
  const sans = "12px Inter Variable, sans-serif";
  for (const { title, x, top = 0 } of columns)
    text(title, x, top + (top > 0 ? HEADING_HEIGHT : heading) / 2 + 4, sans, "muted");
  for (const { timing, timings = [], versions, x, y, width, height, groupsAt, groups = [] } of frames) {
    context.beginPath();
    context.roundRect(x, y, width, height, 8);
    context.strokeStyle = color("line");
    context.stroke();
    if (groupsAt !== undefined)
      text(headingOfGroups(groups), x + FRAME_PADDING, groupsAt + FRAME.groups / 2 + 4, sans, "muted");
    for (const { clock, count, isMaximum, line } of timings) {
      const { tone } = CLOCK_LOOKS[clock];
      const words = `${formatCount(count)} ${timingLabel(clock, isMaximum)}`;
      const middle = y + NARROW_PADDING + (line + 0.5) * TIMING_HEIGHT;
      text(words, x + NARROW_PADDING, middle + 4, sans, tone === "neutral" ? "muted" : tone);
    }
    if (timing === undefined) continue;
    const { tone } = CLOCK_LOOKS[timing.clock];
    const words = `${sentenceCase(timingLabel(timing.clock, timing.isMaximum))} ${formatCount(timing.count)}`;
    text(words, x + FRAME_PADDING, y + FRAME.heading / 2 + 4, sans, tone === "neutral" ? "muted" : tone);
    if (versions === undefined || versions.counts.length === 0) continue;
    const room = width - 2 * FRAME_PADDING;
    const middle = y + FRAME.heading + FRAME.versions / 2;
    text(countsInLines(versions, room), x + FRAME_PADDING, middle, sans, "muted", room);
  }
  const isOrgNamed = hasSeveralOrganizations(drawnNodes(layers));
  for (const { card, x, y, height = cardHeight } of cards) {
    const shown = detailIn(card, detailOf(sizes), layers);
    // There are no pins.
    const detail = shown === "timed" ? "wide" : shown;
    context.beginPath();
    context.roundRect(x, y, widthOfCard(card, sizes), height, 6);
    context.fillStyle = color("raised");
    context.fill();
    context.strokeStyle = color("line");
    context.lineWidth = 1;
    context.stroke();
    const type = card.kind === "repository" ? card.node.mainType : null;
    context.fillStyle = color(type === null ? "slate" : ECOSYSTEMS[ecosystemOf(type)].color);
    context.beginPath();
    context.arc(x + 20, y + cardHeight / 2, 6, 0, Math.PI * 2);
    context.fill();
    const note = card.clock === null || detail === "brief" ? "muted" : CLOCK_LOOKS[card.clock].tone;
    const organization = isOrgNamed && card.kind === "repository" ? prefixOf(card.node) : "";
    text(
      organization + titleOf(card),
      x + TEXT_X,
      y + 21,
      "500 13px JetBrains Mono Variable, monospace",
      "text",
    );
    text(noteOf(card, detail), x + TEXT_X, y + 38, sans, note === "neutral" ? "muted" : note);
    if (isTall(detail)) text(moreOf(card), x + TEXT_X, y + 55, sans, "muted");
  }
}
