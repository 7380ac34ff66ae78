import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { G6Graph } from "../testing/g6-graph.ts";
import { generateGraph } from "../testing/generated-graph.ts";
import { useApplication } from "./test-application.ts";
import { DEFAULT_LOOK, type Visitor } from "./visitor.ts";

const { account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

const card = ({ page }: Visitor, name: string) =>
  page.locator("[data-card]").filter({ has: page.getByText(name, { exact: true }) });

/** The names of the cards of a column, from top to bottom. */
const column = ({ page }: Visitor, title: string) =>
  page.getByRole("list", { name: new RegExp(`^${title}`, "u") }).locator("[data-card] .font-medium");

/** Finds a repository by keyboard. */
async function find({ page, settle }: Visitor, name: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await page.getByRole("option", { name: `acme/${name}`, exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/node=|root=/u);
  await settle();
}

describe("the graph", () => {
  it("shows the dependents of the most-used repository and how a found one depends on it", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/graph?through=repositories&depth=2`);
    await find(ada, "kit");
    await page.reload();
    await settle();
    const panel = page.getByRole("complementary", { name: "About acme/kit" });
    await panel.getByText("How it depends on acme/base-image").waitFor();
    const path = panel.getByRole("list", { name: "Strongest path" });
    expect(await path.getByRole("link").allInnerTexts()).toEqual([
      "acme/base-image",
      "acme/actions",
      "acme/kit",
    ]);
    const evidence = panel.getByRole("list", { name: "Evidence" }).getByRole("link").first();
    expect(await evidence.getAttribute("href")).toMatch(/\/acme\/kit\/blob\/[0-9a-f]{40}\/.*ci\.yml#L\d+$/u);
    await panel.getByRole("button", { name: "Close" }).click();
    await panel.waitFor({ state: "detached" });
  });

  it("moves, expands, collapses and opens by keyboard, and the URL restores it", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/graph?through=repositories`);
    expect((await column(ada, "Dependents · 1 hop").allInnerTexts()).toSorted()).toEqual([
      "actions",
      "back-office",
      "infrastructure",
      "legacy-billing",
      "orders",
      "payments",
      "storefront",
    ]);
    const names = await column(ada, "Dependents · 1 hop").allInnerTexts();
    const focused = page.locator("[data-card]:focus");
    await card(ada, "base-image").focus();
    await page.keyboard.press("ArrowRight");
    for (let step = 0; step < names.length; step++) await page.keyboard.press("ArrowUp");
    expect(await focused.innerText()).toContain(names[0]);
    for (let step = 0; step < names.indexOf("actions"); step++) await page.keyboard.press("ArrowDown");
    expect(await focused.innerText()).toContain("actions");
    await page.keyboard.press("+");
    await page.waitForURL(/toggled=/u);
    await page.getByRole("button", { name: "Hide dependents of actions" }).waitFor();
    await page.reload();
    await settle();
    expect(await column(ada, "Dependents · 2 hops").allInnerTexts()).toEqual(["kit"]);
    await card(ada, "actions").focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused.innerText()).toContain("kit");
    await card(ada, "actions").focus();
    await page.keyboard.press("-");
    await column(ada, "Dependents · 2 hops").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "About acme/actions" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: "About acme/actions" }).waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    expect(await focused.innerText()).toContain("base-image");
  });

  it("expands by click, and dims what a repository is not connected with", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/graph?through=repositories`);
    await page.getByRole("button", { name: "Show 1 more dependent of actions" }).click();
    await column(ada, "Dependents · 2 hops").waitFor();
    await settle();
    await card(ada, "legacy-billing").hover();
    await page.locator("[data-edge][data-state=near]").waitFor();
    expect(await page.locator("[data-edge][data-state=near]").count()).toBe(1);
    expect(await page.locator("[data-edge][data-state=dimmed]").count()).toBeGreaterThan(5);
  });

  it("points at no card and selects none while it is dragged", async () => {
    const { page, open } = ada;
    await open(`${home}/graph?through=repositories`);
    const near = page.locator("[data-edge][data-state=near]");
    const placeOf = async (name: string) => {
      const { x, y } = (await card(ada, name).boundingBox()) ?? { x: 0, y: 0 };
      return [x + 20, y + 10] as const;
    };
    await page.mouse.move(...(await placeOf("legacy-billing")));
    await near.first().waitFor();
    await page.mouse.down();
    await page.mouse.move(...(await placeOf("orders")), { steps: 3 });
    await near.first().waitFor({ state: "detached" });
    await page.mouse.up();
    await near.first().waitFor();
    expect(new URL(page.url()).searchParams.has("node")).toBe(false);
  });

  it("filters by direction and depth", async () => {
    const { page, open } = ada;
    await open(`${home}/graph?through=repositories`);
    await page.getByText(/^7 repositories/u).waitFor();
    await page.getByLabel("Direction").selectOption("Dependencies");
    await page.waitForURL(/direction=dependencies/u);
    await page.getByText("0 repositories and the root, 0 dependencies").waitFor();
    await page.getByLabel("Direction").selectOption("Both");
    await page.getByLabel("Depth").selectOption("2 hops");
    await page
      .getByText("10 repositories and the root, 9 dependencies on the root, 13 between others")
      .waitFor();
    await page.reload();
    await page.getByText(/^10 repositories/u).waitFor();
    expect(new URL(page.url()).search).toBe("?through=repositories&direction=both&depth=2");
  });

  it("shows the repositories of an impact, or every dependent on request", async () => {
    const { page, open } = ada;
    const answer = page.waitForResponse(/\/graph\?root=/u);
    await open(`${home}/graph?depth=3`);
    const root = new URL((await answer).url()).searchParams.get("root") ?? "";
    const counted = async () =>
      Number.parseInt(await page.getByText(/^\d+ repositories and the root, /u).innerText(), 10);
    const affected = await counted();
    await page.getByLabel("Passed on").selectOption("by every declaration");
    await page.waitForURL(/through=repositories/u);
    expect(await counted()).toBeGreaterThan(affected);
    // In both directions, some are on each side, and the headings of the dependents still count all.
    for (const direction of ["dependents", "both"]) {
      await open(`${home}/graph?depth=3&direction=${direction}`);
      await page.locator("[data-card]").first().waitFor();
      const headings = await page.getByRole("heading", { name: /^Dependents · /u }).allInnerTexts();
      const numbers = headings.map((words) => Number(/hops?\s*(\d+)/u.exec(words)?.[1]));
      expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(affected);
    }
    await open(`${home}/impact?repository_id=${root}`);
    const sentence = await page.getByText(/\d+ directly/u).innerText();
    const [, direct, transitive] = /(\d+) directly.*?(\d+) through them\./u.exec(sentence) ?? [];
    expect(Number(direct) + Number(transitive)).toBe(affected);
  });

  it("filters by type, clock and confidence and shows the whole organization", async () => {
    const { page, open, faults } = ada;
    await open(`${home}/graph?through=repositories&view=table&depth=2`);
    await page
      .getByText("10 repositories and the root, 9 dependencies on the root, 13 between others")
      .waitFor();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Timing").selectOption("On next run");
    await page.waitForURL(/clock=next_run/u);
    await page.getByText("1 repository and the root, 1 dependency").waitFor();
    await page.getByLabel("Timing").selectOption("Any timing");
    await page.getByLabel("Dependency type").selectOption("Go module");
    await page.waitForURL(/type=go_module/u);
    await page
      .getByText("10 repositories and the root, 9 dependencies on the root, 13 between others")
      .waitFor({ state: "detached" });
    await open(`${home}/graph?whole=true`);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Minimum confidence").selectOption("Any confidence");
    await page.getByText("15 repositories, 36 dependencies").waitFor();
    await page.getByLabel("Minimum confidence").selectOption("Confidence ≥ 0.8");
    await page.getByText("15 repositories, 36 dependencies").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?whole=true&min_confidence=0.8");
    expect(faults()).toEqual([]);
  });

  it("drills down from clusters to the repositories of one and to one of these", async () => {
    const { page, load, settle, reset } = ada;
    const generated = JSON.stringify(generateGraph());
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) =>
      route.fulfill({ body: generated, contentType: "application/json" }),
    );
    await load(`${home}/graph?whole=true`);
    await page.getByText("2,000 repositories, 10,000 dependencies").waitFor();
    await page.locator("[data-cluster=platform]").click();
    await page.waitForURL(/cluster=platform/u);
    await settle();
    await page
      .getByRole("button", { name: /^platform-\d/u })
      .first()
      .click();
    await page.getByRole("link", { name: "Center here" }).click();
    await page.waitForURL(/root=/u);
    await page.goBack();
    await page.getByRole("button", { name: "All name prefixes" }).click();
    await page.locator("[data-cluster=platform]").waitFor();
    expect(new URL(page.url()).search).toBe("?whole=true");
    await reset();
  }, 90_000);

  it("draws the lines of the riskiest repository of an organization, of another one on request, and says so", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/graph?whole=true`);
    await settle();
    const chosen = page.getByRole("button", { name: /^actions/u, pressed: true });
    await chosen.first().waitFor();
    const said = (name: string) => page.getByRole("paragraph").filter({ hasText: `acme/${name}: ` });
    expect(await said("actions").innerText()).toMatch(
      /^Lines of the riskiest, acme\/actions: .*4 direct dependents, 1 on next run, 3 may be \(Knockon 3, orders 1\)\. On next run: [\w-]+; may be: [\w-]+, [\w-]+, [\w-]+$/u,
    );
    // All lines have one end in common.
    const lines = await page.evaluate<string[][]>(
      "[...document.querySelectorAll('[data-edge]')].map(({ dataset: { from, to } }) => [from, to])",
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines[0]?.filter((end) => lines.every((ends) => ends.includes(end)))).toHaveLength(1);
    // A phone has no lines: the rows at their ends say it.
    await ada.changeLook({ ...DEFAULT_LOOK, width: 360 });
    const users = page.getByText(/^(?:Uses|\d+ of \d+ use) actions$/u);
    await users.first().waitFor();
    expect(await users.count()).toBe(4);
    await ada.changeLook(DEFAULT_LOOK);
    await page.locator("[data-edge]").first().waitFor();
    // Nothing else is dimmed before someone chooses a card.
    const looks = () =>
      page.evaluate<number>(
        "new Set([...document.querySelectorAll('[data-card]')].map((one) => getComputedStyle(one).backgroundColor)).size",
      );
    expect(await looks()).toBe(1);
    await card(ada, "kit").focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await said("kit").waitFor();
    expect(await looks()).toBe(2);
    await page.keyboard.press("Enter");
    await page.waitForURL(/node=/u);
    await page.getByRole("complementary", { name: "About acme/kit" }).waitFor();
    await page.reload();
    await said("kit").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("Point at a card for its lines").waitFor();
    expect(await page.locator("[data-edge]").count()).toBe(0);
    await card(ada, "actions").click();
    await said("actions").waitFor();
    await page.getByRole("link", { name: "View impact" }).first().click();
    await page.waitForURL(/\/impact\?repository_id=/u);
  });

  it("says on each card of an organization what its lines and figures are about, in one form", async () => {
    const { page, load, reset } = ada;
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) =>
      route.fulfill({ json: twoOrganizations() }),
    );
    await load(`${home}/graph?whole=true`);
    await page.getByText("Lines of the riskiest, acme/tools: ").waitFor();
    // The organization is before the owner, and in names that both have.
    const cards = await page.locator("[data-card][aria-pressed]").allInnerTexts();
    expect(cards.length).toBeGreaterThan(4);
    for (const text of cards)
      expect(text).toMatch(/^(?:(?:acme|globex)\/tools\n\d|[^/\n]+\n(?:acme|globex)\n)/u);
    // Stacks that lines lead to have numbers of these only.
    const stacks = page.locator("[data-card]:not([aria-pressed])");
    const counted = stacks.filter({ hasText: /\d of \d+ linked/u });
    expect(await counted.count()).toBeGreaterThan(0);
    // Dependents on the next run would be read as these.
    expect(await counted.filter({ hasText: "on next run" }).count()).toBe(0);
    const timings = page.getByRole("list", { name: "Timing" }).getByRole("button");
    expect(await timings.allInnerTexts()).toEqual(["On next run"]);
    await page.locator("[data-card]").filter({ hasText: "globex" }).first().hover();
    await timings.getByText("When bumped").waitFor();
    await page.getByRole("heading", { name: "Used by others only" }).hover();
    expect(await timings.allInnerTexts()).toEqual(["On next run"]);
    const types = page.getByRole("list", { name: "Dependency types" }).getByRole("button");
    expect(await types.allInnerTexts()).toEqual(["npm package"]);
    await page.getByRole("button", { name: "Help on the order of columns" }).click();
    await page.getByText("changes travel from left to right").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await stacks
      .filter({ hasText: /\d repositories/u })
      .first()
      .waitFor();
    expect(await counted.count()).toBe(0);
    expect(await timings.count()).toBe(0);
    await reset();
  });

  it("leads from the stacks of a section to its list, and names what is in a cycle", async () => {
    const { page, load, reset, faults } = ada;
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: manyDependents() }));
    await load(`${home}/graph?root=${idAt(0)}&through=repositories&direction=both`);
    const list = page.getByRole("link", { name: "View list, when bumped" });
    const search = new URL((await list.getAttribute("href")) ?? "", page.url()).searchParams;
    expect(Object.fromEntries(search)).toEqual({
      repository_id: idAt(0),
      max_depth: "1",
      clock: "bump",
      through: "repositories",
    });
    // Those without a card are named in their stack.
    const stacks = page.locator("[data-card]", { hasText: "In a cycle with the root" });
    expect(await stacks.allInnerTexts()).toEqual([expect.stringMatching(/\n\d+: app-\d+, app-\d+.*, …/u)]);
    // All of them are above the drawing.
    const strip = await page.getByText("30 in a cycle", { exact: true }).locator("..").innerText();
    expect(strip.match(/app-\d+/gu)).toHaveLength(30);
    await page.getByRole("button", { name: "30 in a cycle" }).click();
    const names = page.getByRole("dialog", { name: "In a dependency cycle with the root" });
    expect(await names.getByRole("link").allInnerTexts()).toHaveLength(30);
    await page.keyboard.press("Escape");
    await names.waitFor({ state: "detached" });
    expect(faults()).toEqual([]);
    await reset();
  });

  it("says through what the dependencies in a stack are reached, as their list and a phone do", async () => {
    const { page, load, changeLook, reset, faults } = ada;
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: manyBases() }));
    const graph = `${home}/graph?root=${idAt(0)}&through=repositories&direction=both&depth=2`;
    await load(graph);
    const cards = page.getByRole("list", { name: "Dependencies · 2 hops" }).locator("[data-card]");
    const [alone = "", stack = ""] = await cards.allInnerTexts();
    expect([alone, stack]).toEqual([
      expect.stringMatching(/core-\d+\n.*via base-0/su),
      expect.stringMatching(/\n11\n.*core-\d+.*\n5 via base-0, 4 base-1, 2 base-2/su),
    ]);
    await page.getByRole("link", { name: "View list, dependencies, 2 hops" }).click();
    const rows = page.getByRole("table", { name: "Repositories in the graph" }).getByRole("row");
    const far = rows.filter({ hasText: "via base-" });
    await far.first().waitFor();
    const ways = (await far.allInnerTexts()).flatMap((text) => /via base-\d/u.exec(text) ?? []);
    // The first is the one with a card.
    const counts = ["via base-0", "via base-1", "via base-2"].map(
      (way) => ways.filter((one) => one === way).length,
    );
    expect(counts).toEqual([6, 4, 2]);
    await changeLook({ ...DEFAULT_LOOK, width: 360 });
    await load(graph);
    await page.getByText("6 via base-0, 4 via base-1, 2 via base-2").waitFor();
    expect(faults()).toEqual([]);
    await changeLook(DEFAULT_LOOK);
    await reset();
  });

  it("sorts the matrix by each heading, and opens a cell with the dependencies that it counts", async () => {
    const { page, load, settle, reset } = ada;
    const generated = JSON.stringify(generateGraph());
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) =>
      route.fulfill({ body: generated, contentType: "application/json" }),
    );
    await load(`${home}/graph?whole=true`);
    const sorted = page.locator("th[aria-sort]");
    expect(await sorted.allInnerTexts()).toEqual(["Across"]);
    await page.getByRole("columnheader", { name: "Repositories" }).getByRole("button").click();
    await page.waitForURL(/order=-/u);
    const sizes = await page.locator("tbody tr td:nth-child(2)").allInnerTexts();
    const named = sizes.slice(0, -1).map((text) => Number(text.replace(",", "")));
    expect(named).toEqual(named.toSorted((a, b) => b - a));
    await page.reload();
    await settle();
    expect(await sorted.getAttribute("aria-sort")).toBe("descending");
    await page.locator("[data-cluster]").first().focus();
    await page.keyboard.press("ArrowRight");
    const words = await page.locator("td button:focus .sr-only").first().innerText();
    const [, count = ""] = /: ([\d,]+) dependenc/u.exec(words) ?? [];
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: words.replace(/\.$/u, "") }).waitFor();
    await page.getByText(new RegExp(`repositories, ${count} dependenc`, "u")).waitFor();
    await page.getByRole("button", { name: "All name prefixes" }).click();
    await page.locator("[data-cluster]").first().waitFor();
    await reset();
  }, 60_000);

  it("shows the same data in tables, virtualized and without archived repositories on request", async () => {
    const { page, open, load, reset } = ada;
    await open(`${home}/graph?through=repositories&view=table&depth=2`);
    // Without the root, which is above the table.
    await page.getByRole("row").nth(10).waitFor();
    expect(await page.getByRole("row").count()).toBe(11);
    await page.getByRole("button", { name: "Repository", exact: true }).click();
    await page.waitForURL(/sort=name/u);
    const names = await page.locator("[data-row-link]").allTextContents();
    expect(names).toEqual(names.toSorted());
    await page.getByRole("columnheader", { name: "Owner" }).waitFor();
    await page.getByRole("columnheader", { name: "Dependents here" }).waitFor();
    await page.getByRole("link", { name: /^By dependency/u }).click();
    await page.waitForURL(/view=uses/u);
    expect(await page.getByRole("row").count()).toBe(23);
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: chain(400) }));
    await load(`${home}/graph?view=uses&whole=true`);
    await page.getByText("acme/r0", { exact: true }).waitFor();
    await page.locator("html").evaluate((html) => html.scrollTo(0, html.scrollHeight));
    await page.getByText("acme/r399", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Hide archived" }).click();
    await page.getByText("200 repositories, 0 dependencies").waitFor();
    await reset();
  });

  it("leads from an owner in the table to what it owns in the impact, and marks the order", async () => {
    const { page, open } = ada;
    await open(`${home}/graph?view=table`);
    const headers = page.getByRole("columnheader");
    // The first and the second key of the order.
    expect(await headers.filter({ hasText: /^Timing$/u }).count()).toBe(1);
    expect(await headers.filter({ hasText: /^Passes on to$/u }).count()).toBe(1);
    const table = page.getByRole("table", { name: "Repositories in the graph" });
    // The root is above its dependents, which it counts by timing.
    const dependents = await page.getByText(/^\d+ dependents: \d+ on next run/u).innerText();
    expect(dependents).toMatch(
      new RegExp(`^${(await table.getByRole("row").count()) - 1} dependents: `, "u"),
    );
    await table.getByRole("link").first().click();
    await page.waitForURL(/impact\?.*max_depth=1.*group=owner#owner-/u);
    await page.locator("[data-row-link]").first().waitFor();
  });

  it("has jumps to the columns on a phone, and figures of clusters", async () => {
    const { page, open, load, changeLook, reset } = ada;
    await changeLook({ ...DEFAULT_LOOK, width: 360 });
    await open(`${home}/graph?direction=both&depth=2&through=repositories`);
    const jumps = page.getByRole("navigation", { name: "Columns" }).getByRole("button");
    expect(await jumps.first().innerText()).toMatch(/^Dependents,\s+1 hop\s+7$/u);
    const further = page.getByRole("button", { name: /^kit/u });
    const top = async () => (await further.boundingBox())?.y ?? 0;
    const before = await top();
    await jumps.last().click();
    await expect.poll(top).toBeLessThan(before);
    await page.getByRole("button", { name: "Filters: Both, 2 hops" }).waitFor();
    const generated = JSON.stringify(generateGraph());
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) =>
      route.fulfill({ body: generated, contentType: "application/json" }),
    );
    await load(`${home}/graph?whole=true&group=prefix`);
    await page.getByRole("button", { name: "Filters: By name prefix" }).waitFor();
    const platform = page.locator("[data-card=platform]");
    expect(await platform.innerText()).toMatch(/\d+ repositories\s+used by others\s+[\d,]+/u);
    // Those that use it add up to what its heading counts.
    const [, used = ""] = /used by others\s+([\d,]+)/u.exec(await platform.innerText()) ?? [];
    const pairs = page.getByRole("list", { name: "platform* is used by" }).getByRole("button");
    await pairs.last().click();
    await page.getByRole("button", { name: "Show fewer" }).waitFor();
    const words = await Promise.all((await pairs.all()).map((pair) => pair.textContent()));
    const counts = words.flatMap((label) => /: ([\d,]+) dependenc/u.exec(label ?? "")?.[1] ?? []);
    const numberOf = (text: string): number => Number(text.replaceAll(",", ""));
    expect(counts.reduce((sum, one) => sum + numberOf(one), 0)).toBe(numberOf(used));
    // Each of them opens as a list.
    const [, count = ""] = /: (\d+) dependencies/u.exec((await pairs.first().textContent()) ?? "") ?? [];
    await pairs.first().click();
    await page.getByText(new RegExp(`^\\d+ repositories, ${count} dependencies`, "u")).waitFor();
    await changeLook(DEFAULT_LOOK);
    await reset();
  });

  it("computes the layout in a worker and reports its failure", async () => {
    const { page, open } = await visitAsOwner();
    const worker = page.waitForEvent("worker");
    await open(`${home}/graph?through=repositories`);
    expect((await worker).url()).toContain("layout-worker");
    await page.route(/layout-worker/u, (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText("Graph layout failed").waitFor();
  });

  it("exports a PNG and the API's JSON", async () => {
    const { page, open } = ada;
    await open(`${home}/graph?through=repositories`);
    const saved = async (form: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: form }).click();
      return readFile(await (await download).path());
    };
    const answer = page.waitForResponse(/\/graph\?root=/u);
    await page.reload();
    const json: unknown = JSON.parse(String(await saved("JSON")));
    expect(json).toEqual(await (await answer).json());
    expect(G6Graph.parse(json).edges.length).toBeGreaterThan(10);
    expect(await colorsOf(ada, await saved("PNG"))).toBeGreaterThan(20);
  });
});

/** The number of distinct colors. A blank image has one. */
const colorsOf = ({ page }: Visitor, png: Buffer): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob("${png.toString("base64")}"), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return new Set(new Uint32Array(data.buffer)).size;
  })()`);

/** A graph in which each repository uses the next one and every other one is archived. */
const chain = (length: number): object =>
  graphOf(
    Array.from({ length }, (_, at) => ({ path: `acme/r${at}`, archived: at % 2 === 1 })),
    Array.from({ length: length - 1 }, (_, at) => [`acme/r${at}`, `acme/r${at + 1}`, "bump"]),
  );

/** Applications and libraries of two organizations, which both have `tools`. */
function twoOrganizations(): object {
  const named = (name: string, length: number): string[] =>
    Array.from({ length }, (_, at) => `${at % 2 === 0 ? "acme" : "globex"}/${name}-${at}`);
  const [libraries, applications] = [named("lib", 14), named("app", 28)];
  return graphOf(
    ["acme/tools", "globex/tools", ...libraries, ...applications].map((path) => ({ path, archived: false })),
    [
      ...applications.map((path): Use => [path, "acme/tools", "next_run"]),
      ...libraries.map((path): Use => [path, "globex/tools", "bump"]),
      ...libraries.map((path, at): Use => [applications[at] ?? "", path, "next_run"]),
    ],
  );
}

/** 90 applications that use a library, which uses one of them. */
function manyDependents(): object {
  const applications = Array.from({ length: 90 }, (_, at) => `acme/app-${at}`);
  return graphOf(
    ["acme/lib", ...applications].map((path) => ({ path, archived: false })),
    [
      ...applications.map((path): Use => [path, "acme/lib", "bump"]),
      ...applications.slice(0, 30).map((path): Use => ["acme/lib", path, "bump"]),
    ],
  );
}

/** 60 applications that use a library, which uses 12 others, of which three use 12 more. */
function manyBases(): object {
  const named = (name: string, length: number): string[] =>
    Array.from({ length }, (_, at) => `acme/${name}-${at}`);
  const [applications, bases, cores] = [named("app", 60), named("base", 12), named("core", 12)];
  const baseOf = (at: number): string => `acme/base-${at < 6 ? 0 : at < 10 ? 1 : 2}`;
  return graphOf(
    ["acme/lib", ...applications, ...bases, ...cores].map((path) => ({ path, archived: false })),
    [
      ...applications.map((path): Use => [path, "acme/lib", "bump"]),
      ...bases.map((path): Use => ["acme/lib", path, "bump"]),
      ...cores.map((path, at): Use => [baseOf(at), path, "bump"]),
    ],
  );
}

const idAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

type Use = [source: string, target: string, clock: string];

function graphOf(repositories: readonly { path: string; archived: boolean }[], uses: readonly Use[]): object {
  const ids = new Map(repositories.map(({ path }, at) => [path, idAt(at)]));
  const nodes = repositories.map(({ path, archived }) => ({
    id: ids.get(path),
    label: path.split("/")[1],
    type: "repository",
    metadata: {
      connected_org_id: idAt(0),
      last_scanned_at: null,
      full_path: path,
      archived,
      main_type: "npm_package",
    },
  }));
  const edges = uses.map(([source, target, clock], at) => ({
    id: idAt(nodes.length + at),
    source: ids.get(source),
    target: ids.get(target),
    dependency_type: "npm_package",
    version_constraint: null,
    confidence: 1,
    role: "runtime",
    clock,
  }));
  return { nodes, edges, applied_min_confidence: null };
}
