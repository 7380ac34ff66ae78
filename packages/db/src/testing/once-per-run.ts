import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

const POLL_MS = 25;

type Outcome<T> = { made: T } | { error: string };

/**
 * Makes something that the test files of a run share, in a folder that is removed after the run: the first caller makes it, the
 * others wait. The result must be serializable as JSON.
 */
export async function oncePerRun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(inject("runFolder"), name);
  const outcomeFile = join(folder, "outcome.json");
  if (await isFirst(folder)) {
    const outcome: Outcome<T> = await make(folder).then(
      (made) => ({ made }),
      (error: unknown) => ({ error: String(error instanceof Error ? error.stack : error) }),
    );
    await writeFile(`${outcomeFile}.part`, JSON.stringify(outcome));
    await rename(`${outcomeFile}.part`, outcomeFile);
  }
  while (!existsSync(outcomeFile)) await sleep(POLL_MS);
  const outcome = JSON.parse(await readFile(outcomeFile, "utf8")) as Outcome<T>;
  if ("error" in outcome) throw new Error(`Could not make ${name} for this run. ${outcome.error}`);
  return outcome.made;
}

/** Creates a folder. Returns false if it exists, which it does for all but one of several processes. */
async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
