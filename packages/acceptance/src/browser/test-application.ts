import { createTestDatabase } from "@knockon/db/connect/test-database";
import { buildApplication } from "@knockon/web/build";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { openBrowser, type Look } from "./open-browser.ts";
import { runApplication, type RunningApplication } from "./run-application.ts";
import { visit, type Visitor } from "./visitor.ts";

interface TestApplication {
  application: () => RunningApplication;
  /** Somebody new, whose browser is closed with the others in the end. */
  visit: (look?: Look) => Promise<Visitor>;
}

/** In the tests of every commit, journeys are made like this. */
export const USUAL: Look = { theme: "light", width: 1440 };

/** The application of this file's tests, with a database and settings of its own, and a browser. */
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
    visit: (look = USUAL) => visit(browser, application.url, look),
  };
}
