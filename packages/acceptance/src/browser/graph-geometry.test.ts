import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { tabularWidth, textWidth } from "@knockon/web/text-width";
import { beforeAll, describe, expect, it } from "vitest";
import { generateGraph } from "../testing/generated-graph.ts";
import { useApplication } from "./test-application.ts";
import { DEFAULT_LOOK, type Look, type Visitor } from "./visitor.ts";

const { account, visitAsOwner } = useApplication();

interface Geometry {
  cards: number;
  /** Pairs of cards that cover each other. */
  overlaps: string[];
  /** Texts that leave their card. */
  clipped: string[];
  edges: number;
  /** Edges with an end that is not at its card. */
  loose: string[];
  /** Edges that cross a card they do not belong to. */
  crossing: string[];
  /** Buttons that are not inside a card, where a line could run behind them. */
  outside: number;
  /** Number of frames around cards. */
  frames: number;
  /** Lines between frames that do not end at one, or cross a card. */
  looseAtFrame: number;
}

/** Measures the drawing in the page, in its own coordinates. */
const MEASURE = `(() => {
  const svg = document.querySelector("svg:has([data-edge])");
  const origin = document.querySelector("section[aria-label^='Graph of'] > div").getBoundingClientRect();
  const boxOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, right: left - origin.left + width, bottom: top - origin.top + height };
  };
  const scale = Number(document.querySelector("section[aria-label^='Graph of'] > div").style.zoom || 1);
  const cards = [...document.querySelectorAll("[data-card]")].map((element) => ({ id: element.dataset.card, element, box: boxOf(element) }));
  const cover = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const overlaps = cards.flatMap((a, at) => cards.slice(at + 1).filter((b) => cover(a.box, b.box)).map((b) => a.id + " " + b.id));
  const clipped = cards.filter(({ element, box }) =>
    [...element.querySelectorAll("span:not(.sr-only)")].some((text) => {
      const inner = boxOf(text);
      return inner.right > box.right + 1 || inner.left < box.left - 1 || inner.bottom > box.bottom + 1;
    }),
  ).map(({ id }) => id);
  const near = ({ x, y }, box, by) => x >= box.left - by && x <= box.right + by && y >= box.top - by && y <= box.bottom + by;
  const edges = [...document.querySelectorAll("[data-edge]")];
  const loose = [], crossing = [];
  for (const edge of edges) {
    const path = edge.querySelector("path");
    const length = path.getTotalLength();
    const at = (share) => { const { x, y } = path.getPointAtLength(length * share); return { x: x * scale, y: y * scale }; };
    const name = edge.dataset.from + " " + edge.dataset.to;
    const ends = cards.filter(({ id }) => id === edge.dataset.from || id === edge.dataset.to);
    const touches = [at(0), at(1)].every((point) => ends.some(({ box }) => near(point, box, 2)));
    if (ends.length !== 2 || !touches || !ends.every(({ box }) => [at(0), at(1)].some((point) => near(point, box, 2)))) loose.push(name);
    const steps = Math.ceil(length / 8);
    const points = Array.from({ length: steps }, (_, step) => at(step / steps));
    const isCrossing = cards.some(({ id, box }) => id !== edge.dataset.from && id !== edge.dataset.to &&
      points.some((point) => near(point, box, -2)));
    if (isCrossing) crossing.push(name);
  }
  const outside = [...document.querySelectorAll("li > button[aria-expanded]")].map(boxOf).filter((button) =>
    !cards.some(({ box }) => button.left >= box.left && button.right <= box.right && button.top >= box.top && button.bottom <= box.bottom)).length;
  const frames = [...document.querySelectorAll("[data-frame]")].map(boxOf);
  const looseAtFrame = [...document.querySelectorAll("[data-frame-lines] path[fill=none]")].filter((path) => {
    const length = path.getTotalLength();
    const points = Array.from({ length: 21 }, (_, step) => path.getPointAtLength(length * step / 20)).map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const atFrame = [points[0], points[20]].some(({ x, y }) => frames.some((frame) =>
      (y > frame.top && y < frame.bottom && (Math.abs(x - frame.left) < 2 || Math.abs(x - frame.right) < 2)) ||
      (x > frame.left && x < frame.right && (Math.abs(y - frame.top) < 2 || Math.abs(y - frame.bottom) < 2))));
    return !atFrame || cards.some(({ box }) => points.some((point) => near(point, box, -2)));
  }).length;
  return { cards: cards.length, overlaps, clipped, edges: edges.length, loose, crossing, outside, frames: frames.length, looseAtFrame };
})()`;

/** The greatest distance between right ends of the first and of the second numbers of a column of the matrix. */
const MISALIGNED = `(() => {
  const ends = (cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { right, width } = range.getBoundingClientRect();
      if (/^[\\d,]+$/u.test(texts.currentNode.data) && width > 1) found.push(right);
    }
    return found;
  };
  const columns = [];
  for (const row of document.querySelectorAll("section table tr, [data-full-bleed] table tr"))
    for (const [at, cell] of [...row.cells].entries())
      for (const [which, end] of ends(cell).entries()) ((columns[at] ??= [])[which] ??= []).push(end);
  return Math.max(...columns.flat().filter(Boolean).map((all) => Math.max(...all) - Math.min(...all)));
})()`;

let ada: Visitor;
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

/** Shows another graph than that of the examples. */
const show = ({ page }: Visitor, graph: DependencyGraph): Promise<unknown> =>
  page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: graph }));

async function measure({ page, settle }: Visitor, cards: number): Promise<Geometry> {
  await settle();
  await page
    .locator("[data-card]")
    .nth(cards - 1)
    .waitFor();
  return page.evaluate<Geometry>(MEASURE);
}

const SOUND = { overlaps: [], clipped: [], loose: [], crossing: [], outside: 0, looseAtFrame: 0 };

/** `KNOCKON_BROWSER=all` measures in every look. */
const isDeep = process.env["KNOCKON_BROWSER"] === "all";

const LOOKS = (["light", "dark"] as const)
  .flatMap((theme) => ([768, 1440] as const).map((width): Look => ({ theme, width })))
  .filter(({ theme, width }) => isDeep || (theme === "light" ? width === 1440 : width === 768));

describe.each(LOOKS)("in $theme at $width px", (look) => {
  it("cards do not overlap, edges end at their cards and cross no other, and axe finds nothing", async () => {
    await ada.changeLook(look);
    await ada.open(`${home}/graph?through=repositories&direction=both&depth=3`);
    expect(await measure(ada, look.width === 1440 ? 11 : 8)).toMatchObject(SOUND);
    expect(await ada.barriers()).toEqual([]);
    expect(ada.faults()).toEqual([]);
  });

  it("an organization draws the lines of any card between the others, and axe finds nothing", async () => {
    const { page, open } = ada;
    await ada.changeLook(look);
    await open(`${home}/graph?whole=true`);
    const whole = await measure(ada, 8);
    expect(whole).toMatchObject(SOUND);
    expect(whole.edges).toBeGreaterThan(2);
    expect(await ada.barriers()).toEqual([]);
    for (const card of await page.locator("[data-card]").all()) {
      await card.hover();
      expect(await page.evaluate<Geometry>(MEASURE)).toMatchObject(SOUND);
    }
    await open(`${home}/graph?whole=true&group=ecosystem`);
    await page.getByRole("table", { name: "Dependencies between ecosystems" }).waitFor();
    expect(await ada.barriers()).toEqual([]);
    expect(ada.faults()).toEqual([]);
  });
});

it("is a list of the same cards at 360 px, which expands by touch and without axe findings", async () => {
  const { page } = ada;
  await ada.changeLook({ theme: "dark", width: 360 });
  await ada.open(`${home}/graph?through=repositories`);
  const cards = page.locator("section[aria-label=Graph] [data-card]");
  await cards.first().waitFor();
  const direct = await cards.count();
  await page
    .getByRole("button", { name: /^Show \d+ more dependents?/u })
    .first()
    .click();
  await page.getByRole("heading", { name: "Dependents · 2 hops" }).waitFor();
  expect(await cards.count()).toBeGreaterThan(direct);
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  expect(boxes.filter((box) => box && box.x + box.width > 360)).toEqual([]);
  expect(await ada.barriers()).toEqual([]);
  expect(ada.faults()).toEqual([]);
  await ada.changeLook(DEFAULT_LOOK);
});

it("knows the widths of the letters of the font, so that names fit into cards", async () => {
  await ada.open(`${home}/graph`);
  const widthOf = (text: string, style: string): Promise<number> =>
    ada.page.evaluate<number>(`(async () => {
      await document.fonts.ready;
      const span = document.body.appendChild(document.createElement("span"));
      span.style = ${JSON.stringify(`position: absolute; white-space: pre; ${style}`)};
      span.textContent = ${JSON.stringify(text)};
      const { width } = span.getBoundingClientRect();
      span.remove();
      return width;
    })()`);
  const texts = [
    "client_golang, prometheus +6",
    "platform-1171, web-141",
    "v0.6.1–v0.6.2",
    "Others, 33 owners",
  ];
  for (const text of texts) {
    const ratios = [
      textWidth(text) / (await widthOf(text, "font-size: 12px")),
      textWidth(text, 13.2) / (await widthOf(text, "font-size: 13px; font-weight: 500")),
      tabularWidth(text) / (await widthOf(text, "font-size: 12px; font-variant-numeric: tabular-nums")),
    ];
    for (const ratio of ratios) {
      // A browser may round letters to whole pixels.
      expect(ratio).toBeGreaterThan(0.97);
      expect(ratio).toBeLessThan(1.08);
    }
  }
});

describe("columns that do not fit into the window", () => {
  const isWider = () =>
    ada.page.evaluate<boolean>(
      "[...document.querySelectorAll('[data-full-bleed] section')].some((one) => one.scrollWidth > one.clientWidth + 1)",
    );

  it("are lists with both sides beside each other, and an organization has fewer of them", async () => {
    await ada.changeLook({ theme: "light", width: 768 });
    await show(ada, generateGraph());
    const graph = generateGraph();
    const uses = Map.groupBy(graph.edges, ({ source }) => source);
    const [root] = [...uses].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    await ada.load(`${home}/graph?root=${root}&through=repositories&direction=both&depth=3`);
    const left = ada.page.getByRole("region", { name: "Dependencies · 1 hop" });
    await left.waitFor();
    const right = ada.page.getByRole("region", { name: "Dependents · 1 hop" });
    const [one, other] = [await left.boundingBox(), await right.boundingBox()];
    expect(other?.x).toBeGreaterThan((one?.x ?? 0) + (one?.width ?? 0));
    expect(other?.y).toBe(one?.y);
    expect(await isWider()).toBe(false);
    expect(await ada.barriers()).toEqual([]);
    await ada.reset();
    await ada.load(`${home}/graph?whole=true`);
    expect(await measure(ada, 8)).toMatchObject(SOUND);
    expect(await isWider()).toBe(false);
    await ada.changeLook(DEFAULT_LOOK);
  }, 60_000);
});

describe("a generated organization of 2,000 repositories", () => {
  /** Whether the first card of the longest column is below the headings. */
  const isFirstWhole = () =>
    ada.page.evaluate<boolean>(
      `(() => {
        const drawing = document.querySelector("section[aria-label^='Graph of'] > div");
        const headings = drawing.firstElementChild.getBoundingClientRect();
        const tops = [...drawing.querySelectorAll("[data-card]")].map((card) => card.getBoundingClientRect().top);
        return Math.min(...tops) >= headings.bottom;
      })()`,
    );

  it("is drawn without overlaps around a repository, with groups and expanded", async () => {
    const graph = generateGraph();
    const uses = Map.groupBy(graph.edges, ({ target }) => target);
    const bySize = [...uses].toSorted(([, a], [, b]) => b.length - a.length);
    await show(ada, graph);
    const rootOf = (count: number) => bySize.find(([, { length }]) => length <= count)?.[0];
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories`);
    const wide = await measure(ada, 12);
    expect(wide).toMatchObject(SOUND);
    // Dependents are in three places beside each other, in a frame per timing.
    expect(wide.frames).toBeGreaterThan(0);
    expect(wide.cards).toBeGreaterThan(24);
    expect(wide.cards).toBeLessThanOrEqual(37);
    expect(await isFirstWhole()).toBe(true);
    // The lines of a card appear when it has the focus, and pass between the others.
    const framed = ada.page.getByRole("list", { name: /^Dependents/u }).locator("[data-card]");
    await framed.last().focus();
    await ada.page.keyboard.press("ArrowUp");
    await ada.page.locator("[data-edge][data-state=near]").first().waitFor();
    expect(await measure(ada, 12)).toMatchObject(SOUND);
    // On a phone, these are lists below each other, and links lead to them.
    await ada.changeLook({ ...DEFAULT_LOOK, width: 360 });
    const jump = ada.page.getByRole("navigation", { name: "Columns" }).getByRole("button");
    expect(await jump.first().innerText()).toMatch(/^Dependents,\s+May be on next run\s+\d+$/u);
    await jump.filter({ hasText: "When bumped" }).click();
    const bumped = ada.page.getByRole("heading", { name: /^When bumped/u });
    await expect.poll(async () => (await bumped.boundingBox())?.y ?? Infinity).toBeLessThan(300);
    await ada.changeLook(DEFAULT_LOOK);
    // Several hops would be a tangle: their lines are summed up from frame to frame.
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories&direction=both&depth=2`);
    await ada.page.getByRole("heading", { name: "Dependents · 2 hops" }).waitFor();
    const summed = await measure(ada, 12);
    expect(summed).toMatchObject(SOUND);
    expect(summed.frames).toBeGreaterThan(1);
    expect(summed.edges).toBe(0);
    expect(await ada.page.locator("[data-frame-lines] path").count()).toBeGreaterThanOrEqual(summed.frames);
    expect(await ada.barriers()).toEqual([]);
    // Dependencies of several hops are below each other.
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories&direction=both&depth=3`);
    await ada.page.getByRole("heading", { name: /^Dependencies · 2 hops/u }).waitFor();
    expect(await measure(ada, 12)).toMatchObject(SOUND);
    expect(await ada.barriers()).toEqual([]);
    await ada.changeLook({ theme: "light", width: 768 });
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories`);
    // The window has room for fewer of them.
    const narrow = await measure(ada, 11);
    expect(narrow).toMatchObject({ ...SOUND, frames: wide.frames });
    expect(narrow.cards).toBeLessThan(wide.cards);
    // A phone lists the same sections.
    await ada.changeLook({ theme: "light", width: 360 });
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories`);
    const list = ada.page.getByRole("region", { name: "Dependents · 1 hop" });
    await list.getByRole("heading", { level: 3 }).first().waitFor();
    expect(await list.getByRole("heading", { level: 3 }).count()).toBe(wide.frames);
    expect(await ada.barriers()).toEqual([]);
    await ada.changeLook({ theme: "light", width: 768 });
    await ada.load(`${home}/graph?root=${rootOf(1000)}&through=repositories`);
    await measure(ada, 11);
    expect(await isFirstWhole()).toBe(true);
    await ada.changeLook(DEFAULT_LOOK);
    await ada.open(`${home}/graph?root=${rootOf(12)}&through=repositories&depth=3`);
    const deep = await measure(ada, 12);
    expect(deep).toMatchObject(SOUND);
    await ada.open(`${home}/graph?whole=true`);
    await ada.settle();
    // Lines between so many clusters would cover each other: they are rows and columns.
    await ada.page.locator("[data-cluster]").nth(19).waitFor();
    expect(
      await ada.page.getByRole("button", { name: /uses platform\*: \d+ dependencies/u }).count(),
    ).toBeGreaterThan(15);
    expect(await ada.barriers()).toEqual([]);
    expect(await ada.page.evaluate<number>(MISALIGNED)).toBeLessThan(1);
    await ada.changeLook({ theme: "light", width: 768 });
    await ada.load(`${home}/graph?whole=true`);
    await ada.page.locator("[data-cluster]").nth(19).waitFor();
    expect(await ada.page.evaluate<number>(MISALIGNED)).toBeLessThan(1);
    await ada.changeLook(DEFAULT_LOOK);
    await ada.reset();
  }, 90_000);
});
