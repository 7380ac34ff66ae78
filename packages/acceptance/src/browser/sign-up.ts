import type { RunningApplication } from "./run-application.ts";
import type { Visitor } from "./visitor.ts";

const PASSWORD = "correct horse battery";

/** Signs up and signs in through the emailed link. */
export async function signUp({ page, open, settle }: Visitor, application: RunningApplication, name: string) {
  const email = `${name.toLowerCase()}@acme.example`;
  await open("/signup");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await page.goto(await application.emailedLink(email));
  await page.waitForURL(/\/w\/|\/welcome/u);
  await settle();
  return { email, password: PASSWORD };
}
