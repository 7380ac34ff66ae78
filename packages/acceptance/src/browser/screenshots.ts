/** `npm run screenshots`: captures every page, or those named by arguments, in both themes and three widths. */
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { migrateDatabase } from "@knockon/db/migrate";
import { buildApplication } from "@knockon/web/build";
import { writeGeneratedOrganization } from "../testing/generated-organization.ts";
import { openBrowser } from "./chromium.ts";
import { addExampleCheck } from "./example-check.ts";
import { type KnownPage, PUBLIC_PAGES, WORKSPACE_PAGES, type PageSubjects, workspacePages } from "./pages.ts";
import { runApplication, signIn, signUp, type Account, type RunningApplication } from "./run-application.ts";
import { DEFAULT_LOOK, visit, type Look, type Visitor } from "./visitor.ts";

const HELP = `Usage: npm run screenshots -- [PAGE…] [--org PATH] [--to FOLDER] [--data FOLDER]

  --org PATH     A folder of git repositories or a listing file, as for npm start, or "generated" for
                 2,000 repositories with 10,000 edges (default: the examples).
  --to FOLDER    Where the images are written (default: screenshots).
  --data FOLDER  Keeps the scanned organization there, so that the next run need not scan it.
`;
const ROOT = resolve(import.meta.dirname, "../../../..");
const { values: given, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    org: { type: "string" },
    to: { type: "string", default: join(ROOT, "screenshots") },
    data: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const isNamed = ({ name }: KnownPage): boolean => names.length === 0 || names.includes(name);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const THEMES: Readonly<Record<Look["width"], readonly Look["theme"][]>> = {
  1440: ["light", "dark"],
  768: ["light"],
  360: ["light", "dark"],
};
const WIDTHS = [1440, 768, 360] as const;

/** Other states of the application, opened on the overview. */
const OVERLAYS: readonly KnownPage[] = [
  { name: "welcome", go: ({ open }) => open("/welcome") },
  {
    name: "palette",
    async go({ page, open }, home) {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "keys",
    async go({ page, open }, home) {
      await open(home);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Opens each page once per width and captures it in each theme. A page that fails to open is reported and skipped. */
async function capture(visitor: Visitor, width: Look["width"], pages: readonly KnownPage[], home: string) {
  for (const { name, go } of pages) {
    try {
      await go(visitor, home);
    } catch (error) {
      print(`${name} at ${width} px: ${String(error).split("\n", 1)[0]}`);
      process.exitCode = 1;
      continue;
    }
    // The mouse is still where it clicked, and would highlight that row.
    await visitor.page.mouse.move(0, 0);
    for (const theme of THEMES[width]) {
      await visitor.changeLook({ theme, width });
      const folder = join(resolve(given.to), `${theme}-${width}`);
      await mkdir(folder, { recursive: true });
      await visitor.page.screenshot({ path: join(folder, `${name}.png`) });
    }
    await visitor.changeLook({ theme: "light", width });
  }
}

/** The fields of a listed repository, artifact or organization that the pictures need. */
interface Listed {
  id: string;
  name?: string;
  full_path?: string;
  figures?: { next_run_repositories_total: number };
}

/** Finds what the pages show in an organization other than the examples. */
async function findSubjects({ url }: RunningApplication, { session }: Account): Promise<PageSubjects> {
  const list = async (path: string): Promise<Listed[]> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { Cookie: `service_access=${session}` },
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Listed[];
  };
  const [org] = await list("/connected-orgs");
  const artifactsPath = `/connected-orgs/${org?.id}/artifacts?first_party=true&sort=-dependent_count&limit=1`;
  const [producers, consumers, artifacts, actions] = await Promise.all(
    [
      "/repositories?sort=-dependent_repositories_total&archived=false&include=figures&limit=50",
      "/repositories?sort=-dependency_repositories_total&limit=1",
      artifactsPath,
      `${artifactsPath}&artifact_type=github_action`,
    ].map(list),
  );
  const producer =
    producers?.find(({ figures }) => (figures?.next_run_repositories_total ?? 0) > 0) ?? producers?.[0];
  const artifact = artifacts?.[0]?.name ?? "";
  return {
    producer: producer?.full_path ?? "",
    ...(producer && { producerId: producer.id }),
    consumer: consumers?.[0]?.full_path ?? "",
    artifact,
    parameterized: actions?.[0]?.name ?? artifact,
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function captureAll(dataFolder: string, databaseUrl: string, org: string | undefined): Promise<void> {
  const environment = { DATABASE_URL: databaseUrl };
  const mark = join(dataFolder, "signed-up");
  const isNew = !(await exists(mark));
  const application = await runApplication({
    environment,
    dataFolder: join(dataFolder, "application"),
    ...(org !== undefined && { org }),
  });
  const browser = await openBrowser();
  try {
    const account = isNew ? await signUp(application, "Ada") : await signIn(application, "Ada");
    const subjects = org === undefined ? undefined : await findSubjects(application, account);
    await addExampleCheck(databaseUrl, subjects && [subjects.producer, subjects.consumer]);
    if (isNew) await writeFile(mark, "");
    const pages = subjects ? workspacePages(subjects) : WORKSPACE_PAGES;
    for (const width of WIDTHS) {
      const look: Look = { ...DEFAULT_LOOK, width };
      const visitor = await visit(browser, application.url, look);
      await capture(visitor, width, PUBLIC_PAGES.filter(isNamed), "");
      await visitor.context.close();
      const owner = await visit(browser, application.url, look, account);
      await capture(owner, width, [...pages, ...OVERLAYS].filter(isNamed), account.home);
      await owner.context.close();
      print(`Captured at ${width} px in ${resolve(given.to)}`);
    }
  } finally {
    await browser.close();
    await application.stop();
  }
}

if (given.help) print(HELP);
else {
  await buildApplication(print);
  await rm(resolve(given.to), { recursive: true, force: true });
  const dataFolder =
    given.data === undefined ? await mkdtemp(join(tmpdir(), "knockon-screenshots-")) : resolve(given.data);
  await mkdir(dataFolder, { recursive: true });
  // The embedded Postgres runs as another user.
  await chmod(dataFolder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: join(dataFolder, "postgres"), durable: false });
  try {
    await migrateDatabase(postgres.url);
    const generated = join(dataFolder, "acme");
    const isGenerated = given.org === "generated";
    if (isGenerated && !(await exists(generated))) await writeGeneratedOrganization(generated);
    await captureAll(dataFolder, postgres.url, isGenerated ? join(generated, "acme.jsonl") : given.org);
  } finally {
    await postgres.stop();
    if (given.data === undefined) await rm(dataFolder, { recursive: true });
  }
}
