import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import { withoutFeature, type Visitor } from "./visitor.ts";

const { account, visitAsOwner } = useApplication();

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

/** Opens the page of the only organization. */
async function openOrg() {
  const { page, open } = ada;
  await open(`${home}/settings/orgs`);
  await page.locator("[data-row-link]").first().click();
  await page.getByRole("heading", { name: "Schedule" }).waitFor();
  return page;
}

describe("a plan's limits", () => {
  it("replace the schedule and the form for another organization", async () => {
    const { page, open, reset } = ada;
    await withoutFeature(page, "scheduled_scans");
    await open(`${home}/settings/orgs`);
    await page.locator("[data-row-link]").first().click();
    const schedule = page.getByRole("region", { name: "Schedule" });
    await schedule.getByText("Scheduled scans").waitFor();
    expect(await schedule.getByRole("button", { name: "Save" }).count()).toBe(0);
    await reset();
    await withoutFeature(page, "multi_org");
    await open(`${home}/settings/orgs/new`);
    await page.getByText("Multiple organizations").waitFor();
    expect(await page.getByRole("button", { name: "Connect and scan" }).count()).toBe(0);
    await reset();
  });
});

describe("an org's settings", () => {
  it("describe the schedule and show its error in the form", async () => {
    const page = await openOrg();
    await page.getByLabel("Frequency").selectOption({ label: "Weekdays at 03:00 UTC" });
    await page.getByText("At 03:00, Monday through Friday (UTC)").waitFor();
    await page.getByLabel("Frequency").selectOption({ label: "Custom (cron)" });
    const schedule = page.getByRole("textbox", { name: "Cron expression" });
    await schedule.fill("*/5 * * * *");
    const save = page.locator("form").filter({ has: schedule }).getByRole("button", { name: "Save" });
    await save.click();
    await page.getByText("The schedule runs more often than every 15 minutes.").waitFor();
    expect(await schedule.getAttribute("aria-invalid")).toBe("true");
    await schedule.fill("30 3 * * *");
    await save.click();
    await page.getByText("Schedule saved").waitFor();
    await page.reload();
    expect(await schedule.inputValue()).toBe("30 3 * * *");
  });

  it("save host aliases and patterns and show errors in the form", async () => {
    const page = await openOrg();
    await page.getByRole("button", { name: "Add alias" }).click();
    const host = page.getByRole("textbox", { name: "Alias 1" });
    await host.fill("https://mirror.example");
    const saveHosts = page.locator("form").filter({ has: host }).getByRole("button", { name: "Save" });
    await saveHosts.click();
    await page.getByText("Expected a host name with an optional port").waitFor();
    await host.fill("mirror.example");
    await saveHosts.click();
    await page.getByText("Host aliases saved").waitFor();

    await page.getByRole("button", { name: "Add pattern" }).click();
    const expression = page.getByRole("textbox", { name: "Expression", exact: true });
    const patterns = page.locator("form").filter({ has: expression });
    await patterns.getByRole("textbox", { name: "Name" }).fill("service_ref");
    await expression.fill("uses: (");
    await patterns.getByRole("button", { name: "Save" }).click();
    await page.getByText(/missing closing \)/u).waitFor();
    await expression.fill(String.raw`uses: (?P<name>[a-z-]+)`);
    await patterns.getByRole("button", { name: "Save" }).click();
    await page.getByText("Patterns saved").waitFor();
    await page.reload();
    expect([await host.inputValue(), await expression.inputValue()]).toEqual([
      "mirror.example",
      String.raw`uses: (?P<name>[a-z-]+)`,
    ]);
  });
});

describe("a webhook's secret", () => {
  it("is created after a warning that the previous one stops working", async () => {
    const { page, reset } = ada;
    await reset();
    let created = 0;
    await page.route(/\/connected-orgs\/[\w-]+$/u, async (route) => {
      const org = await (await route.fetch()).json();
      await route.fulfill({ json: { ...org, platform: "github" } });
    });
    await page.route(/\/webhook-secret$/u, (route) => {
      created += 1;
      return route.fulfill({ status: 201, json: { secret: "wh_0123" } });
    });
    await openOrg();
    await page.getByRole("button", { name: "Create secret" }).click();
    await page.getByText("Any previous secret stops working immediately").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(created).toBe(0);
    await page.getByRole("button", { name: "Create secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create secret" }).click();
    await page.getByText("wh_0123").waitFor();
    await reset();
  });
});

describe("a GitHub App installation", () => {
  it("shows its outcome on the organizations page, also via the home page", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/orgs?installation=not_all_repositories`);
    await page.getByRole("alert").getByText("You don't have access to all repositories").waitFor();
    await open("/?installation=expired");
    await page.getByText("Installation request expired").waitFor();
    expect(new URL(page.url()).pathname).toBe(`${home}/settings/orgs`);
  });

  it("does not start without a registered app", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/orgs/new`);
    await page.getByRole("button", { name: "Install GitHub App" }).click();
    await page.getByText("GitHub App not configured").waitFor();
    // There is nothing to name or scan yet.
    const name = page.getByLabel("Organization name");
    expect(await name.count()).toBe(0);
    await page.getByText("Access token", { exact: true }).click();
    await name.waitFor();
    expect(new URL(page.url()).pathname).toBe(`${home}/settings/orgs/new`);
  });
});

describe("a destructive action", () => {
  it("requires the organization's name and can be canceled", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/orgs`);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("button", { name: "Disconnect" }).click();
    const dialog = page.getByRole("dialog");
    const verb = dialog.getByRole("button", { name: "Disconnect" });
    expect(await verb.isDisabled()).toBe(true);
    await dialog.getByLabel("Type acme to confirm").fill("acme");
    expect(await verb.isEnabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await open(`${home}/settings/orgs`);
    expect(await page.locator("[data-row-link]").count()).toBe(1);
  });
});
