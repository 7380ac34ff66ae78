import { createTestDatabase } from "@knockon/db/connect/test-database";
import { buildApplication } from "@knockon/web/build";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { openBrowser, type Look } from "./open-browser.ts";
import { runApplication, type RunningApplication } from "./run-application.ts";
import { visit, type Visitor } from "./visitor.ts";

interface TestApplication {
  application: () => RunningApplication;
  /** Opens a new browser context, closed after the tests. */
  visit: (look?: Look) => Promise<Visitor>;
}

/** The look of most tests. */
export const DEFAULT_LOOK: Look = { theme: "light", width: 1440 };

/** Starts an application with its own database and settings, and a browser, for the tests of a file. */
export function useApplication(
  settings: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): TestApplication {
  let application: RunningApplication;
  let browser: Browser;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    await buildApplication(() => {});
    const database = await createTestDatabase(inject("templateUrl"));
    drop = database.drop;
    application = await runApplication({ ...(await settings()), DATABASE_URL: database.url });
    browser = await openBrowser();
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await application.stop();
    await drop();
  });
  return {
    application: () => application,
    visit: (look = DEFAULT_LOOK) => visit(browser, application.url, look),
  };
}
