import type { Browser, Page } from "playwright-core";

const WARM_UP_MS = 500;
const MEASURED_MS = 3000;
const RADIUS = 160;
const STEP = 0.15;
/** The compositor tells here what it showed. */
const FRAMES = "disabled-by-default-devtools.timeline.frame";

/** Drags what is drawn around in circles, a move for every frame. Returns how many a second were shown. */
export async function pan(browser: Browser, page: Page): Promise<number> {
  const box = await page.getByRole("application").boundingBox();
  if (!box) throw new Error("There is nothing to pan.");
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
