import axe from "axe-core";
import { SESSION_COOKIE } from "@knockon/core/session/session";
import { Entitlements } from "@knockon/contract/resources/workspace";
import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Account } from "./run-application.ts";

/** Theme and viewport width in pixels. */
export interface Look {
  theme: "light" | "dark";
  width: 360 | 768 | 1440;
}

/** The look of most tests. */
export const DEFAULT_LOOK: Look = { theme: "light", width: 1440 };

export const LOOKS: readonly Look[] = [
  DEFAULT_LOOK,
  { theme: "light", width: 360 },
  { theme: "dark", width: 1440 },
  { theme: "dark", width: 360 },
];

/** Rules of axe, by tag. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** Shifts that the visitor did not cause. */
interface LayoutShift {
  /** Of Chromium's scores. */
  sum: number;
  /** The beginning of the text of what moved. */
  moved: string[];
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /**
   * Opens a path and waits until nothing is loading. Navigates like a link if the application shows another page, which takes half
   * as long as `load` and keeps what the application has cached.
   */
  open: (path: string) => Promise<void>;
  /** Loads the application at a path and waits until nothing is loading. */
  load: (path: string) => Promise<void>;
  /** Changes theme and width of the open page. */
  changeLook: (look: Look) => Promise<void>;
  /** Waits until nothing is loading. */
  settle: () => Promise<void>;
  /** Leaves the application and removes the page's routes. The next `open` loads the application, without cached responses. */
  reset: () => Promise<void>;
  /** Returns violations that axe finds, of accessibility rules by tag or ID. By default all rules. */
  barriers: (rules?: readonly string[]) => Promise<string[]>;
  /** Returns the layout shift since the last call. */
  layoutShift: () => Promise<LayoutShift>;
  /** Returns console errors and requests to other hosts since the last call. */
  faults: () => string[];
}

/** Opens a new browser context, in which the account is signed in, and records console errors and requests. */
export async function visit(
  browser: Browser,
  url: string,
  { theme, width }: Look,
  account?: Account,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: theme,
    viewport: viewportOf(width),
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (account) await context.addCookies([{ name: SESSION_COOKIE, value: account.session, url }]);
  await context.addInitScript({ content: OBSERVE_SHIFTS });
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
    async load(path) {
      await page.goto(path);
      await settle();
    },
    async open(path) {
      const isOpen = page.url().startsWith(url);
      if (isOpen && new URL(page.url()).pathname !== new URL(path, url).pathname) {
        await page.evaluate(navigateTo(path));
        // That the former page is replaced is no shift.
        await page.evaluate("window.takeLayoutShift()");
      } else await page.goto(path);
      await settle();
    },
    async changeLook(look) {
      await page.setViewportSize(viewportOf(look.width));
      await page.emulateMedia({ colorScheme: look.theme });
    },
    async barriers(rules = RULES) {
      // No rule needs preloaded style sheets.
      const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"], preload: false });
      if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
      // Focus guards of open menus move the focus on. axe recognizes that only if the menu is small compared to the page.
      const scope = JSON.stringify({ exclude: ["[data-base-ui-focus-guard]"] });
      const { violations } = await page.evaluate<AxeResults>(`axe.run(${scope}, ${options})`);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
      );
    },
    async reset() {
      // A handler may still be waiting for a response. What it then does with the request of a page that was left is no error.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await page.goto("about:blank");
    },
    layoutShift: () => page.evaluate<LayoutShift>("window.takeLayoutShift()"),
    faults: () => faults.splice(0),
  };
}

/** Runs in the page. */
const OBSERVE_SHIFTS = `{
  let [sum, moved] = [0, []];
  const textOf = ({ node }) => (node?.textContent || node?.nodeName || "").slice(0, 40);
  const add = (entries) => {
    for (const { value, hadRecentInput, sources } of entries) {
      if (hadRecentInput) continue;
      sum += value;
      moved.push(...sources.map(textOf));
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.takeLayoutShift = () => {
    add(observer.takeRecords());
    const taken = { sum, moved };
    [sum, moved] = [0, []];
    return taken;
  };
}`;

const viewportOf = (width: number) => ({ width, height: width < 768 ? 740 : 900 });

/** A script that navigates with the application's router. Resolves after the page is rendered. */
const navigateTo = (path: string): string => `new Promise((resolve) => {
  const stop = __TSR_ROUTER__.subscribe("onRendered", () => {
    stop();
    resolve();
  });
  void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
})`;

/** Chromium logs expected 401, 402 and 404 responses as errors. */
const isExpected = (text: string): boolean => /status of 40[124]/u.test(text);

/** Makes the API report that the workspace's plan lacks a feature. */
export const withoutFeature = (page: Page, feature: Feature): Promise<unknown> =>
  page.route(/\/entitlements$/u, async (route) => {
    const entitlements = Entitlements.parse(await (await route.fetch()).json());
    const features = { ...entitlements.features, [feature]: false };
    await route.fulfill({ json: { ...entitlements, features } });
  });
