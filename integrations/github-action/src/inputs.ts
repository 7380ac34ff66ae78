import { getInput, setSecret } from "@actions/core";
import { FAIL_ON, type FailOn } from "@knockon/contract/check/fail-on";
import { parseChoice, parseNumber, UsageError } from "@knockon/cli/arguments";

/** The inputs of `action.yml`. Undefined for those that are left out. */
export interface Inputs {
  source: string | { url: string; key: string };
  path: string;
  repository: string | undefined;
  branch: string | undefined;
  base: string | undefined;
  head: string | undefined;
  failOn: FailOn | undefined;
  minConfidence: number | undefined;
  /** Whether only consumers are named that readers of the repository may see. */
  isForReaders: boolean;
  sarifFile: string | undefined;
}

/** Reads the inputs from the environment. Throws UsageError. */
export function readInputs(): Inputs {
  const failOn = read("fail-on");
  const minConfidence = read("min-confidence");
  const source = readSource();
  return {
    source,
    path: read("path") ?? ".",
    repository: read("repository"),
    branch: read("branch"),
    base: read("base"),
    head: read("head"),
    failOn: failOn === undefined ? undefined : parseChoice("fail-on", failOn, FAIL_ON),
    minConfidence:
      minConfidence === undefined
        ? undefined
        : parseNumber("min-confidence", minConfidence, { min: 0, max: 1 }),
    isForReaders: readNames(source) === "readers",
    sarifFile: read("sarif-file"),
  };
}

/** Everyone who can read the repository can read what its jobs print. */
function readNames(source: Inputs["source"]): "all" | "readers" {
  const isReport = typeof source === "string";
  const names = parseChoice("names", read("names") ?? (isReport ? "all" : "readers"), ["all", "readers"]);
  if (names === "readers" && isReport)
    throw new UsageError("The input names needs url: a report has no visibility of repositories.");
  return names;
}

function readSource(): Inputs["source"] {
  const [graph, url, key] = [read("graph"), read("url"), read("key")];
  if (key !== undefined) setSecret(key);
  if (graph !== undefined && url === undefined) return graph;
  if (graph !== undefined || url === undefined)
    throw new UsageError("Set either the input graph, or the inputs url and key.");
  if (key === undefined)
    throw new UsageError(
      "The input key is empty. Store an API key as a secret. Secrets are not passed to pull requests from forks.",
    );
  return { url, key };
}

const read = (name: string): string | undefined => getInput(name) || undefined;
