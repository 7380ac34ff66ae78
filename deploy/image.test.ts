import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, chown, cp, mkdir, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { freshDatabase, reachableFolder, startLocal } from "@knockon/acceptance/testing/local-process";
import { PRINTED } from "@knockon/acceptance/testing/spawn-local";
import { ROOT } from "@knockon/cli/build/bundle";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { copyContext, linkPackages, readStages, textsOf } from "./testing/dockerfile.ts";

const run = promisify(execFile);
const [build = [], image = []] = readStages();
const environment = Object.fromEntries(
  textsOf(image, "ENV").flatMap((text) => text.split(" ").map((pair) => pair.split("="))),
) as Record<string, string>;
const entryPoint = JSON.parse(textsOf(image, "ENTRYPOINT")[0] ?? "[]") as string[];

/** Runs the steps of the build stage in a copy of the build context, but for `npm ci`. Returns the folder that the image gets. */
async function buildFolder(folder: string): Promise<string> {
  // A path with characters that a URL escapes.
  const [context, built] = [join(folder, "a clone"), join(folder, "ö p t/knockon")];
  expect(textsOf(build, "COPY")).toEqual([". ."]);
  await copyContext(context);
  const [install, command, ...others] = textsOf(build, "RUN");
  expect([install, others]).toEqual([
    "--mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm",
    [],
  ]);
  await linkPackages(context);
  // A build of the same sources. Without it, the step builds the application.
  await cp(join(ROOT, "packages/web/dist"), join(context, "packages/web/dist"), { recursive: true }).catch(
    () => {},
  );
  await run("sh", ["-c", (command ?? "").replace("/opt/knockon", `'${built}'`)], { cwd: context });
  expect(textsOf(image, "COPY")).toEqual(["--from=build /opt/knockon /opt/knockon"]);
  return built;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** Removes the right to write, as in an image with a read-only root file system. */
async function makeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  }
  await chmod(folder, 0o555);
}

/** The image's user, if the tests may become it. */
const user = Number(textsOf(image, "USER")[0]?.split(":")[0]);
const uid = process.getuid?.() === 0 ? { uid: user } : {};

/** Building and starting the image takes 15 s of processor time. */
const isDeep = process.env["KNOCKON_RELEASE"] === "all";

it.runIf(isDeep)(
  "runs in its image as an ordinary user, with its code read-only",
  { timeout: 180_000 },
  async () => {
    const folder = await reachableFolder();
    const built = await buildFolder(folder);
    const files = await listFiles(built);
    const kinds = Map.groupBy(files, (file) => {
      const [top = "", name] = file.split("/");
      return name === undefined ? top : `${top}/*${extname(file)}`;
    });
    expect([...kinds.keys()].filter((kind) => !kind.startsWith("examples/")).toSorted()).toEqual([
      "THIRD-PARTY.md",
      "application/*.br",
      "application/*.css",
      "application/*.gz",
      "application/*.html",
      "application/*.js",
      "application/*.svg",
      "application/*.woff2",
      "bin/*.js",
      "lib/*.js",
      "migrations/*.json",
      "migrations/*.sql",
      "package.json",
    ]);
    expect(
      files.filter((file) => /test|node_modules|\.ts$/u.test(file) && !file.startsWith("examples/")),
    ).toEqual([]);
    await makeReadOnly(built);

    const data = join(folder, "data");
    await mkdir(data);
    if (uid.uid !== undefined) await chown(data, uid.uid, uid.uid);
    const [, program = "", ...args] = entryPoint;
    const server = await startLocal(
      args.map((one) => one.replace("/var/lib/knockon", data)),
      {
        ...environment,
        ...(await freshDatabase()),
        PORT: "0",
        BLOB_STORE: "postgres",
        NODE_COMPILE_CACHE: join(data, "cache"),
        LOG: "",
      },
      { program: program.replace("/opt/knockon", built), cwd: data, ...uid },
    );
    const [, url = ""] = await server.printed(PRINTED.listening);
    const [, key = ""] = await server.printed(PRINTED.key);
    const [, count] = await server.printed(PRINTED.scanned);
    expect(count).toBe("15");
    await server.printed(PRINTED.lastRequest);
    const impact = await fetch(`${url}/api/v1/impact?url=https://github.com/acme/base-image`, {
      headers: { "X-API-Key": key },
    });
    expect(impact.status).toBe(200);
    const page = await fetch(`${url}/`);
    expect(await page.text()).toContain("<title>");
    const signIn = await fetch(`${url}/api/v1/auth/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: url },
      body: JSON.stringify({ name: "Ada", email: "ada@acme.example", password: "correct horse battery" }),
    });
    expect(signIn.status).toBe(200);

    const [, check = ""] = /CMD (\[.+)$/u.exec(textsOf(image, "HEALTHCHECK")[0] ?? "") ?? [];
    const healthCheck = () => {
      const [, ...words] = JSON.parse(check) as string[];
      return run(process.execPath, words, { env: { PORT: new URL(url).port } });
    };
    await healthCheck();
    expect(await server.ended("SIGTERM")).toBe(0);
    expect(server.stderr()).toBe("");
    await expect(healthCheck()).rejects.toThrow(/Command failed/u);
    expect(await listFiles(built)).toEqual(files);
  },
);

describe("the image", () => {
  it("has a Dockerfile without mistakes", () => {
    const text = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
    const mistakesIn = (content: string) => validate(content).map(({ message }) => message);
    expect(mistakesIn(text)).toEqual([]);
    expect(mistakesIn(text.replace("USER ", "USR "))).toEqual(["Unknown instruction: USR"]);
    expect(mistakesIn(text.replace("--interval=10s", "--interval=10"))).toHaveLength(1);
  });

  it("has an exact version of Node.js, the one of the tests, and of no other base", async () => {
    const { stdout } = await run(process.execPath, ["--version"]);
    const bases = [...build, ...image].filter(({ keyword }) => keyword === "FROM").map(({ text }) => text);
    const tag = `node:${stdout.trim().slice(1)}-bookworm-slim`;
    expect(bases).toEqual([`--platform=$BUILDPLATFORM ${tag} AS build`, tag]);
  });

  it("refuses a role without the secrets that processes share", async () => {
    const server = await startLocal(["--role", "worker"], {
      SESSION_SECRET: randomBytes(32).toString("hex"),
    });
    expect(await server.ended()).toBe(1);
    expect(server.stderr()).toContain("ENCRYPTION_KEYS");
  });

  it("migrates an empty database, and ends", async () => {
    const database = await freshDatabase();
    const migration = await startLocal(["--role", "migrate"], database);
    expect(await migration.ended()).toBe(0);
    expect(migration.stdout()).toBe("The schema of the database is up to date.\n");
    const again = await startLocal(["--role", "migrate"], database);
    expect(await again.ended()).toBe(0);
    const without = await startLocal(["--role", "migrate"], {});
    expect(await without.ended()).toBe(1);
    expect(without.stderr()).toContain("--role migrate requires DATABASE_URL:");
  });
});
