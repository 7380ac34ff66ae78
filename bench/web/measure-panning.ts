import type { Browser, Page } from "playwright-core";
import { generateGraph } from "./generated-graph.ts";
import { scriptsOf } from "./scripts.ts";
import { type Subject, VIEWPORT } from "./subject.ts";
import type { Pair } from "./web-bench.ts";

const LAYOUT_MS = 120_000;

interface MeasuredPanning {
  framesPerSecond: Pair;
  scripts: ReadonlySet<string>;
}

/** Measures the graph page with a generated org instead of the API's response, fully visible. */
export async function measurePanning(
  { browser, overview, signedIn, bareUrl }: Subject,
  { runs, seed }: { runs: number; seed: number },
): Promise<MeasuredPanning> {
  const graph = generateGraph(seed);
  const [ours, bare] = [await browser.newContext(signedIn), await browser.newContext({ viewport: VIEWPORT })];
  try {
    const [page, canvas] = [await ours.newPage(), await bare.newPage()];
    const scripts = scriptsOf(page);
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: graph }));
    await page.goto(`${overview}/graph?whole=true`);
    await page.locator("[role=application][aria-busy=false]").waitFor({ timeout: LAYOUT_MS });
    await canvas.goto(`${bareUrl}/canvas`);
    const framesPerSecond = { ours: 0, bare: 0 };
    for (let run = 0; run < runs; run += 1) {
      await page.bringToFront();
      framesPerSecond.ours = Math.max(framesPerSecond.ours, await pan(browser, page));
      await canvas.bringToFront();
      framesPerSecond.bare = Math.max(framesPerSecond.bare, await pan(browser, canvas));
    }
    return { framesPerSecond, scripts };
  } finally {
    await ours.close();
    await bare.close();
  }
}

const WARM_UP_MS = 500;
const MEASURED_MS = 3000;
const RADIUS = 160;
const STEP = 0.15;
/** Trace category with the frames that the compositor showed. */
const FRAMES = "disabled-by-default-devtools.timeline.frame";

/** Drags the drawing in circles, one move per frame. Returns the frames per second. */
async function pan(browser: Browser, page: Page): Promise<number> {
  const box = await page.getByRole("application").boundingBox();
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
