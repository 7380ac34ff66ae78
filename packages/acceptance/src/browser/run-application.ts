import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { SESSION_COOKIE } from "@knockon/core/session/session";
import { PRINTED, spawnLocal } from "../testing/spawn-local.ts";

export interface RunningApplication {
  url: string;
  /** Folder of the example organization. */
  examples: string;
  /** Returns the link in the last email to an address, as printed in the terminal. */
  emailedLink: (email: string) => Promise<string>;
  stop: () => Promise<void>;
}

interface RunOptions {
  environment?: Record<string, string>;
  /** Kept after the application stops. By default a temporary folder. */
  dataFolder?: string;
  /** A folder of git repositories or a listing file, scanned instead of the examples. Failed reads are accepted. */
  org?: string;
  /** Data folder of a stopped application. The new one continues from a copy of it, and shares its examples. */
  copied?: string;
  /** The built server. By default the sources run. */
  program?: string;
}

/** Enables optional features. */
const FEATURES = { OWNERSHIP_SIGNAL_ENABLED: "true", OWNERSHIP_PEOPLE_ENABLED: "true" };
const EXAMPLES = "examples/acme";
const ORGANIZATION_SCANNED = new RegExp(`^Scan completed: |${PRINTED.restarted.source}`, "mu");

const SCAN_TIMEOUT_MS = 30 * 60_000;

/** Runs the server on a free port and waits until the organization is scanned. The application must be built. */
export async function runApplication(options: RunOptions = {}): Promise<RunningApplication> {
  const { environment = {}, copied, dataFolder, org, program } = options;
  const folder = dataFolder ?? (await temporaryFolder());
  if (copied !== undefined) await copyData(copied, folder);
  const args = [
    "--port",
    "0",
    "--data",
    folder,
    ...(copied === undefined ? [] : ["--org", join(copied, EXAMPLES)]),
    ...(org === undefined ? [] : ["--org", org]),
  ];
  const local = spawnLocal(args, { ...FEATURES, ...environment }, program === undefined ? {} : { program });
  const stop = async (): Promise<void> => {
    await local.ended("SIGTERM");
    if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, url = ""] = await local.printed(PRINTED.listening);
    if (org !== undefined) await local.printed(ORGANIZATION_SCANNED, SCAN_TIMEOUT_MS);
    else await local.printed(copied === undefined ? PRINTED.scanned : PRINTED.restarted);
    return {
      url,
      examples: join(copied ?? folder, EXAMPLES),
      async emailedLink(email) {
        await local.printed(new RegExp(`${email}[^]*?(http\\S+)`, "u"));
        const emails = [...local.stdout().matchAll(new RegExp(`${email}[^]*?(http\\S+)`, "gu"))];
        return emails.at(-1)?.[1] ?? "";
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-browser-"));
  // The embedded Postgres runs as another user.
  await chmod(folder, 0o755);
  return folder;
}

/** Copies what the product keeps outside Postgres, without the examples. */
const copyData = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, filter: (path) => path !== join(from, "examples") });

/** A user with a verified email address. */
export interface Account {
  email: string;
  password: string;
  /** Value of the session cookie. */
  session: string;
  /** Path of the user's workspace. The first user owns the local workspace. */
  home: string;
}

/** A session has the name of the browser that signs in. */
const AS_BROWSER = {
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};

/** Signs up over HTTP and opens the emailed link. */
export async function signUp(application: RunningApplication, name: string): Promise<Account> {
  const { url, emailedLink } = application;
  const credentials = credentialsOf(name);
  const signedUp = await post(application, "/sign-up/email", { name, ...credentials });
  const [browser = ""] = signedUp.headers.getSetCookie();
  const verified = await fetch(await emailedLink(credentials.email), {
    redirect: "manual",
    headers: { Cookie: browser, ...AS_BROWSER },
  });
  return await openAccount(url, credentials, verified);
}

/** Signs in over HTTP, with an account of an earlier run. */
export async function signIn(application: RunningApplication, name: string): Promise<Account> {
  const credentials = credentialsOf(name);
  return await openAccount(
    application.url,
    credentials,
    await post(application, "/sign-in/email", credentials),
  );
}

type Credentials = Pick<Account, "email" | "password">;

const credentialsOf = (name: string): Credentials => ({
  email: `${name.toLowerCase()}@acme.example`,
  password: "correct horse battery",
});

async function post({ url }: RunningApplication, path: string, body: object): Promise<Response> {
  const response = await fetch(`${url}${SIGN_IN_PATH}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url, ...AS_BROWSER },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

async function openAccount(url: string, credentials: Credentials, { headers }: Response): Promise<Account> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const Cookie = cookies.find((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`)) ?? "";
  const workspaces = await fetch(`${url}/api/v1/workspaces`, { headers: { Cookie } });
  const [{ slug }] = (await workspaces.json()) as [{ slug: string }];
  return { ...credentials, session: Cookie.slice(Cookie.indexOf("=") + 1), home: `/w/${slug}` };
}
