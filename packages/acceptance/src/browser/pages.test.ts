import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUBLIC_PAGES, WORKSPACE_PAGES, type KnownPage } from "./pages.ts";
import { useApplication } from "./test-application.ts";
import { DEFAULT_LOOK, LOOKS, type Look, type Visitor } from "./visitor.ts";

const { account, visit, visitAsOwner } = useApplication();

/** `KNOCKON_BROWSER=all` loads every page in every look. Otherwise only the first few are checked in other looks. */
const isDeep = process.env["KNOCKON_BROWSER"] === "all";
const MAIN_PAGES = new Set(["overview", "repositories", "repository", "artifacts", "artifacts-external"]);
const IN_OTHER_LOOKS: ReadonlySet<KnownPage> = new Set(
  isDeep ? [] : [...PUBLIC_PAGES.slice(0, 3), ...WORKSPACE_PAGES.filter(({ name }) => MAIN_PAGES.has(name))],
);

const NARROW: Look = { theme: "dark", width: 360 };
const DARK: Look = { theme: "dark", width: 1440 };

/** Chromium calls 0.1 good. */
const MAX_LAYOUT_SHIFT = 0.02;

/** Accessibility violations, console errors and overflow of the open page. */
async function flawsIn(
  { theme, width }: Look,
  { page, barriers, faults }: Visitor,
  rules?: string[],
): Promise<string[]> {
  const overflow = await page.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
  const flaws = [
    ...(await barriers(rules)),
    ...faults(),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ];
  return flaws.map((flaw) => `${theme} at ${width} px: ${flaw}`);
}

describe.each(isDeep ? LOOKS : [DEFAULT_LOOK])(
  "no violation, error, overflow or layout shift in $theme at $width px",
  (usual) => {
    let visitor: Visitor;
    let owner: Visitor;
    beforeAll(async () => {
      visitor = await visit(usual);
      owner = await visitAsOwner(usual);
    });
    afterAll(() => Promise.all([visitor.context.close(), owner.context.close()]));

    async function flawsOf(known: KnownPage, one: Visitor, path: string): Promise<string[]> {
      await known.go(isDeep ? { ...one, open: one.load } : one, path);
      const { sum, moved } = await one.layoutShift();
      const flaws = await flawsIn(usual, one);
      if (sum > MAX_LAYOUT_SHIFT) flaws.push(`layout shift of ${sum.toFixed(3)}: ${moved.join(" | ")}`);
      if (!IN_OTHER_LOOKS.has(known)) return flaws;
      await one.changeLook(NARROW);
      flaws.push(...(await flawsIn(NARROW, one)));
      await one.changeLook(DARK);
      // Only the colors differ from the usual look.
      flaws.push(...(await flawsIn(DARK, one, ["color-contrast"])));
      await one.changeLook(usual);
      await one.layoutShift();
      return flaws;
    }

    it.each(PUBLIC_PAGES)("on $name", async (known) => {
      expect(await flawsOf(known, visitor, "")).toEqual([]);
    });

    it.each(WORKSPACE_PAGES)("on $name", async (known) => {
      expect(await flawsOf(known, owner, account().home)).toEqual([]);
    });
  },
);
