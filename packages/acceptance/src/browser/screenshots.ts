/** `npm run screenshots`: captures every page in both themes and two widths in `screenshots/`. */
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildApplication } from "@knockon/web/build";
import { LOOKS, openBrowser } from "./open-browser.ts";
import { PUBLIC_PAGES, WORKSPACE_PAGES } from "./pages.ts";
import { runApplication } from "./run-application.ts";
import { signUp } from "./sign-up.ts";
import { visit } from "./visitor.ts";

const FOLDER = resolve(import.meta.dirname, "../../../../screenshots");
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await buildApplication(print);
await rm(FOLDER, { recursive: true, force: true });
const application = await runApplication();
const browser = await openBrowser();
try {
  const ada = await visit(browser, application.url, { theme: "light", width: 1440 });
  await signUp(ada, application, "Ada");
  const workspacePath = new URL(ada.page.url()).pathname;
  const session = await ada.context.storageState();
  for (const look of LOOKS) {
    const folder = join(FOLDER, `${look.theme}-${look.width}`);
    await mkdir(folder, { recursive: true });
    const visitor = await visit(browser, application.url, look);
    const shoot = async (name: string): Promise<void> =>
      void (await visitor.page.screenshot({ path: join(folder, `${name}.png`) }));
    for (const { name, go } of PUBLIC_PAGES) {
      await go(visitor, "");
      await shoot(name);
    }
    await visitor.context.addCookies(session.cookies);
    for (const { name, go } of WORKSPACE_PAGES) {
      await go(visitor, workspacePath);
      await shoot(name);
    }
    await visitor.open("/welcome");
    await shoot("welcome");
    await visitor.open(workspacePath);
    await visitor.page.keyboard.press("Control+k");
    await visitor.page.getByRole("option").first().waitFor();
    await shoot("palette");
    await visitor.page.keyboard.press("Escape");
    await visitor.page.keyboard.press("?");
    await visitor.page.getByRole("dialog").waitFor();
    await shoot("keys");
    await visitor.context.close();
    print(folder);
  }
} finally {
  await browser.close();
  await application.stop();
}
