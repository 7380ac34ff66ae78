/** Entry of the GitHub Action: `knockon check` with the commits of the event, reported to the runner. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { notice, setFailed, warning } from "@actions/core";
import { UsageError } from "@knockon/cli/arguments";
import { runCheck } from "@knockon/cli/check/run-check";
import { describeError } from "@knockon/cli/describe-error";
import { describeVerdict } from "@knockon/contract/check/words";
import { findChange } from "./event.ts";
import { fetchHistory } from "./fetch-history.ts";
import { readInputs } from "./inputs.ts";
import { reportOutcome, writeSarif } from "./report.ts";

async function main(): Promise<void> {
  const inputs = readInputs();
  const change = await readEvent();
  if ("reason" in change && (inputs.base === undefined || inputs.head === undefined)) {
    notice(`There is nothing to check. ${change.reason}`);
    return;
  }
  const { base, head, branch } =
    "reason" in change ? { base: undefined, head: "HEAD", branch: undefined } : change;
  const repo = resolve(process.env["GITHUB_WORKSPACE"] ?? ".", inputs.path);
  const revisions = await fetchHistory(repo, { base: inputs.base ?? base, head: inputs.head ?? head });
  const { source, repository, failOn, minConfidence, isForReaders } = inputs;
  const options = {
    source,
    repo,
    repository,
    failOn,
    minConfidence,
    isForReaders,
    branch: inputs.branch ?? branch,
  };
  const outcome = await runCheck({ ...options, ...revisions });
  await reportOutcome(outcome);
  const { result, exitCode } = outcome;
  if (result && inputs.sarifFile !== undefined) await writeSarif(inputs.sarifFile, result.check);
  if (exitCode === 1 && result) setFailed(describeVerdict(result.check));
  if (exitCode !== 3) return;
  // Without `fail-on`, the check only informs.
  const isRequired = (result?.failOn ?? failOn ?? "never") !== "never";
  (isRequired ? setFailed : warning)(
    "The check is undecided: the graph does not contain the repository, is incomplete or too old, or an interface can't be read.",
  );
}

/** Returns the change that the event is about. Throws UsageError. */
async function readEvent() {
  const file = process.env["GITHUB_EVENT_PATH"];
  if (file === undefined)
    throw new UsageError("GITHUB_EVENT_PATH is not set. Run this action in GitHub Actions.");
  const payload = JSON.parse(await readFile(file, "utf8")) as Parameters<typeof findChange>[1];
  return findChange(process.env["GITHUB_EVENT_NAME"] ?? "", payload);
}

try {
  await main();
} catch (error) {
  const message = describeError(error);
  if (message === undefined) throw error;
  setFailed(message);
}
