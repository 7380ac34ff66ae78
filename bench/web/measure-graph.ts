import { generateGraph } from "@knockon/acceptance/testing/generated-graph";
import type { Browser, Locator, Page } from "playwright-core";

import { scriptsOf } from "./scripts.ts";
import { type Subject, VIEWPORT } from "./subject.ts";
import type { Pair } from "./web-bench.ts";

interface MeasuredGraph {
  framesPerSecond: Pair;
  /** From opening the page within the application to painting its clusters, without the transfer of the graph. */
  paintMilliseconds: number;
  scripts: ReadonlySet<string>;
}

/** Measures the graph page with a generated org instead of the API's response: its clusters, and panning at one of them. */
export async function measureGraph(
  { browser, overview, signedIn, bareUrl }: Subject,
  { runs, seed }: { runs: number; seed: number },
): Promise<MeasuredGraph> {
  const [ours, bare] = [await browser.newContext(signedIn), await browser.newContext({ viewport: VIEWPORT })];
  try {
    await ours.addInitScript({ content: answerWith(JSON.stringify(generateGraph(seed))) });
    const [page, canvas] = [await ours.newPage(), await bare.newPage()];
    const scripts = scriptsOf(page);
    const path = new URL(overview).pathname;
    let paintMilliseconds = Infinity;
    for (let run = 0; run < runs; run += 1) {
      await page.goto(overview);
      await page.locator("main a").first().waitFor();
      await page.waitForLoadState("networkidle");
      paintMilliseconds = Math.min(
        paintMilliseconds,
        await page.evaluate<number>(paint(`${path}/graph?whole=true`)),
      );
    }
    // Larger than the window, so that it can be panned.
    await page.goto(`${overview}/graph?whole=true&cluster=platform`);
    const drawing = page.locator("section[aria-label^='Graph of']");
    await drawing.locator("[data-card]").first().waitFor();
    await canvas.goto(`${bareUrl}/canvas`);
    const framesPerSecond = { ours: 0, bare: 0 };
    for (let run = 0; run < runs; run += 1) {
      await page.bringToFront();
      framesPerSecond.ours = Math.max(framesPerSecond.ours, await pan(browser, page, drawing));
      await canvas.bringToFront();
      framesPerSecond.bare = Math.max(
        framesPerSecond.bare,
        await pan(browser, canvas, canvas.getByRole("application")),
      );
    }
    return { framesPerSecond, paintMilliseconds, scripts };
  } finally {
    await ours.close();
    await bare.close();
  }
}

/** Runs in the page: answers requests for a graph at once. */
const answerWith = (graph: string): string => `{
  const graph = ${JSON.stringify(graph)};
  const request = window.fetch;
  window.fetch = (input, init) =>
    /\\/connected-orgs\\/[^/]+\\/graph/.test(typeof input === "string" ? input : input.url)
      ? Promise.resolve(new Response(graph, { headers: { "Content-Type": "application/json" } }))
      : request(input, init);
}`;

/** Cards, or the columns of a matrix of clusters. */
const DRAWN = "[data-card], [data-column]";

/** Runs in the page: opens a path as a link does. Resolves with the time until the frame that first shows the graph is painted. */
const paint = (path: string): string => `new Promise((resolve) => {
  const start = performance.now();
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(DRAWN)})) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - start);
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
  void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
})`;

const WARM_UP_MS = 500;
const MEASURED_MS = 3000;
const RADIUS = 160;
const STEP = 0.15;
/** Trace category with the frames that the compositor showed. */
const FRAMES = "disabled-by-default-devtools.timeline.frame";

/** Drags the drawing in circles, one move per frame. Returns the frames per second. */
async function pan(browser: Browser, page: Page, drawing: Locator): Promise<number> {
  const box = await drawing.boundingBox();
  if (!box) throw new Error("The page has no drawing to pan.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let angle = 0;
  const drag = async (milliseconds: number): Promise<void> => {
    for (const end = performance.now() + milliseconds; performance.now() < end; angle += STEP) {
      await page.mouse.move(x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle));
    }
  };
  await page.mouse.move(x + RADIUS, y);
  await page.mouse.down();
  await drag(WARM_UP_MS);
  await browser.startTracing(undefined, { categories: [FRAMES] });
  const startedAt = performance.now();
  await drag(MEASURED_MS);
  const seconds = (performance.now() - startedAt) / 1000;
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: { name: string }[] };
  await page.mouse.up();
  return trace.traceEvents.filter(({ name }) => name === "DrawFrame").length / seconds;
}
