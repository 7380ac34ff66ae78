import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRINTED, spawnLocal } from "../testing/spawn-local.ts";

export interface RunningApplication {
  url: string;
  /** Folder of the example organization. */
  examples: string;
  /** Returns the link in the last email to an address, as printed in the terminal. */
  emailedLink: (email: string) => Promise<string>;
  stop: () => Promise<void>;
}

/** Enables optional features. */
const FEATURES = { OWNERSHIP_SIGNAL_ENABLED: "true", OWNERSHIP_PEOPLE_ENABLED: "true" };

/** Runs `npm start` on a free port and waits for the scan of the examples. The application must be built. */
export async function runApplication(environment: Record<string, string> = {}): Promise<RunningApplication> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-browser-"));
  // The embedded Postgres runs as another user.
  await chmod(folder, 0o755);
  const local = spawnLocal(["--port", "0", "--data", folder], { ...FEATURES, ...environment });
  const stop = async (): Promise<void> => {
    await local.ended("SIGTERM");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [, url = ""] = await local.printed(PRINTED.listening);
    await local.printed(PRINTED.scanned);
    return {
      url,
      examples: join(folder, "examples/acme"),
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
