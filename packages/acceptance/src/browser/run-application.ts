import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnLocal } from "../testing/spawn-local.ts";

export interface RunningApplication {
  url: string;
  /** The folder of the example organization, which may be connected again. */
  examples: string;
  /** The link in the last mail to an address, as the terminal shows it. */
  mailedLink: (email: string) => Promise<string>;
  stop: () => Promise<void>;
}

/** What is off unless switched on, so that there is something to see. */
const SHOWN = { OWNERSHIP_SIGNAL_ENABLED: "true", OWNERSHIP_PEOPLE_ENABLED: "true" };

/** `npm start`, with the examples scanned, on a port of its own. The application has to be built. */
export async function runApplication(environment: Record<string, string> = {}): Promise<RunningApplication> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-browser-"));
  // The embedded Postgres enters it as another user.
  await chmod(folder, 0o755);
  const local = spawnLocal(["--port", "0", "--data", folder], { ...SHOWN, ...environment });
  const stop = async (): Promise<void> => {
    await local.ended("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, url = ""] = await local.printed(/listening on (\S+)/u);
    await local.printed(/^Scan completed/mu);
    return {
      url,
      examples: join(folder, "examples/acme"),
      async mailedLink(email) {
        await local.printed(new RegExp(`${email}[^]*?(http\\S+)`, "u"));
        const mails = [...local.stdout().matchAll(new RegExp(`${email}[^]*?(http\\S+)`, "gu"))];
        return mails.at(-1)?.[1] ?? "";
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
