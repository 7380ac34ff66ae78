import { generateGraph } from "./generated-graph.ts";
import { pan } from "./pan.ts";
import { scriptsOf } from "./scripts-of.ts";
import { VIEWPORT, type Subject } from "./subject.ts";
import type { Pair } from "./web-bench.ts";

const LAYOUT_MS = 120_000;

interface MeasuredPanning {
  framesPerSecond: Pair;
  scripts: ReadonlySet<string>;
}

/** The graph page with a generated org in place of the service's answer, all of it in sight. */
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
