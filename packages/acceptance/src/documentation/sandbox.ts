/** A machine of a user: an organization, the installed command, and a running server. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { buildPackage } from "@knockon/cli/build/build-package";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import { builtServer } from "../testing/built-server.ts";
import { PRINTED, spawnLocal } from "../testing/spawn-local.ts";

const run = promisify(execFile);

export interface Sandbox {
  /** Report of the organization. */
  report: string;
  /** Returns a new folder for a page. */
  open: () => Promise<Page>;
  close: () => Promise<void>;
}

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Page {
  run: (command: string, folder: "organization" | "repository" | "mirrors") => Promise<Ran>;
}

/** Other suites use the same processors. */
const START_TIMEOUT_MS = 240_000;

const START = join(import.meta.dirname, "start-once.ts");

/** `npx knockon` is the installed command, `npm start` the server of this checkout until its first scan ends. */
const SHIMS = {
  npx: `test "$1" = knockon && shift && exec knockon "$@"`,
  npm: `test "$1" = start || { PATH="\${PATH#*:}" exec npm "$@"; }
shift
test "$1" != -- || shift
exec "${process.execPath}" "${START}" "$@"`,
};

const findLink = (printed: string): string => /^ {2}(http.+verify-email.+)$/mu.exec(printed)?.[1] ?? "";

/** `templateUrl`: a migrated database. */
export async function openSandbox(templateUrl: string): Promise<Sandbox> {
  const root = await mkdtemp(join(tmpdir(), "knockon-documentation-"));
  // The embedded Postgres runs as another user if the tests run as root.
  await chmod(root, 0o755);
  const [home, bin, installed] = [join(root, "home"), join(root, "bin"), join(root, "installed")];
  const acme = await makeExampleOrganization(join(home, "src"));
  // Pages change their copy.
  const examples = join(root, "examples");
  await makeExampleOrganization(examples);
  // A change to check.
  git(join(acme, "actions"), "commit", "--quiet", "--allow-empty", "--message", "Say nothing");
  await writeFile(join(home, ".curlrc"), "fail-with-body\n");
  await mkdir(bin);
  for (const [name, script] of Object.entries(SHIMS))
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  const tarball = await buildPackage(root);
  const environment = {
    HOME: home,
    // Offline, and apart from the packages and caches of the user who runs the test.
    npm_config_prefix: installed,
    npm_config_cache: join(root, "npm-cache"),
    npm_config_offline: "true",
    PATH: [bin, join(installed, "bin"), dirname(process.execPath), process.env["PATH"]].join(":"),
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@acme.example",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@acme.example",
  };
  await run("npm", ["install", "--global", tarball], { env: environment });
  await run("knockon", ["scan", acme, "--json", join(root, "acme.json")], { env: environment });

  const database = await createTestDatabase(templateUrl);
  const program = await builtServer();
  const server = spawnLocal(
    ["--org", acme, "--port", "0", "--data", join(root, "data")],
    {
      DATABASE_URL: database.url,
    },
    { program },
  );
  await server.printed(PRINTED.lastRequest, START_TIMEOUT_MS);
  const [, url = ""] = await server.printed(PRINTED.listening);
  const [, key = ""] = await server.printed(PRINTED.key);
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}/api/v1${path}`, { headers: { "X-API-Key": key } })).json()) as T;
  const [org] = await ask<{ id: string; last_scan: { id: string } }[]>("/connected-orgs");
  const [repository] = await ask<{ id: string }[]>("/repositories?q=base-image");
  const [workspace] = await ask<{ id: string }[]>("/workspaces");

  const variables = () => ({
    KNOCKON_URL: url,
    KNOCKON_API_KEY: key,
    ORG: org?.id ?? "",
    SCAN: org?.last_scan.id ?? "",
    REPOSITORY: repository?.id ?? "",
    WORKSPACE: workspace?.id ?? "",
    CONFIRMATION_LINK: findLink(server.stdout()),
  });

  async function open(): Promise<Page> {
    const folder = await mkdtemp(join(root, "page-"));
    await chmod(folder, 0o755);
    await cp(examples, join(folder, ".knockon/examples"), { recursive: true });
    await cp(join(root, "acme.json"), join(folder, "acme.json"));
    await cp(tarball, join(folder, tarball.slice(dirname(tarball).length + 1)));
    const listed = { path: join(acme, "orders"), full_path: "acme/orders" };
    await writeFile(join(folder, "org.jsonl"), `${JSON.stringify(listed)}\n`);
    const repositoryFolder = join(folder, "repository");
    git(folder, "clone", "--quiet", join(acme, "actions"), repositoryFolder);
    // The remote identifies the repository.
    git(repositoryFolder, "remote", "set-url", "origin", "https://github.com/acme/actions.git");
    await cp(join(root, "acme.json"), join(repositoryFolder, "acme.json"));
    git(
      folder,
      "clone",
      "--quiet",
      "--mirror",
      join(acme, "orders"),
      join(folder, "mirrors/src/acme/orders.git"),
    );
    const replaced: readonly [shown: string, actual: string][] = [
      ["http://127.0.0.1:4000", url],
      ["svc_live_…", key],
      ["/var/lib/knockon", join(folder, "data")],
    ];
    return {
      run: (command, where) =>
        new Promise((resolve) => {
          const script = replaced.reduce((text, [shown, actual]) => text.replaceAll(shown, actual), command);
          const cwd = where === "repository" ? repositoryFolder : folder;
          const env = {
            ...environment,
            ...variables(),
            PORT: "0",
            ...(where === "mirrors" && { HOME: join(folder, "mirrors") }),
            TEMPLATE_URL: templateUrl,
            PROGRAM: program,
          };
          const child = execFile(
            "bash",
            ["-euo", "pipefail", "-c", script],
            { cwd, env },
            (error, stdout, stderr) =>
              resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
          );
          child.stdin?.end();
        }),
    };
  }

  return {
    report: join(root, "acme.json"),
    open,
    close: async () => {
      await server.ended("SIGTERM");
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
