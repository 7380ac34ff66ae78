import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Look } from "./open-browser.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Opens a path and waits until nothing is loading. */
  open: (path: string) => Promise<void>;
  /** Waits until nothing is loading. */
  settle: () => Promise<void>;
  /** Returns accessibility violations found by axe. */
  barriers: () => Promise<string[]>;
  /** Returns console errors and requests to other hosts since the last call. */
  faults: () => string[];
}

/** Opens a new browser context and records console errors and requests. */
export async function visit(browser: Browser, url: string, { theme, width }: Look): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport: { width, height: width < 768 ? 740 : 900 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith("http") && asked.origin !== url) faults.push(`request: ${request.url()}`);
  });
  const settle = async (): Promise<void> => {
    await page.waitForSelector("h1");
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  };
  return {
    page,
    context,
    settle,
    async open(path) {
      await page.goto(path);
      await settle();
    },
    async barriers() {
      const options = JSON.stringify({ runOnly: RULES, resultTypes: ["violations"] });
      if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
    },
    faults: () => faults.splice(0),
  };
}

/** Chromium logs expected 401, 402 and 404 responses as errors. */
const isExpected = (text: string): boolean => /status of 40[124]/u.test(text);
