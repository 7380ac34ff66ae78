import { beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import type { Visitor } from "./visitor.ts";

// Its own application, because these tests rename the workspace.
const { application, account, visit, visitAsOwner } = useApplication(async () => ({}));

let ada: Visitor;
/** Path of the local workspace. */
let home: string;

beforeAll(async () => {
  ada = await visitAsOwner();
  ({ home } = account());
});

/** The status of an API request with the key. */
const statusFor = async (key: string): Promise<number> => {
  const headers = { "X-API-Key": key };
  return (await fetch(`${application().url}/api/v1/repositories`, { headers })).status;
};

describe("an API key", () => {
  it("is shown once, works, and stops working after it is revoked", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/api-keys`);
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Name").fill("CI");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("button", { name: "Copy key" }).click();
    const key = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(await statusFor(key)).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator("body").innerText()).not.toContain(key);
    await page.getByRole("button", { name: "Revoke CI" }).click();
    const verb = page.getByRole("dialog").getByRole("button", { name: "Revoke" });
    expect(await verb.isDisabled()).toBe(true);
    await page.getByLabel("Type CI to confirm").fill("CI");
    await verb.click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect(await statusFor(key)).toBe(401);
  });
});

describe("the account page", () => {
  it("shows the sessions, changes the name, and does not delete the owner of a workspace", async () => {
    const { page, context, open } = await visitAsOwner();
    await open(home);
    await page.getByRole("button", { name: "Ada" }).click();
    await page.getByRole("menuitem", { name: "Account" }).click();
    await page.waitForURL(/\/settings\/account$/u);
    await page.getByText("This session").waitFor();
    await page.getByLabel("Your name").fill("Ada L.");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("button", { name: "Ada L." }).waitFor();
    // The audit log shows current names.
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("button", { name: "Ada L." }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill(account().password);
    expect(await dialog.getByRole("button", { name: "Delete account" }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type/u).fill(account().email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText('You own "Local".').waitFor();
    await context.close();
  });
});

describe("an invitation", () => {
  it("leads a new user through sign-up into the workspace with the invited role", async () => {
    const email = "grace@acme.example";
    await ada.open(`${home}/settings/members`);
    await ada.page.getByRole("button", { name: "Invite member" }).click();
    await ada.page.getByLabel("Email").fill(email);
    await ada.page.getByRole("radio", { name: /^Viewer/u }).check();
    await ada.page.getByRole("button", { name: "Send invitation" }).click();
    await ada.page.getByRole("button", { name: `Revoke invitation for ${email}` }).waitFor();

    const { page } = await visit();
    await page.goto(await application().emailedLink(email));
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("Name").fill("Grace");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.goto(await application().emailedLink(email));
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await page.waitForURL(new RegExp(`${home}$`, "u"));

    await page.goto(`${home}/settings/api-keys`);
    await page.getByText("Only the owner can manage API keys").waitFor();
    await page.goto(`${home}/settings/members`);
    await page.getByRole("cell", { name: "Viewer" }).waitFor();
    expect(await page.getByRole("button", { name: "Invite member" }).count()).toBe(0);
  });

  it("is rejected for a user with another email", async () => {
    const email = "katherine@acme.example";
    await ada.open(`${home}/settings/members`);
    await ada.page.getByRole("button", { name: "Invite member" }).click();
    await ada.page.getByLabel("Email").fill(email);
    await ada.page.getByRole("button", { name: "Send invitation" }).click();
    await ada.page.getByText(`Invitation sent to ${email}`).waitFor();
    const link = await application().emailedLink(email);
    await ada.page.goto(link);
    await ada.page.getByRole("button", { name: "Accept invitation" }).click();
    await ada.page.getByRole("alert").getByText("This invitation can't be accepted").waitFor();
    expect(ada.page.url()).toBe(link);
  });
});

describe("a role", () => {
  it("changes immediately, and a transfer of ownership makes the former owner an admin", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/members`);
    await page.getByLabel("Role of Grace").selectOption("admin");
    await page.getByText("Role of Grace changed to Admin").waitFor();
    await page.getByRole("button", { name: "Transfer" }).click();
    await page.getByLabel("Type Local to confirm").fill("Local");
    await page.getByRole("dialog").getByRole("button", { name: "Transfer" }).click();
    await page.getByText("Grace is now the owner of Local").waitFor();
    await page
      .getByRole("heading", { name: "Transfer ownership", exact: true })
      .waitFor({ state: "detached" });
    expect(await page.getByLabel("Role of Ada").inputValue()).toBe("admin");
  });
});

describe("a workspace", () => {
  it("redirects links with its former slug [D-10.32]", async () => {
    const { page, open } = ada;
    await open(`${home}/settings/workspace`);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Platform");
    await page.getByLabel("Also update the URL").check();
    await page.locator("form").filter({ has: name }).getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/\/w\/platform\/settings\/workspace$/u);
    await page.goto(`${home}/repositories?q=base`);
    await page.waitForURL(/\/w\/platform\/repositories\?q=base$/u);
    await page.getByRole("button", { name: "Platform" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("base");
  });

  it("is exported at most once an hour and shows the remaining time", async () => {
    const { page, open } = ada;
    await open("/w/platform/settings/workspace");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    expect((await download).suggestedFilename()).toMatch(/^platform-\d{4}-\d\d-\d\d\.json$/u);
    await page.getByText("Export downloaded").waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByText("Try again in 60 minutes.").waitFor();
  });
});

describe("the audit log", () => {
  it("shows who changed what, filters by URL and expands an event", async () => {
    const { page, load } = ada;
    await load("/w/platform/settings/audit");
    await page.getByRole("link", { name: /^Ada exported the workspace/u }).waitFor();
    await page.getByLabel("Category").selectOption({ label: "Members" });
    await page.waitForURL(/\?area=member$/u);
    await page.getByRole("link", { name: /^Ada exported/u }).waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/&event=/u);
    await page.reload();
    await page.getByRole("link", { name: /^Ada changed the role of Grace/u }).waitFor();
    await page.getByText("Before: viewer").waitFor();
    expect(await page.getByText("After: admin").count()).toBe(1);
  });
});

describe("signing in", () => {
  it("reports a wrong password and keeps the email", async () => {
    const { page, open } = await visit();
    await open("/login");
    await page.getByLabel("Email").fill(account().email);
    await page.getByLabel("Password").fill("something else entirely");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("The address or the password is wrong").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(account().email);
  });
});
