import type { Browser, BrowserContextOptions } from "playwright-core";
import { scriptsOf } from "./scripts.ts";
import { VIEWPORT, type Subject } from "./subject.ts";
import type { Pair } from "./web-bench.ts";

/** Runs in the page: resolves after painting the frame that first shows the repository count. */
const WATCH = `window.figuresPainted = new Promise((resolve) => {
  const isFigure = ({ textContent }) => /^Repositories\\s*\\d/.test(textContent);
  new MutationObserver((_, observer) => {
    if (![...document.querySelectorAll("main a")].some(isFigure)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
});`;

interface MeasuredOverview {
  milliseconds: Pair;
  /** Scripts loaded by then. */
  scripts: ReadonlySet<string>;
}

/** Measures the time from navigation to the overview's figures with an empty cache. */
export async function measureOverview(subject: Subject, runs: number): Promise<MeasuredOverview> {
  const { browser, overview, signedIn, bareUrl } = subject;
  const [ours, bare]: [number[], number[]] = [[], []];
  let scripts: ReadonlySet<string> = new Set();
  for (let run = 0; run < runs; run += 1) {
    const shown = await showFigures(browser, overview, signedIn);
    ours.push(shown.milliseconds);
    scripts = shown.scripts;
    bare.push((await showFigures(browser, `${bareUrl}/overview`, { viewport: VIEWPORT })).milliseconds);
  }
  return { milliseconds: { ours: Math.min(...ours), bare: Math.min(...bare) }, scripts };
}

async function showFigures(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  try {
    await context.addInitScript({ content: WATCH });
    const page = await context.newPage();
    const scripts = scriptsOf(page);
    await page.goto(url, { waitUntil: "commit" });
    const milliseconds = await page.evaluate<number>("window.figuresPainted");
    return { milliseconds, scripts: new Set(scripts) };
  } finally {
    await context.close();
  }
}
