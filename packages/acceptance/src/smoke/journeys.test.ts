import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "../browser/test-application.ts";
import type { Visitor } from "../browser/visitor.ts";

const { application, account, visit, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

/** Signs Ada in. Opens the login page unless it is open. */
async function signIn(page: Page): Promise<void> {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(account().email);
  await page.getByLabel("Password").fill(account().password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

describe("onboarding", () => {
  it("leads from sign-up to the first scan by keyboard alone", async () => {
    const { page, open } = await visit();
    const { keyboard } = page;
    const focus = (locator: Locator) => locator.and(page.locator(":focus")).waitFor();
    const path = () => new URL(page.url()).pathname;
    await open("/signup");
    await focus(page.getByLabel("Name"));
    for (const text of ["Bob", "bob@acme.example"]) {
      await keyboard.type(text);
      await keyboard.press("Tab");
    }
    await keyboard.type(account().password);
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.goto(await application().emailedLink("bob@acme.example"));

    await focus(page.getByLabel("Workspace"));
    expect(path()).toBe("/welcome");
    await keyboard.type("Bob's");
    await keyboard.press("Enter");

    await focus(page.getByRole("radio", { name: "GitHub" }));
    expect(path()).toBe("/w/bob-s/settings/orgs/new");
    for (const key of ["ArrowRight", "ArrowRight", "Tab"]) await keyboard.press(key);
    await keyboard.type("/nowhere/at/all");
    await keyboard.press("Enter");
    await page.getByText("/nowhere/at/all is outside LOCAL_ORG_ROOTS.").waitFor();
    await keyboard.press("Control+a");
    await keyboard.type(application().examples);
    expect(await page.getByLabel("Name").inputValue()).toBe("acme");
    await keyboard.press("Enter");

    await page.getByRole("heading", { name: /Scan of acme/u }).waitFor();
    expect(path()).toMatch(/^\/w\/bob-s\/scans\//u);
    await focus(page.getByRole("link", { name: "Go to overview" }));
    await keyboard.press("Enter");
    await page.getByRole("link", { name: /^Repositories ?15/u }).waitFor();
    await page.getByRole("heading", { name: "Riskiest to change" }).waitFor();
    expect(path()).toBe("/w/bob-s");
  }, 60_000);
});

describe("a session", () => {
  it("returns to the requested URL after signing in", async () => {
    const { page } = await visit();
    await page.goto(`${home}/repositories?q=base`);
    await page.waitForURL(/\/login\?next=/u);
    await signIn(page);
    await page.waitForURL(/\/repositories/u);
    expect(page.url()).toBe(`${application().url}${home}/repositories?q=base`);
  });

  it("returns to the next page after it expires during navigation", async () => {
    const { page, context, settle } = await visit();
    await signIn(page);
    await page.goto(`${home}/repositories?q=base`);
    await settle();
    await context.clearCookies();
    await page.locator("[data-row-link]").first().click();
    await page.waitForURL(/\/login\?next=/u);
    await signIn(page);
    await page.getByRole("heading", { name: "acme/base-image" }).waitFor();
    expect(page.url()).toMatch(/\/repositories\/[\w-]+$/u);
  });

  it("never redirects to another origin after signing in", async () => {
    const { page } = await visit();
    await page.goto("/login?next=//evil.example/w");
    await signIn(page);
    await page.waitForURL(/\/w\//u);
    expect(new URL(page.url()).origin).toBe(application().url);
  });
});

describe("the palette", () => {
  it("opens a repository by part of its name", async () => {
    const { page, open } = ada;
    await open(home);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("storefr");
    await page.getByRole("option", { name: "acme/storefront" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "acme/storefront" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("finds the repository of a pasted clone URL and the artifact of an image, and opens their impact and graph", async () => {
    const { page, open } = ada;
    await open(home);
    for (const [text, option, url] of [
      ["https://github.com/acme/base-image.git", "acme/base-image Repository", /\/repositories\/[\w-]+$/u],
      ["https://github.com/acme/base-image.git", "Graph of acme/base-image", /\/graph\?root=/u],
      ["ghcr.io/acme/base-image:1.0.0", "Impact of ghcr.io/acme/base-image", /\/impact\?artifact_id=/u],
      ["last scan", "Last scan of acme", /\/scans\/[\w-]+$/u],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(text);
      await page.getByRole("option", { name: option, exact: true }).first().click();
      await page.waitForURL(url);
    }
    expect(new URL(page.url()).pathname).toContain("/scans/");
  });

  it("opens from the search button at 360 px and starts with what was opened last", async () => {
    const { page, open, context } = await visitAsOwner({ theme: "light", width: 360 });
    await open(`${home}/repositories?q=storefront`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("heading", { name: "acme/storefront" }).waitFor();
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const first = page.getByRole("dialog").getByRole("option").first();
    expect(await first.innerText()).toBe("acme/storefront\nRepository");
    await context.close();
  });
});

describe("the question of the overview", () => {
  const question = "What do you want to change?";
  /** A repository, of which a long name is in two parts, its main author and when it gets the change. On a phone, both are on its second line. */
  const OWNED_ON_NEXT_RUN =
    /acme\s?\/[\w-]+\s(?:(?:none of \d+\s)?(?:on next run|if [^·]+) · [^\n]*(?:\nauthor\n)?Knockon|[^]*?Knockon[^]*?(?:On next run|If ))/u;
  const answerOf = async (page: Page) => {
    await page.waitForURL(/\/impact\?repository_id=/u);
    await page
      .getByText(/on (?:its|their) next run/u)
      .first()
      .waitFor();
    // Long lists render only what is visible.
    await page.getByRole("heading", { name: /^Direct/u }).evaluate((heading) => heading.scrollIntoView());
    return () => page.getByRole("main").innerText();
  };

  it("is answered with owners by keyboard alone in two actions: type and Enter", async () => {
    const { page, open } = ada;
    await open(home);
    await page.keyboard.press("/");
    await page.keyboard.type("base-image");
    await page
      .getByRole("option", { name: /acme\/base-image/u })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(await answerOf(page)).toMatch(OWNED_ON_NEXT_RUN);
  });

  it("is answered by touch at 360 px in one tap on what is riskiest to change", async () => {
    const { page, open, context } = await visitAsOwner({ theme: "light", width: 360 });
    await open(home);
    await page.getByRole("region", { name: "Riskiest to change" }).getByRole("link").nth(1).click();
    await expect.poll(await answerOf(page)).toMatch(OWNED_ON_NEXT_RUN);
    await context.close();
  });

  it.each([
    ["a clone URL", "git@github.com:acme/base-image.git", "acme/base-image", /impact\?repository_id=/u],
    ["an image", "ghcr.io/acme/base-image:1.0.0", "ghcr.io/acme/base-image", /impact\?artifact_id=/u],
    ["a file", "acme/base-image/Dockerfile", "Dockerfile", /impact\?repository_id=.*path=Dockerfile/u],
  ])("finds %s", async (_kind, text, name, url) => {
    const { page, open } = ada;
    await open(home);
    await page.getByLabel(question).fill(text);
    await page.getByRole("option", { name }).first().click();
    await page.waitForURL(/impact\?/u);
    expect(page.url()).toMatch(url);
  });
});

describe("evidence", () => {
  it("links to the line at the scanned commit", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("button", { name: /acme\/orders/u }).click();
    const evidence = page.getByRole("link", { name: /Dockerfile:\d/u }).first();
    expect(await evidence.getAttribute("href")).toMatch(
      /^https:\/\/github\.com\/acme\/[\w-]+\/blob\/[0-9a-f]{40}\/Dockerfile#L\d+$/u,
    );
  });
});
