import { join } from "node:path";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { builtServer } from "../testing/built-server.ts";
import { openBrowser } from "./chromium.ts";
import { addExampleCheck } from "./example-check.ts";
import { runApplication, signUp, type Account, type RunningApplication } from "./run-application.ts";
import { DEFAULT_LOOK, visit, type Look, type Visitor } from "./visitor.ts";

interface TestApplication {
  application: () => RunningApplication;
  /** The Owner of the local workspace, in which the examples are scanned. */
  account: () => Account;
  /** Opens a new browser context, closed after the tests. */
  visit: (look?: Look) => Promise<Visitor>;
  /** Opens a new browser context in which the Owner is signed in. */
  visitAsOwner: (look?: Look) => Promise<Visitor>;
}

/**
 * Runs an application with the scanned examples for the tests of a file. Files without settings share one per process:
 * their tests may add to the workspace, but must not rename it or change its members.
 */
export function useApplication(settings?: () => Promise<Record<string, string>>): TestApplication {
  let started: StartedApplication;
  let browser: Browser;
  beforeAll(async () => {
    [started, browser] = await Promise.all([
      settings ? start(await settings()) : sharedApplication(),
      sharedBrowser(),
    ]);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (settings) await started.stop();
  });
  return {
    application: () => started.application,
    account: () => started.account,
    visit: (look = DEFAULT_LOOK) => visit(browser, started.application.url, look),
    visitAsOwner: (look = DEFAULT_LOOK) => visit(browser, started.application.url, look, started.account),
  };
}

interface StartedApplication {
  application: RunningApplication;
  account: Account;
  stop: () => Promise<void>;
}

let browserOfProcess: Promise<Browser> | undefined;
let applicationOfProcess: Promise<StartedApplication> | undefined;

/** Returns the Chromium of this process. Playwright ends it with the process. */
const sharedBrowser = (): Promise<Browser> => (browserOfProcess ??= openBrowser());

/** Returns the application of this process. Vitest ends its processes by SIGTERM. */
function sharedApplication(): Promise<StartedApplication> {
  applicationOfProcess ??= start({}).then((started) => {
    process.once("SIGTERM", () => void started.application.stop());
    return started;
  });
  return applicationOfProcess;
}

/** Starts an application on a copy of the scanned examples and their database. */
async function start(environment: Record<string, string>): Promise<StartedApplication> {
  const { account, databaseUrl, dataFolder } = await scannedExamples();
  const { url: DATABASE_URL, drop } = await createTestDatabase(databaseUrl);
  const application = await runApplication({
    environment: { ...environment, DATABASE_URL },
    copied: dataFolder,
    program: await builtServer(),
  });
  const stop = async (): Promise<void> => {
    await application.stop();
    await drop();
  };
  return { application, account, stop };
}

/** Scans the examples and signs up the Owner, once per run. Every file continues from a copy. */
const scannedExamples = () =>
  oncePerRun("scanned-examples", async (folder) => {
    const { url: databaseUrl } = await createTestDatabase(inject("templateUrl"));
    const dataFolder = join(folder, "data");
    const application = await runApplication({
      environment: { DATABASE_URL: databaseUrl },
      dataFolder,
      program: await builtServer(),
    });
    try {
      const account = await signUp(application, "Ada");
      await addExampleCheck(databaseUrl);
      return { databaseUrl, dataFolder, account };
    } finally {
      await application.stop();
    }
  });
