import { openBrowser } from "@knockon/acceptance/browser/open-browser";
import { runApplication } from "@knockon/acceptance/browser/run-application";
import { signUp } from "@knockon/acceptance/browser/sign-up";
import { visit } from "@knockon/acceptance/browser/visitor";
import { buildApplication } from "@knockon/web/build";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { withBarePages } from "./bare-pages.ts";

export const VIEWPORT = { width: 1440, height: 900 } as const;

/** What is measured, and beside what. */
export interface Subject {
  browser: Browser;
  /** The address of the overview. */
  overview: string;
  /** Of somebody who is signed in. */
  signedIn: BrowserContextOptions;
  bareUrl: string;
}

/** `npm start` with its examples scanned, and somebody who has signed up there, for as long as `work`. */
export async function withSubject<T>(work: (subject: Subject) => Promise<T>): Promise<T> {
  await buildApplication(() => {});
  const application = await runApplication();
  const browser = await openBrowser();
  try {
    const ada = await visit(browser, application.url, { theme: "light", width: VIEWPORT.width });
    await signUp(ada, application, "Ada");
    const overview = ada.page.url();
    const signedIn = { viewport: VIEWPORT, storageState: await ada.context.storageState() };
    await ada.context.close();
    return await withBarePages((bareUrl) => work({ browser, overview, signedIn, bareUrl }));
  } finally {
    await browser.close();
    await application.stop();
  }
}
