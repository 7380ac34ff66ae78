import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "@knockon/cli/arguments";

const run = promisify(execFile);

/** How a shallow clone is deepened until it contains the commit where the change starts. */
const STEPS = ["--deepen=50", "--deepen=500", "--unshallow"];

interface Revisions {
  base: string | undefined;
  head: string;
}

/**
 * Fetches what the clone lacks: both commits, and their history up to the first common commit. A checkout of a pull request has only its merge
 * commit. Returns the commits. Throws UsageError.
 */
export async function fetchHistory(folder: string, { base, head }: Revisions): Promise<Revisions> {
  const headCommit = await getCommit(folder, head);
  if (base === undefined) return { base, head: headCommit };
  const baseCommit = await getCommit(folder, base);
  for (const step of STEPS) {
    if (!(await isShallow(folder)) || (await haveCommonCommit(folder, baseCommit, headCommit))) break;
    await fetch(folder, [step], [baseCommit, headCommit]);
  }
  return { base: baseCommit, head: headCommit };
}

async function getCommit(folder: string, revision: string): Promise<string> {
  const commit = await findCommit(folder, revision);
  if (commit !== undefined) return commit;
  // A clone that is not shallow would become so.
  await fetch(folder, (await isShallow(folder)) ? ["--depth=1"] : [], [revision]);
  return (await findCommit(folder, "FETCH_HEAD")) ?? revision;
}

async function findCommit(folder: string, revision: string): Promise<string | undefined> {
  const { stdout } = await git(folder, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  ]);
  return stdout.trim() || undefined;
}

async function isShallow(folder: string): Promise<boolean> {
  const { stdout } = await git(folder, ["rev-parse", "--is-shallow-repository"]);
  return stdout.trim() === "true";
}

async function haveCommonCommit(folder: string, a: string, b: string): Promise<boolean> {
  const { stdout } = await git(folder, ["merge-base", a, b]);
  return stdout.trim() !== "";
}

async function fetch(folder: string, options: string[], revisions: string[]): Promise<void> {
  const args = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", ...options];
  const { exitCode, stderr } = await git(folder, [...args, "--end-of-options", "origin", ...revisions]);
  if (exitCode === 0) return;
  const reason = stderr.trim().split("\n").at(-1) ?? "";
  throw new UsageError(
    `Can't fetch ${revisions.join(" and ")} from origin (${reason}). Check out the whole history: set "fetch-depth: 0" in the step with actions/checkout.`,
  );
}

/** The configuration of the checkout applies: it has the credentials. */
async function git(folder: string, args: string[]) {
  const settings = ["-c", "safe.directory=*", "-c", "gc.auto=0", "-c", "maintenance.auto=false"];
  const env = { ...process.env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
  try {
    const { stdout, stderr } = await run("git", ["-C", folder, ...settings, ...args], { env });
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout?: string; stderr?: string };
    if (typeof code === "number") return { exitCode: code, stdout: stdout ?? "", stderr: stderr ?? "" };
    throw new UsageError("Can't run git. Install it on the runner.", { cause: error });
  }
}
