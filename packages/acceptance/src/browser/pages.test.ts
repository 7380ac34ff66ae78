import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LOOKS } from "./open-browser.ts";
import { PUBLIC_PAGES, WORKSPACE_PAGES, type KnownPage } from "./pages.ts";
import { signUp } from "./sign-up.ts";
import { DEFAULT_LOOK, useApplication } from "./test-application.ts";
import type { Visitor } from "./visitor.ts";

const { application, visit } = useApplication();

let session: Awaited<ReturnType<Visitor["context"]["cookies"]>>;
let workspacePath: string;

beforeAll(async () => {
  const ada = await visit();
  await signUp(ada, application(), "Ada");
  workspacePath = new URL(ada.page.url()).pathname;
  session = await ada.context.cookies();
}, 60_000);

const isDeep = process.env["KNOCKON_BROWSER"] === "all";

/** Returns every page for the usual look, and the first few for the others unless `KNOCKON_BROWSER=all`. */
const pagesIn = (look: (typeof LOOKS)[number], pages: readonly KnownPage[], few: number) =>
  isDeep || (look.theme === DEFAULT_LOOK.theme && look.width === DEFAULT_LOOK.width)
    ? pages
    : pages.slice(0, few);

/** Accessibility violations, console errors and overflow of the page. */
async function flaws({ page, barriers, faults }: Visitor): Promise<string[]> {
  const overflow = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  return [...(await barriers()), ...faults(), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
}

describe.each(LOOKS)("no violation, error or overflow in $theme at $width px", (look) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(look);
  });
  afterAll(() => visitor.context.close());

  it.each(pagesIn(look, PUBLIC_PAGES, 3))("on $name", async ({ go }) => {
    await go(visitor, "");
    expect(await flaws(visitor)).toEqual([]);
  });

  it.each(pagesIn(look, WORKSPACE_PAGES, 1))("on $name", async ({ go }) => {
    await visitor.context.addCookies(session);
    await go(visitor, workspacePath);
    expect(await flaws(visitor)).toEqual([]);
  });
});
