import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { G6Graph } from "../testing/g6-graph.ts";
import { useApplication } from "./test-application.ts";
import type { Visitor } from "./visitor.ts";

const { account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  // Without a GPU, drawing takes processor time by area.
  await ada.page.setViewportSize({ width: 1024, height: 640 });
  ({ home } = account());
});

const drawing = ({ page }: Visitor) => page.getByRole("application", { name: /^Graph of/u });

/** Finds a repository by keyboard. */
async function find({ page, settle }: Visitor, name: string): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await page.getByRole("option", { name: `acme/${name}`, exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/node=/u);
  await settle();
}

describe("the graph", () => {
  it("centers on the most-used repository and shows the path and evidence of a found repository", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/graph`);
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

  it("pans by keyboard and shows details on click", async () => {
    const { page, open } = ada;
    await open(`${home}/graph`);
    await find(ada, "storefront");
    const panel = page.getByRole("complementary", { name: "About acme/storefront" });
    await panel.getByRole("button", { name: "Close" }).click();
    await panel.waitFor({ state: "detached" });
    // The found repository is centered.
    await drawing(ada).click();
    await panel.waitFor();
    await panel.getByRole("button", { name: "Close" }).click();
    await drawing(ada).focus();
    const before = await drawing(ada).screenshot();
    for (const key of ["ArrowLeft", "ArrowDown", "+"]) await page.keyboard.press(key);
    expect((await drawing(ada).screenshot()).equals(before)).toBe(false);
    await drawing(ada).click();
    expect(await panel.count()).toBe(0);
  });

  it("filters by depth and direction", async () => {
    const { page, open } = ada;
    await open(`${home}/graph`);
    await page.getByText("11 repositories, 22 dependencies").waitFor();
    await page.getByLabel("Direction").selectOption("Dependencies only");
    await page.waitForURL(/direction=dependencies/u);
    await page.getByText("1 repository, 0 dependencies").waitFor();
    await page.getByLabel("Direction").selectOption("Dependents only");
    await page.getByText(/^11 repositories/u).waitFor();
    await page.getByLabel("Depth").selectOption("1 hop");
    await page.waitForURL(/depth=1/u);
    await page.getByText(/^8 repositories/u).waitFor();
    await page.reload();
    await page.getByText(/^8 repositories/u).waitFor();
    expect(new URL(page.url()).search).toBe("?direction=dependents&depth=1");
  });

  it("filters by type and confidence and shows the whole organization", async () => {
    const { page, open, faults } = ada;
    await open(`${home}/graph?view=table`);
    await page.getByText("11 repositories, 22 dependencies").waitFor();
    await page.getByRole("button", { name: /^Go module/u }).click();
    await page.waitForURL(/type=go_module/u);
    await page.getByText("5 repositories, 3 dependencies").waitFor();
    await open(`${home}/graph`);
    await page.getByRole("button", { name: "Whole organization" }).click();
    await page.getByLabel("Minimum confidence").selectOption("Any confidence");
    await page.getByText("15 repositories, 36 dependencies").waitFor();
    await page.getByLabel("Minimum confidence").selectOption("Confidence 0.8 or higher");
    await page.getByText("15 repositories, 36 dependencies").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("?whole=true&min_confidence=0.8");
    expect(faults()).toEqual([]);
  });

  it("shows the same data in tables, virtualized and without archived repositories on request", async () => {
    const { page, open } = ada;
    await open(`${home}/graph?view=table`);
    expect(await page.getByRole("row").count()).toBe(12);
    await page.getByRole("link", { name: /^Dependencies/u }).click();
    await page.waitForURL(/view=uses/u);
    expect(await page.getByRole("row").count()).toBe(23);
    await page.route(/\/connected-orgs\/[^/]+\/graph/u, (route) => route.fulfill({ json: chain(400) }));
    await open(`${home}/graph?view=uses&whole=true`);
    await page.getByText("acme/r0", { exact: true }).waitFor();
    await page.locator("html").evaluate((html) => html.scrollTo(0, html.scrollHeight));
    await page.getByText("acme/r399", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Hide archived" }).click();
    await page.getByText("200 repositories, 0 dependencies").waitFor();
    await page.unrouteAll();
  });

  it("computes the layout in a worker and reports its failure", async () => {
    const { page, open } = await visitAsOwner();
    const worker = page.waitForEvent("worker");
    await open(`${home}/graph?whole=true`);
    expect((await worker).url()).toContain("layout-worker");
    await page.route(/layout-worker/u, (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText("Graph layout failed").waitFor();
  });

  it("exports a PNG and the API's JSON", async () => {
    const { page, open } = ada;
    await open(`${home}/graph`);
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
function chain(length: number): object {
  const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const metadata = { connected_org_id: id(0), last_scanned_at: null };
  const nodes = Array.from({ length }, (_, at) => ({
    id: id(at),
    label: `r${at}`,
    type: "repository",
    metadata: { ...metadata, full_path: `acme/r${at}`, archived: at % 2 === 1 },
  }));
  const edges = nodes.slice(1).map((node, at) => ({
    id: id(length + at),
    source: id(at),
    target: node.id,
    dependency_type: "npm_package",
    version_constraint: null,
    confidence: 1,
  }));
  return { nodes, edges, applied_min_confidence: null };
}
