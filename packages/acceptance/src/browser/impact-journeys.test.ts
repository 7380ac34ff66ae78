import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import { withoutFeature, type Visitor } from "./visitor.ts";

const { application, account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

const clipboard = ({ page }: Visitor): Promise<string> => page.evaluate("navigator.clipboard.readText()");

describe("the impact of a change", () => {
  it("opens from a repository, and its URL restores the query and the expanded row", async () => {
    const { page, open, settle } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
    await page
      .getByText(
        /affects 9 repositories, 6 directly\. 1 picks it up on its next run; 8 wait for a version bump/u,
      )
      .waitFor();
    await page.getByRole("button", { name: "acme/kit" }).click();
    await page.getByLabel("New version").fill("1.10");
    await page.keyboard.press("Enter");
    await page.getByText("Releasing").waitFor();
    await page.getByRole("button", { name: "acme/kit" }).click();
    await page.waitForURL(/open=/u);
    await page.reload();
    await settle();
    expect(await page.getByLabel("New version").inputValue()).toBe("1.10");
    expect(new URL(page.url()).searchParams.get("version")).toBe("1.10");
    const path = page.getByRole("list", { name: "Strongest path" });
    expect(await path.getByRole("link").allInnerTexts()).toEqual([
      "acme/base-image",
      "acme/actions",
      "acme/kit",
    ]);
    const evidence = page.getByRole("list", { name: "Evidence" }).getByRole("link").first();
    expect(await evidence.getAttribute("href")).toMatch(/\/acme\/kit\/blob\/[0-9a-f]{40}\/.*#L\d+$/u);
    await page.getByText("because of acme/actions").waitFor();
    const decisive = page.getByRole("list", { name: "Evidence for timing" }).getByRole("link").first();
    expect(await decisive.getAttribute("href")).toMatch(/\/acme\/actions\/blob\//u);
  });

  it("finds an artifact by keyboard", async () => {
    const { page, open } = ada;
    await open(`${home}/impact`);
    await page.keyboard.press("/");
    await page.keyboard.type("@acme/ui");
    await page.getByRole("option", { name: "@acme/ui" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/which produces/u).waitFor();
    expect(new URL(page.url()).searchParams.has("artifact_id")).toBe(true);
    await page.goBack();
    await page.getByText("Select a repository or artifact").waitFor();
  });

  it("is copied as Markdown, JSON and curl", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
    const copyAs = async (form: string): Promise<string> => {
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByRole("menuitem", { name: form }).click();
      await page.getByText(`Copied as ${form}`).first().waitFor();
      return clipboard(ada);
    };
    expect(await copyAs("Markdown")).toMatch(
      /^Changing `acme\/base-image` affects 9 repositories[^]*### Wave 1[^]*\| `acme\//u,
    );
    expect(JSON.parse(await copyAs("JSON"))).toMatchObject({ root: { full_path: "acme/base-image" } });
    expect(await copyAs("curl")).toContain(`'${application().url}/api/v1/impact?repository_id=`);
  });

  it("filters by timing and includes weaker evidence", async () => {
    const { page, open } = ada;
    await open(`${home}/repositories?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
    await page.getByRole("link", { name: /^On next run/u }).click();
    await page.waitForURL(/adoption=immediate/u);
    expect(await page.locator("[data-row-link]").count()).toBe(1);
    await page.getByRole("link", { name: "Include weaker evidence" }).click();
    await page.getByText(/affects 10 repositories/u).waitFor();
  });
});

describe("artifacts", () => {
  it("can be filtered to orphans", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts`);
    await page.getByRole("button", { name: "Orphans only" }).click();
    await page.waitForURL(/orphans=true/u);
    await page.getByRole("row").nth(4).waitFor({ state: "detached" });
    expect(await page.locator("[data-row-link]").count()).toBe(3);
  });

  it("show outdated consumers and link to the impact", async () => {
    const { page, open } = ada;
    await open(`${home}/artifacts?q=ghcr.io/acme/base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByText("Version constraints").waitFor();
    expect(await page.getByText("Up to date", { exact: true }).count()).toBe(3);
    await page.getByRole("main").getByRole("link", { name: "Impact", exact: true }).click();
    await page.getByText(/which produces/u).waitFor();
  });

  it("do not request consumers if the plan excludes them", async () => {
    const { page, open } = ada;
    const requests: string[] = [];
    await page.route(/\/consumers\?/u, (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    await withoutFeature(page, "artifact_dashboard");
    await open(`${home}/artifacts?q=base-image`);
    await page.locator("[data-row-link]").first().click();
    await page.getByText("Artifact consumers").waitFor();
    await page.getByRole("link", { name: "View plans" }).waitFor();
    expect(requests).toEqual([]);
    await page.unrouteAll();
  });
});

describe("unresolved declarations", () => {
  it("show and filter by reason and link to their evidence", async () => {
    const { page, open } = ada;
    await open(`${home}/unresolved`);
    await page.getByLabel("Reason").selectOption("Unset variable");
    await page.waitForURL(/reason=unbound/u);
    await page
      .getByRole("row", { name: /external/u })
      .first()
      .waitFor({ state: "detached" });
    const row = page.getByRole("row").nth(1);
    expect(await row.innerText()).toContain("unset variable");
    expect(await row.getByRole("link", { name: /Dockerfile:\d+/u }).getAttribute("href")).toMatch(/#L\d+$/u);
  });
});
