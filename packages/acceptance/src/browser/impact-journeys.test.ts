import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import { DEFAULT_LOOK, withoutFeature, type Visitor } from "./visitor.ts";

const { application, account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

async function openImpactOf(name: string): Promise<void> {
  await ada.open(`${home}/repositories?q=${name}`);
  await ada.page.locator("[data-row-link]").first().click();
  await ada.page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
  await ada.page.getByRole("heading", { name: "Direct" }).waitFor();
}

const clipboard = ({ page }: Visitor): Promise<string> => page.evaluate("navigator.clipboard.readText()");

describe("the impact of a change", () => {
  it("opens from a repository, and its URL restores the query and the expanded row", async () => {
    const { page, settle } = ada;
    await openImpactOf("base-image");
    await page
      .getByText(
        /Changing acme\/base-image hits 9 repositories: 1 on its next run, 6 when bumped, 1 without an edit after orders bumps, 1 at an unknown time\./u,
      )
      .waitFor();
    await page
      .getByText(/^7 directly \(4 at runtime, 2 in CI only, 1 in tests only\), 2 through them\./u)
      .waitFor();
    await page.getByLabel("Passed on").selectOption("by every declaration");
    await page.getByRole("button", { name: "acme/kit" }).click();
    await page.getByRole("button", { name: "New version" }).click();
    await page.keyboard.type("1.10");
    await page.keyboard.press("Enter");
    await page.getByText(/Release 1\.10 of/u).waitFor();
    await page.getByRole("button", { name: "acme/kit" }).click();
    await page.waitForURL(/open=/u);
    await page.reload();
    await settle();
    expect(await page.getByLabel("New version").inputValue()).toBe("1.10");
    expect(new URL(page.url()).searchParams.get("version")).toBe("1.10");
    const path = page.getByRole("list", { name: "Path" });
    expect(await path.getByRole("link").allTextContents()).toEqual([
      "acme/base-image",
      "acme/actions",
      "acme/kit",
    ]);
    expect(await path.textContent()).toContain("acme/actions/deploy");
    const evidence = page.getByRole("list", { name: "Evidence: CI" }).getByRole("link").first();
    expect(await evidence.getAttribute("href")).toMatch(/\/acme\/kit\/blob\/[0-9a-f]{40}\/.*#L\d+$/u);
    const deciding = page.getByRole("region", { name: "Deciding declaration" });
    expect(await deciding.textContent()).toContain("Deciding declaration, in acme/actions");
    expect(await deciding.getByRole("link").getAttribute("href")).toMatch(/\/acme\/actions\/blob\//u);
  }, 90_000);

  it("lists repositories that follow another one apart from those that have to be edited", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    const rows = page.locator("[data-row-link]");
    const tabs = page.getByRole("navigation", { name: "Filter by timing" });
    await tabs.getByRole("link", { name: /^After orders bumps/u }).click();
    await page.waitForURL(/follows=true/u);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText("After orders bumps", { exact: true }).nth(1).waitFor();
    await tabs.getByRole("link", { name: /^When bumped/u }).click();
    await page.waitForURL(/follows=false/u);
    await expect.poll(() => rows.count()).toBe(6);
    await tabs.getByRole("link", { name: /^All/u }).click();
    await expect.poll(() => rows.count()).toBe(9);
    // A link from before the tab was divided.
    await page.goto(`${page.url()}&clock=bump`);
    await rows.nth(5).waitFor();
    expect(await rows.count()).toBe(6);
  });

  it("loads a short list as a whole, and a long one when its end is scrolled to or pressed", async () => {
    const { page, reset } = ada;
    let claimed: string | undefined;
    // As if a page had three repositories, and the list were very long.
    await page.route(/\/api\/v1\/impact\?/u, async (route) => {
      const url = route.request().url().replace("limit=500", "limit=3");
      if (claimed === undefined) return route.continue({ url });
      const response = await route.fetch({ url });
      return route.fulfill({ response, headers: { ...response.headers(), "x-total-count": claimed } });
    });
    await openImpactOf("base-image");
    const rows = page.locator("[data-row-link]");
    await expect.poll(() => rows.count()).toBe(9);
    const direct = page.getByRole("region", { name: "Direct" });
    expect(await direct.getByText("7 repositories", { exact: true }).count()).toBe(1);
    expect(await page.getByRole("button", { name: /^Show \d/u }).count()).toBe(0);
    claimed = "3000";
    await page.reload();
    // Both ends of the list are in view. The last request finds nothing more.
    await page.getByRole("button", { name: "Show 2,991 more" }).waitFor();
    expect(await direct.locator("[data-row-link]").count()).toBe(7);
    expect(await rows.count()).toBe(9);
    await reset();
  });

  it("finds an artifact by keyboard", async () => {
    const { page, open } = ada;
    await open(`${home}/impact`);
    await page.keyboard.press("/");
    await page.keyboard.type("@acme/ui");
    await page.getByRole("option", { name: "@acme/ui" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/Changing @acme\/ui in acme\/ui-kit/u).waitFor();
    expect(new URL(page.url()).searchParams.has("artifact_id")).toBe(true);
    await page.goBack();
    await page.getByRole("heading", { name: "Most used artifacts" }).waitFor();
    const recent = page.getByRole("list", { name: "Recent" }).getByRole("link").first();
    expect(await recent.getAttribute("href")).toContain("artifact_id=");
    await recent.click();
    await page.getByText(/Changing @acme\/ui in acme\/ui-kit/u).waitFor();
  });

  it("leads to the graph of the same question", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    await page.getByLabel("Passed on").selectOption("by every declaration");
    await page.waitForURL(/through=repositories/u);
    const root = new URL(page.url()).searchParams.get("repository_id");
    await page.getByRole("link", { name: "View graph" }).click();
    await page.waitForURL(/graph\?/u);
    const asked = new URL(page.url()).searchParams;
    expect(["root", "depth", "through"].map((name) => asked.get(name))).toEqual([root, "3", "repositories"]);
    await page
      .getByRole("list", { name: /^Dependents · 2 hops/u })
      .locator("[data-card]")
      .first()
      .waitFor();
  });

  it("shows a line of its details on a phone, and the rest on demand", async () => {
    const { page, changeLook } = ada;
    await openImpactOf("base-image");
    await changeLook({ ...DEFAULT_LOOK, width: 360 });
    const whole = page.getByText(/\d+ directly .* through them\./u);
    await expect.poll(() => whole.isVisible()).toBe(false);
    await page.getByText(/^\d+ direct, \d+ through them\.$/u).waitFor();
    await page.getByRole("button", { name: "More about the impact", expanded: false }).click();
    await whole.waitFor();
    await page.getByRole("button", { name: "Less about the impact", expanded: true }).click();
    await expect.poll(() => whole.isVisible()).toBe(false);
    await changeLook(DEFAULT_LOOK);
  });

  it("shows the counts of all timings on a phone, and marks the order of the rows", async () => {
    const { page, changeLook } = ada;
    await openImpactOf("base-image");
    await page.getByRole("img", { name: "(earliest first)" }).waitFor();
    await page.getByRole("img", { name: /^\(then most/u }).waitFor();
    // Narrower than most, as the counts of large organizations are longer.
    await page.setViewportSize({ width: 280, height: 740 });
    const tabs = page.getByRole("navigation", { name: "Filter by timing" });
    expect(await tabs.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    await changeLook(DEFAULT_LOOK);
  });

  it('says "may" where the release decides, also with one timing selected', async () => {
    const { page } = ada;
    await openImpactOf("ui-kit");
    const sentence = page.getByText(/Changing acme\/ui-kit/u);
    const whole = await sentence.innerText();
    expect(whole).toMatch(/: (?:\d+|all)\smay get it on /u);
    // Each release of a range leads to its impact.
    await page.getByRole("button", { name: "may get it" }).click();
    const releases = page.getByRole("list", { name: "On next run by release" }).getByRole("link");
    expect(await releases.first().innerText()).toMatch(/^\d+\.\d+\.\d+\s+\d+\s+on next run$/u);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /^When bumped/u }).click();
    await page.waitForURL(/clock=bump/u);
    const fast = page.getByRole("region", { name: "Direct" }).getByText("On next run", { exact: true });
    await expect.poll(() => fast.count()).toBe(0);
    expect(await sentence.innerText()).toBe(whole);
    await page.getByRole("button", { name: "New version" }).click();
    await page.keyboard.type("1.10");
    await page.keyboard.press("Enter");
    await page.getByText(/Release 1\.10 of/u).waitFor();
    // Of those that use it directly, the version decides no more.
    const conditions = page.getByRole("region", { name: "Direct" }).getByText(/^If in /u);
    await expect.poll(() => conditions.count()).toBe(0);
  });

  it("is copied as Markdown, JSON and curl", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    const copyAs = async (form: string): Promise<string> => {
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("menuitem", { name: form }).click();
      await page.getByText(`Copied as ${form}`).first().waitFor();
      return clipboard(ada);
    };
    expect(await copyAs("Markdown")).toMatch(
      /^Changing `acme\/base-image` hits 9 repositories: 1 on its next run[^]*### Direct[^]*\| `acme\/[^]*### Transitive/u,
    );
    expect(JSON.parse(await copyAs("JSON"))).toMatchObject({ root: { full_path: "acme/base-image" } });
    expect(await copyAs("curl")).toContain(`'${application().url}/api/v1/impact?repository_id=`);
  });

  it("orders rows by how many use each repository where none passes the change on, and says so", async () => {
    const { page } = ada;
    await openImpactOf("actions");
    await page.getByText(/ · none passes it on$/u).waitFor();
    await page.getByText("Used by", { exact: true }).waitFor();
    expect(await page.getByText("Passes on to", { exact: true }).count()).toBe(0);
    await page.locator("[data-row-link]").first().click();
    await page
      .getByText(
        /^\d+ repositor(?:y uses|ies use) it\. The change ends here, as it is not built into what this one publishes\.$/u,
      )
      .waitFor();
  });

  it("opens seldom options in place, keeps used ones, and says what it leaves out", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    await page.getByLabel("Depth").selectOption("1 hop");
    await page.waitForURL(/max_depth=1/u);
    await page.reload();
    await expect.poll(() => page.getByLabel("Depth").inputValue()).toBe("1");
    await page.getByRole("link", { name: "1 more only mentions it" }).click();
    await page.getByText(/^2 repositories mention acme\/base-image/u).waitFor();
  });

  it("names a path that nothing is built from", async () => {
    const { page } = ada;
    await openImpactOf("acme/actions");
    await page.getByRole("button", { name: "Path", exact: true }).click();
    await page.keyboard.type("deplyo");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Nothing is built from deplyo").waitFor();
    expect(await page.getByText("No repositories affected").count()).toBe(0);
    await page.getByLabel("Path", { exact: true }).fill("deploy");
    await page.keyboard.press("Enter");
    await page.getByText(/Changing deploy in acme\/actions/u).waitFor();
  });

  it("filters by timing, follows every declaration and includes weaker evidence", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    await page.getByRole("link", { name: /^On next run(?!,)/u }).click();
    await page.waitForURL(/clock=next_run/u);
    await expect.poll(() => page.locator("[data-row-link]").count()).toBe(1);
    await page.getByLabel("Passed on").selectOption("by every declaration");
    await page.waitForURL(/through=repositories/u);
    await page.getByText(/7 directly .* 3 through them/u).waitFor();
    await page.getByRole("link", { name: /^\d+ more on weaker evidence$/u }).click();
    await page.getByText(/8 directly .* 1 in documentation only/u).waitFor();
  });

  it("filters by role and lists mentions", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    await page.getByRole("button", { name: /^Roles/u }).click();
    await page.getByRole("menuitemcheckbox", { name: /^Runtime/u }).click();
    await page.waitForURL(/role=build/u);
    await page
      .getByText(/5 directly \(1 in builds, 2 in CI only, 1 in development only, 1 in tests only\)/u)
      .waitFor();
    // What choosing it again would add.
    await page.getByRole("menuitemcheckbox", { name: /^Runtime.*\d+ more$/u }).waitFor();
    await page.getByRole("menuitemradio", { name: "Custom", checked: true }).waitFor();
    await page.getByRole("menuitem", { name: "Reset" }).click();
    await page.waitForURL((url) => !url.searchParams.has("role"));
    await page.getByRole("button", { name: /^Roles/u }).click();
    await page.getByRole("menuitemradio", { name: "All except mentions", checked: true }).waitFor();
    await page.getByRole("menuitemradio", { name: "Mentions only" }).click();
    await page
      .getByText(
        /^2 repositories mention acme\/base-image \(1 in fixtures only, 1 in documentation only\)\.$/u,
      )
      .waitFor();
    await expect
      .poll(() => page.locator("[data-row-link]").allTextContents())
      .toEqual([expect.stringContaining("acme/infrastructure"), expect.stringContaining("acme/handbook")]);
  });

  it("leads from an owner to all repositories of that owner", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    const owner = page
      .getByRole("region", { name: "Direct" })
      .getByRole("listitem")
      .getByRole("link")
      .first();
    await owner.click();
    await page.waitForURL(/group=owner#owner-/u);
    const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
    const group = page.locator("section", { has: page.locator(`[id="${id}"]`) });
    await group.locator("[data-row-link]").first().waitFor();
    expect(await page.locator("[data-row-link][aria-expanded=true]").count()).toBe(0);
  });

  it("counts the repositories of each owner, in a summary that a phone opens with a button", async () => {
    const { page, changeLook } = ada;
    await openImpactOf("base-image");
    const owners = page.getByRole("region", { name: "By owner" });
    const [first = ""] = await owners.getByRole("listitem").allInnerTexts();
    const [name = ""] = first.split("\n");
    const [count] = /\d+(?= repositor)/u.exec(first) ?? [];
    await changeLook({ ...DEFAULT_LOOK, width: 360 });
    await expect.poll(() => owners.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Summary" }).click();
    await owners.getByRole("link").first().click();
    await page.waitForURL(/group=owner#owner-/u);
    const group = page
      .getByRole("main")
      .locator("section", { has: page.locator("[data-row-link]") })
      .first();
    expect(await group.getByRole("heading").innerText()).toContain(name);
    expect(await group.locator("[data-row-link]").count()).toBe(Number(count));
    await changeLook(DEFAULT_LOOK);
  });

  it("is grouped by rollout wave and by timing", async () => {
    const { page } = ada;
    await openImpactOf("base-image");
    const headings = page.getByRole("main").getByRole("heading", { name: /^(?:Direct|Transitive|Wave)/u });
    expect(await headings.allInnerTexts()).toEqual([
      "Direct · 1 on next run, 5 when bumped, 1 unknown · by timing, then by what they pass on",
      "Transitive",
    ]);
    await page.getByLabel("Group by").selectOption("By rollout wave");
    await page.waitForURL(/group=wave/u);
    expect(await headings.allInnerTexts()).toEqual([
      "Wave 1 · depends on no other affected repository",
      "Wave 2 · after wave 1",
      "Wave 3 · after wave 2",
    ]);
    await page.getByLabel("Group by").selectOption("By timing");
    await page.waitForURL(/group=clock/u);
    await page.getByRole("heading", { name: /^On next run · The next build or run/u }).waitFor();
  });
});

describe("dependents and dependencies", () => {
  it("can be filtered by role", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    const orders = page.getByRole("button", { name: /acme\/orders/u });
    await orders.waitFor();
    await page.getByLabel("Role").selectOption("Documentation");
    await page.waitForURL(/role=documentation/u);
    await orders.waitFor({ state: "detached" });
    await expect
      .poll(() => page.locator("[data-row-link]").allTextContents())
      .toEqual([expect.stringContaining("acme/handbookDocumentation")]);
  });

  it("are grouped by repository, with evidence that expands, and can be filtered by version and text", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    const orders = page.getByRole("button", { name: /acme\/orders/u });
    await orders.focus();
    expect(await page.getByRole("link", { name: /Dockerfile:\d/u }).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /Dockerfile:\d/u }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /Dockerfile:\d/u }).waitFor({ state: "detached" });
    await page.getByLabel("Version").selectOption("Floating");
    await page.waitForURL(/state=floating/u);
    await orders.waitFor({ state: "detached" });
    await page.getByLabel("Version").selectOption("All versions");
    await page.getByRole("searchbox").fill("orders");
    await page.waitForURL(/q=orders/u);
    await page.getByRole("button", { name: /acme\/actions/u }).waitFor({ state: "detached" });
    await expect
      .poll(() => page.locator("[data-row-link]").allTextContents())
      .toEqual(["acme/ordersRuntime · @acme/orders"]);
  });
});

describe("artifacts", () => {
  it("start with the workspace's own, those with most consumers first, and can be filtered to unused ones", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts`);
    expect(await page.locator("[data-row-link]").first().innerText()).toContain("base-image");
    const cells = page.getByRole("cell");
    expect(await cells.count()).toBeGreaterThan(0);
    expect(await cells.getByText("External", { exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "Unused" }).click();
    await page.waitForURL(/of=unused/u);
    await expect.poll(() => page.locator("[data-row-link]").count()).toBe(3);
  });

  it("show outdated consumers and link to the impact", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts?q=ghcr.io/acme/base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByText("Consumers by status").waitFor();
    // Once per repository, also if it declares the image in several files.
    const list = page.getByRole("list", { name: "Consumers" });
    await list.waitFor();
    const countOf = (status: string) =>
      list.getByText(status, { exact: true }).filter({ visible: true }).count();
    // One of those that are up to date has another file that lags.
    expect([await countOf("Lagging"), await countOf("Up to date")]).toEqual([4, 3]);
    await page.getByRole("link", { name: "Versions" }).click();
    const [first] = await page.getByRole("row").filter({ hasText: "Lagging" }).all();
    const repositories = Number(await first?.getByRole("cell").last().innerText());
    await first?.getByRole("link").click();
    await page.waitForURL(/[?]q=/u);
    await expect.poll(() => list.locator("[data-row-link]").count()).toBe(repositories);
    await page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
    await page.getByText(/Changing ghcr\.io\/acme\/base-image in acme\/base-image/u).waitFor();
  });

  it("do not request consumers if the plan excludes them", async () => {
    const { page, load, reset } = ada;
    const requests: string[] = [];
    await page.route(/\/consumers\?/u, (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await withoutFeature(page, "artifact_dashboard");
    await load(`${home}/artifacts?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByText("Artifact consumers").waitFor();
    await page.getByRole("link", { name: "View plans" }).waitFor();
    expect(requests).toEqual([]);
    await reset();
  });
});

describe("unresolved declarations", () => {
  it("are only those of the own organizations, and external names are artifacts with their evidence", async () => {
    const { page, open } = ada;
    await open(`${home}/unresolved`);
    await page.getByText("No unresolved declarations").waitFor();
    await open(`${home}/artifacts`);
    await page.getByRole("link", { name: /^External/u }).click();
    await page.waitForURL(/of=external/u);
    await page.getByRole("searchbox").fill("library/golang");
    await page.waitForURL(/q=library/u);
    await expect.poll(() => page.locator("[data-row-link]").count()).toBe(1);
    await page.locator("[data-row-link]").click();
    const consumer = page.locator("[data-row-link][aria-expanded]").first();
    await consumer.waitFor();
    if ((await consumer.getAttribute("aria-expanded")) === "false") await consumer.click();
    const evidence = page.getByRole("link", { name: /Dockerfile:\d+/u }).first();
    expect(await evidence.getAttribute("href")).toMatch(/#L\d+$/u);
  });
});
