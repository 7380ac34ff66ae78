/** `npm run screenshots`: captures every page, or those named by arguments, in both themes and two widths in `screenshots/`. */
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { migrateDatabase } from "@knockon/db/migrate";
import { buildApplication } from "@knockon/web/build";
import { openBrowser } from "./chromium.ts";
import { addExampleCheck } from "./example-check.ts";
import { type KnownPage, PUBLIC_PAGES, WORKSPACE_PAGES } from "./pages.ts";
import { runApplication, signUp } from "./run-application.ts";
import { LOOKS, visit, type Visitor } from "./visitor.ts";

const FOLDER = resolve(import.meta.dirname, "../../../../screenshots");
const names = process.argv.slice(2);
const isNamed = ({ name }: KnownPage): boolean => names.length === 0 || names.includes(name);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await buildApplication(print);
await rm(FOLDER, { recursive: true, force: true });
const dataFolder = await mkdtemp(join(tmpdir(), "knockon-screenshots-"));
// The embedded Postgres runs as another user.
await chmod(dataFolder, 0o755);
const postgres = await startEmbeddedPostgres({ folder: join(dataFolder, "postgres"), durable: false });
await migrateDatabase(postgres.url);
const application = await runApplication({ environment: { DATABASE_URL: postgres.url } });
const browser = await openBrowser();
try {
  const account = await signUp(application, "Ada");
  await addExampleCheck(postgres.url);
  for (const look of LOOKS) {
    const folder = join(FOLDER, `${look.theme}-${look.width}`);
    await mkdir(folder, { recursive: true });
    const shoot = async ({ page }: Visitor, name: string): Promise<void> =>
      void (await page.screenshot({ path: join(folder, `${name}.png`) }));
    const visitor = await visit(browser, application.url, look);
    for (const { name, go } of PUBLIC_PAGES.filter(isNamed)) {
      await go(visitor, "");
      await shoot(visitor, name);
    }
    await visitor.context.close();
    const owner = await visit(browser, application.url, look, account);
    for (const { name, go } of WORKSPACE_PAGES.filter(isNamed)) {
      await go(owner, account.home);
      await shoot(owner, name);
    }
    if (names.length === 0) {
      await owner.open("/welcome");
      await shoot(owner, "welcome");
      await owner.open(account.home);
      await owner.page.keyboard.press("Control+k");
      await owner.page.getByRole("option").first().waitFor();
      await shoot(owner, "palette");
      await owner.page.keyboard.press("Escape");
      await owner.page.keyboard.press("?");
      await owner.page.getByRole("dialog").waitFor();
      await shoot(owner, "keys");
    }
    await owner.context.close();
    print(folder);
  }
} finally {
  await browser.close();
  await application.stop();
  await postgres.stop();
  await rm(dataFolder, { recursive: true });
}
