import type { Page } from "playwright-core";

/** The paths of the scripts that a page has loaded so far; it goes on to grow. */
export function scriptsOf(page: Page): ReadonlySet<string> {
  const paths = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") paths.add(new URL(response.url()).pathname);
  });
  return paths;
}
