import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
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
  /** Data folder of a stopped application. The new one continues from a copy of it, and shares its examples. */
  copied?: string;
}

/** Enables optional features. */
const FEATURES = { OWNERSHIP_SIGNAL_ENABLED: "true", OWNERSHIP_PEOPLE_ENABLED: "true" };
const EXAMPLES = "examples/acme";

/** Runs `npm start` on a free port and waits until the examples are scanned. The application must be built. */
export async function runApplication(options: RunOptions = {}): Promise<RunningApplication> {
  const { environment = {}, copied, dataFolder } = options;
  const folder = dataFolder ?? (await temporaryFolder());
  if (copied !== undefined) await copyData(copied, folder);
  const args = [
    "--port",
    "0",
    "--data",
    folder,
    ...(copied === undefined ? [] : ["--org", join(copied, EXAMPLES)]),
  ];
  const local = spawnLocal(args, { ...FEATURES, ...environment });
  const stop = async (): Promise<void> => {
    await local.ended("SIGTERM");
    if (dataFolder === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, url = ""] = await local.printed(PRINTED.listening);
    await local.printed(copied === undefined ? PRINTED.scanned : PRINTED.restarted);
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

/** Signs up over HTTP and opens the emailed link. */
export async function signUp({ url, emailedLink }: RunningApplication, name: string): Promise<Account> {
  const credentials = { email: `${name.toLowerCase()}@acme.example`, password: "correct horse battery" };
  const signedUp = await fetch(`${url}${SIGN_IN_PATH}/sign-up/email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url },
    body: JSON.stringify({ name, ...credentials }),
  });
  if (!signedUp.ok) throw new Error(`Sign-up returned ${signedUp.status}: ${await signedUp.text()}`);
  const [browser = ""] = signedUp.headers.getSetCookie();
  const verified = await fetch(await emailedLink(credentials.email), {
    redirect: "manual",
    headers: { Cookie: browser },
  });
  const [Cookie = ""] = verified.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
  const workspaces = await fetch(`${url}/api/v1/workspaces`, { headers: { Cookie } });
  const [{ slug }] = (await workspaces.json()) as [{ slug: string }];
  return { ...credentials, session: Cookie.slice(Cookie.indexOf("=") + 1), home: `/w/${slug}` };
}
