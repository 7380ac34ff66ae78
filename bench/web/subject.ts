import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser } from "@knockon/acceptance/browser/chromium";
import { runApplication, signUp } from "@knockon/acceptance/browser/run-application";
import { visit } from "@knockon/acceptance/browser/visitor";
import { buildApplication } from "@knockon/web/build";
import type { Browser, BrowserContextOptions } from "playwright-core";

export const VIEWPORT = { width: 1440, height: 900 } as const;

/** The measured application and the bare pages to compare it with. */
export interface Subject {
  browser: Browser;
  /** URL of the overview. */
  overview: string;
  /** Options of a signed-in user. */
  signedIn: BrowserContextOptions;
  bareUrl: string;
}

/** Runs `npm start` with scanned examples and a signed-up user for the duration of `work`. */
export async function withSubject<T>(work: (subject: Subject) => Promise<T>): Promise<T> {
  await buildApplication(() => {});
  const application = await runApplication();
  const browser = await openBrowser();
  try {
    const account = await signUp(application, "Ada");
    const owner = await visit(browser, application.url, { theme: "light", width: VIEWPORT.width }, account);
    const overview = application.url + account.home;
    const signedIn = { viewport: VIEWPORT, storageState: await owner.context.storageState() };
    await owner.context.close();
    return await withBarePages((bareUrl) => work({ browser, overview, signedIn, bareUrl }));
  } finally {
    await browser.close();
    await application.stop();
  }
}

const PAGES: Readonly<Record<string, string>> = {
  /** The figures alone: a browser's time for any page. */
  "/overview": `<!doctype html><title>Overview</title><main><a href="/">Repositories 15</a></main>`,
  /** Nearly as large as the graph, with a new color per mouse move: a browser's time for any WebGL image. */
  "/canvas": `<!doctype html><title>Canvas</title><canvas role="application" width="1200" height="780"></canvas>
<script>
  const gl = document.querySelector("canvas").getContext("webgl2", { antialias: false });
  addEventListener("mousemove", ({ clientX }) => requestAnimationFrame(() => {
    gl.clearColor((clientX % 256) / 256, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }));
</script>`,
};

/** Serves minimal pages for the duration of `work`. */
async function withBarePages<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url = "" }, response) => {
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(page);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
