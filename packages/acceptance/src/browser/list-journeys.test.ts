import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import type { Visitor } from "./visitor.ts";

const { account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

describe("a list", () => {
  it("searches while typing and keeps its state in the URL", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories`);
    await page.getByRole("searchbox").fill("base-image");
    await page.waitForURL(/\?q=base-image$/u);
    await page.getByRole("row").nth(2).waitFor({ state: "detached" });
    await page
      .getByText(/^1 of \d+$/u)
      .filter({ visible: true })
      .waitFor();
    await page.getByRole("button", { name: "Last commit" }).click();
    await page.waitForURL(/sort=-activity/u);
    await page.reload();
    expect(await page.getByRole("searchbox").inputValue()).toBe("base-image");
    await page.getByRole("columnheader", { name: "Last commit", exact: true }).waitFor();
    expect(await page.locator("[aria-sort=descending]").innerText()).toBe("Last commit");
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.waitForURL(/\?sort=-activity$/u);
    await page.getByRole("row").nth(2).waitFor();
  });

  it("names a search that found nothing", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=no-such-name`);
    await page.getByText('No repositories match "no-such-name"').waitFor();
    await page.getByRole("button", { name: "Clear search" }).last().click();
    await page.locator("[data-row-link]").first().waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("is sorted on a phone, where most headers are hidden", async () => {
    const { page, open, changeLook } = ada;
    await changeLook({ theme: "light", width: 360 });
    await open(`${home}/repositories`);
    await page
      .getByText(/^\d+ repositories$/u)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.getByLabel("Sort order").selectOption({ label: "Sort: Last commit" });
    await page.waitForURL(/sort=-activity/u);
    // A header for one column, whose order is chosen above it, says nothing.
    expect(await page.getByRole("columnheader").filter({ visible: true }).count()).toBe(0);
    await page
      .getByText(/^Last commit/u)
      .filter({ visible: true })
      .first()
      .waitFor();
    await changeLook({ theme: "light", width: 1440 });
  });

  it("marks what arrives on the next run and who is a guess, and shows on focus that a header sorts", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories`);
    const row = page.getByRole("row", { name: /acme\/base-image/u });
    const nextRun = row.getByRole("cell").nth(2).locator(".text-danger");
    expect(Number(await nextRun.innerText())).toBeGreaterThan(0);
    await row.getByText("Knockon author").filter({ visible: true }).waitFor();
    const opacity = () =>
      page.evaluate<string>(
        "getComputedStyle([...document.querySelectorAll('th button')].find(({ innerText }) => innerText.startsWith('Bus factor')).querySelector('span')).opacity",
      );
    expect(await opacity()).toBe("0");
    await page.getByRole("button", { name: "Main type" }).focus();
    await page.keyboard.press("Tab");
    await expect.poll(opacity).toBe("1");
  });

  it("has no dot at the start or the end of a line of facts on a phone", async () => {
    const { page, open, changeLook } = ada;
    await changeLook({ theme: "light", width: 360 });
    await open(`${home}/repositories?sort=-activity`);
    const facts = page.getByText(/on next run$/u).filter({ visible: true });
    const frame = facts.first().locator("xpath=ancestor::span[contains(@class, 'overflow-hidden')][1]");
    const left = (await frame.boundingBox())?.x ?? 0;
    const boxes = await Promise.all((await frame.locator(".pl-3").all()).map((fact) => fact.boundingBox()));
    const lines = [...Map.groupBy(boxes, (box) => box?.y).values()];
    expect(lines.length).toBeGreaterThan(1);
    // The dot is 4 to 8 px from the start of a fact.
    for (const [first] of lines) expect((first?.x ?? 0) + 8).toBeLessThanOrEqual(left);
    expect(await page.locator("body").innerText()).not.toMatch(/·$/mu);
    await changeLook({ theme: "light", width: 1440 });
  });

  it("starts with the most used and is sorted and exported by the server", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories`);
    const names = page.locator("[data-row-link]");
    expect(await names.first().innerText()).toBe("acme/base-image");
    expect(await page.locator("[aria-sort=descending]").innerText()).toBe("Direct dependents");
    await page.getByRole("button", { name: "Repository", exact: true }).click();
    await page.waitForURL(/sort=name/u);
    await page.locator("[aria-sort=ascending]").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("repositories.csv");
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(1 + (await names.count()));
    expect(lines[1]).toContain(",acme/actions,");
  });

  it("supports /, j, k and Enter", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories`);
    await page.keyboard.press("/");
    expect(await page.getByRole("searchbox").evaluate((box) => box.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
    const second = await page.locator("[data-row-link]").nth(1).innerText();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: second.replaceAll(/\s/gu, "") }).waitFor();
  });
});

describe("the overview", () => {
  const headings = () => ada.page.getByRole("main").getByRole("heading", { level: 2 });
  const firstHeadings = async () => (await headings().allInnerTexts()).slice(0, 4);

  it("shows the latest checks before latent breaks, and on a phone both before the risk of ownership", async () => {
    const { open, changeLook } = ada;
    await open(home);
    const wide = ["Riskiest to change", "Ownership risk", "Recent checks", "Latent breaks"];
    await expect.poll(firstHeadings).toEqual(wide);
    await changeLook({ theme: "light", width: 360 });
    const narrow = ["Riskiest to change", "Recent checks", "Latent breaks", "Ownership risk"];
    await expect.poll(firstHeadings).toEqual(narrow);
    await changeLook({ theme: "light", width: 1440 });
  });

  it("has columns that leave no hole above a section, and headings at one height", async () => {
    await ada.open(home);
    await ada.page.getByRole("region", { name: "Latest scans" }).getByRole("row").nth(1).waitFor();
    await ada.settle();
    const tops = new Map<string, number>();
    for (const heading of await headings().all())
      tops.set(await heading.innerText(), (await heading.boundingBox())?.y ?? 0);
    expect(tops.get("Recent checks")).toBe(tops.get("Riskiest to change"));
    const breaks = await ada.page.getByRole("region", { name: "Latent breaks" }).boundingBox();
    const gap = (tops.get("Latest scans") ?? 0) - ((breaks?.y ?? 0) + (breaks?.height ?? 0));
    expect(gap).toBeLessThan(48);
  });
});

describe("ownership", () => {
  it("lists risks by thresholds in the URL and links to the contributors", async () => {
    const { page, open } = ada;
    await open(`${home}/ownership`);
    expect(await page.locator("[data-row-link]").allInnerTexts()).toEqual(["acme/base-image", "acme/ui-kit"]);
    await page.getByRole("cell", { name: "1: Knockon 100%" }).first().waitFor();
    await page.getByText("where one or two people did half of the work").waitFor();
    await page.getByRole("button", { name: "Help on the risk" }).click();
    await page.getByText("divided by the bus factor").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Minimum dependents").selectOption("1 or more dependents");
    await page.waitForURL(/min_dependents=1$/u);
    await page.locator("[data-row-link]").nth(7).waitFor();
    await page.reload();
    await page.locator("[data-row-link]").nth(7).waitFor();
    await page.locator("[data-row-link]").first().click();
    await page
      .getByText("1 person accounts for half of the work. Top contributor: Knockon (100%).")
      .waitFor();
  });

  it("of a repository names its declared owners, and has room for commits on a phone", async () => {
    const { page, open, changeLook } = ada;
    await open(`${home}/repositories?q=acme/orders`);
    await page.locator("[data-row-link]").first().click();
    await page.getByLabel("Repository details").getByRole("link", { name: "Ownership" }).click();
    await page.getByText("CODEOWNERS@acme/orders@acme/platform").waitFor();
    await changeLook({ theme: "light", width: 360 });
    await page.getByRole("button", { name: "Edit person Knockon" }).waitFor();
    const headers = page.getByRole("columnheader").filter({ visible: true });
    expect((await headers.allInnerTexts()).slice(0, 3)).toEqual(["Contributor", "Share", "Commits"]);
    await page.getByRole("button", { name: "Edit person Knockon" }).click();
    await page.getByRole("radio", { name: /^Not a person/u }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await changeLook({ theme: "light", width: 1440 });
  });

  it("counts a contributor that is not a person for no one, until someone undoes it", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=acme/orders`);
    await page.locator("[data-row-link]").first().click();
    await page.getByLabel("Repository details").getByRole("link", { name: "Ownership" }).click();
    const edit = page.getByRole("button", { name: "Edit person Knockon" });
    await edit.click();
    await page.getByRole("radio", { name: /^Not a person/u }).check();
    await page.getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByText("Not counted as people").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Knockon1 commitCount as a person" }).waitFor();
    await page.getByText("None of its authors counts as a person").waitFor();
    // The facts beside it say the same.
    await expect.poll(() => page.getByText("Half of the work", { exact: true }).count()).toBe(0);
    expect(await edit.count()).toBe(0);
    await open(`${home}/ownership`);
    await page.getByText("Knockon is not a person").waitFor();
    await page.getByRole("button", { name: /^Undo/u }).click();
    await page.getByText("Correction undone").waitFor();
    await page.getByRole("cell", { name: "1: Knockon 100%" }).first().waitFor();
    expect(await page.getByText("Knockon is not a person").count()).toBe(0);
  });

  it("has one row for each person, and names the same repositories as the list that it leads to", async () => {
    const { page, open } = ada;
    await open(`${home}/ownership?by=people`);
    await page.getByText("1 person", { exact: true }).waitFor();
    const person = page.getByRole("button", { name: /^Knockon acme\/base-image/u });
    await person.click();
    const named = await page.getByRole("list", { name: "People" }).getByRole("link").allInnerTexts();
    await page
      .getByRole("link", { name: "repositories with a bus factor of 1 and at least one dependent" })
      .click();
    await page.waitForURL(/min_dependents=1&max_bus_factor=1$/u);
    await page.getByText(`${named.length} repositories`).filter({ visible: true }).first().waitFor();
    const listed = await page.locator("[data-row-link]").allInnerTexts();
    const inWords = (names: string[]): string[] =>
      names.map((name) => name.replaceAll(/\s/gu, "")).toSorted();
    expect(inWords(listed)).toEqual(inWords(named));
  });
});

describe("an artifact", () => {
  /** Name and timing of each row, and what else it says. */
  const rowsOf = async (label: string): Promise<string[]> => {
    const rows = ada.page.getByRole("list", { name: label }).getByRole("listitem");
    await rows.first().waitFor();
    return (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/gu, " ").replace("acme /", "acme/"));
  };

  it("says when its consumers get a change, with one order and one version as on the page of its repository", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page
      .getByText("Used by 7 repositories: 1 on its next run, 5 when bumped, 1 at an unknown time.")
      .waitFor();
    const consumers = await rowsOf("Consumers");
    expect(consumers[0]).toMatch(/^acme\/legacy-billing .*On next run no version \+1/u);
    expect(consumers.at(-1)).toMatch(/^acme\/back-office .*Unknown/u);
    expect(consumers.find((row) => row.startsWith("acme/payments"))).toMatch(
      /When bumped 1\.5\.1 \+1 Up to date Lagging/u,
    );
    await page.getByRole("link", { name: "acme/base-image" }).click();
    await page.getByRole("heading", { name: "acme/base-image", level: 1 }).waitFor();
    const dependents = await rowsOf("Dependents");
    expect(dependents[0]).toMatch(/^acme\/legacy-billing .*On next run no version \+1/u);
    expect(dependents.find((row) => row.startsWith("acme/payments"))).toMatch(/When bumped 1\.5\.1 \+1/u);
  });

  it("links to the graph of its repository", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("main").getByRole("link", { name: "Graph" }).click();
    await page.waitForURL(/\/graph\?/u);
    expect(new URL(page.url()).searchParams.get("root")).toMatch(/^[\da-f-]{36}$/u);
  });
});

describe("the dependencies of a repository", () => {
  it("say when their changes arrive, unless a search leaves out some", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=storefront`);
    await page.locator("[data-row-link]").first().click();
    await open(`${new URL(page.url()).pathname}?tab=dependencies`);
    const answer = page.getByText(/^Uses \d+ repositories: /u);
    const text = await answer.innerText();
    const counts = text.match(/\d+/gu)?.map(Number) ?? [];
    expect(counts[0]).toBe(counts.slice(1).reduce((sum, count) => sum + count, 0));
    await page.getByRole("link", { name: `Dependencies ${counts[0]}` }).waitFor();
    await page.getByRole("searchbox").fill("base-image");
    await page.getByText("1 repository", { exact: true }).waitFor();
    expect(await answer.count()).toBe(0);
  });
});
