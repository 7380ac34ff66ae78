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
  /** Leads to a path and waits until nothing is loading. */
  open: (path: string) => Promise<void>;
  /** Waits until nothing is loading. */
  settle: () => Promise<void>;
  /** What somebody who cannot see, or not well, would stumble over. */
  barriers: () => Promise<string[]>;
  /** What should not have happened since it was last asked: errors on the console, requests to other hosts. */
  faults: () => string[];
}

/** Somebody with a browser of their own. What the console and the network say is noted. */
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

/** Chromium reports refused requests as errors: whoever is not signed in, or asks for what is not there, is to be refused. */
const isExpected = (text: string): boolean => /status of 40[124]/u.test(text);
