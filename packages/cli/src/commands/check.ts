import type { Extractor } from "@knockon/extract/isolate/extractor";
import type { Check } from "@knockon/contract/resources/check";
import { FAIL_ON, isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import { suggest } from "@knockon/contract/suggest";
import { parseArguments, parseNumber, UsageError } from "../arguments.ts";
import type { Change, CheckedRepository } from "../check/read-change.ts";
import { readReport } from "../offline/read-report.ts";
import type { Rendered } from "../output/check/listed-breaks.ts";
import { getSource, type Server } from "./source.ts";

const CHECK_HELP = `Usage: knockon check (--in FILE | --url URL --key KEY) [options]

Show which other repositories a change breaks: who still passes or reads what the
change removes, renames or newly requires. Reads commits from Git and runs nothing.

Options:
  --in FILE           Use the report that "knockon scan --json FILE" wrote
  --url URL           Query the Knockon server at URL
  --key KEY           API key for --url (default: $KNOCKON_API_KEY)
  --repo PATH         Repository of the change (default: the current folder)
  --repository NAME   Its full path in the graph, if its URL does not identify it
  --base REV          Where the change starts (default: where it left the default
                      branch; on the default branch, the commit before)
  --head REV          The last commit of the change, or WORKTREE for the files of
                      the work tree (default: HEAD)
  --format FORMAT     text (default), markdown, json, sarif, junit or
                      codequality (GitLab)
  --fail-on WHEN      Exit with 1 if something breaks at merge ("merge"), also at
                      the next update ("update"), also when bumped ("bump"), or
                      "never" (default)
  --min-confidence C  Ignore declarations below confidence C, 0 to 1 (default: 0.4)
  --config FILE       Settings (default: .knockon.yml of the change)
  -h, --help          Show help

Exit codes:
  0  Nothing that --fail-on names
  1  Something breaks that --fail-on names
  2  Invalid arguments or settings
  3  Undecided: the graph does not contain the repository, is incomplete or older
     than max_age, or a changed interface can't be read

Examples:
  knockon check --in acme.json
  knockon check --in acme.json --base main --head my-branch --fail-on merge
  knockon check --in acme.json --head WORKTREE --format markdown

.knockon.yml:
  fail_on: merge
  min_confidence: 0.6
  max_age: 7d
  paths: [actions, .github/workflows]
  ignores:
    - {name: OLD_TOKEN, consumer: acme/legacy, reason: archived soon, expires: 2026-12-31}
`;

const FORMATS = ["text", "markdown", "json", "sarif", "junit", "codequality"] as const;
type Format = (typeof FORMATS)[number];

export async function checkCommand(args: string[]): Promise<void> {
  const { values } = parseArguments({ command: "check" }, args, {
    in: { type: "string" },
    url: { type: "string" },
    key: { type: "string" },
    repo: { type: "string", default: "." },
    repository: { type: "string" },
    base: { type: "string" },
    head: { type: "string", default: "HEAD" },
    format: { type: "string", default: "text" },
    "fail-on": { type: "string" },
    "min-confidence": { type: "string" },
    config: { type: "string" },
  });
  if (values.help) {
    process.stdout.write(CHECK_HELP);
    return;
  }
  const format = choose("--format", values.format, FORMATS);
  const failOn =
    values["fail-on"] === undefined ? undefined : choose("--fail-on", values["fail-on"], FAIL_ON);
  const minConfidence =
    values["min-confidence"] === undefined
      ? undefined
      : parseNumber("--min-confidence", values["min-confidence"], { min: 0, max: 1 });
  const source = getSource("check", values);
  // Loaded only now, so that invalid arguments are rejected at once.
  const { startExtractor } = await import("../check/read-change.ts");
  // Its thread loads the parsers while this one reads the graph.
  const extractor = startExtractor();
  try {
    await runCheck({ ...values, source, format, failOn, minConfidence }, extractor);
  } finally {
    await extractor.close();
  }
}

interface CheckOptions {
  source: string | Server;
  repo: string;
  repository?: string | undefined;
  base?: string | undefined;
  head: string;
  format: Format;
  failOn: FailOn | undefined;
  minConfidence: number | undefined;
  config?: string | undefined;
}

/** Prints the check of a change and sets the exit code. */
async function runCheck(options: CheckOptions, extractor: Extractor): Promise<void> {
  const { source, format, failOn, minConfidence } = options;
  const { openRepository, readChange, readSettings } = await import("../check/read-change.ts");
  const { applyConfig } = await import("@knockon/graph/interface/apply-check-config");
  const repository = await openRepository(options.repo);
  const config = await readSettings(repository, options.head, options.config);
  const graph = await openGraph(source, repository, options.repository);
  if (graph.identity === undefined) {
    const name = options.repository ?? repository.fullPath;
    process.stderr.write(
      `knockon: The graph does not contain the repository "${name}".${suggest(name, graph.known)} Scan it too, or name it with --repository.\n`,
    );
    process.exitCode = 3;
    return;
  }
  const change = await readChange(repository, graph.identity, options, extractor);
  for (const { file, message } of change.unreadable)
    process.stderr.write(`knockon: ${file} can't be read, so its interface is unknown: ${message}\n`);
  const unchecked = await graph.check(change, minConfidence ?? config.minConfidence ?? 0.4);
  const { check, notes } = applyConfig(unchecked, config, {
    now: new Date(),
    isUnread: change.unreadable.length > 0,
  });
  for (const note of notes) process.stderr.write(`knockon: ${note}\n`);
  const threshold = failOn ?? config.failOn ?? "never";
  process.stdout.write(await render(check, format, threshold));
  process.exitCode = exitCodeOf(check, threshold);
}

type Identity = { fullPath: string; cloneUrl: string | null };

const identityOf = (root: { full_path: string; clone_url: string | null }): Identity => ({
  fullPath: root.full_path,
  cloneUrl: root.clone_url,
});

/** Where a change is checked. */
type Graph =
  | { identity: undefined; known: string[] }
  | { identity: Identity; check: (change: Change, minConfidence: number) => Check | Promise<Check> };

/** Finds the repository of the change in a report or on a server. */
async function openGraph(
  source: string | Server,
  repository: CheckedRepository,
  named: string | undefined,
): Promise<Graph> {
  if (typeof source === "string") {
    const { findRoot, offlineCheck } = await import("../check/offline-check.ts");
    const { graphOf } = await import("../offline/offline-impact.ts");
    const report = await readReport(source);
    // Packed now, while the extractor's thread loads.
    graphOf(report);
    const root = findRoot(report, repository, named);
    return root
      ? { identity: identityOf(root), check: (...change) => offlineCheck(report, root, ...change) }
      : { identity: undefined, known: report.repositories.map((one) => one.full_path) };
  }
  const { fetchCheck, lookUpRepository } = await import("../service/fetch-check.ts");
  const root = await lookUpRepository(repository, named, source);
  return root
    ? { identity: identityOf(root), check: (...change) => fetchCheck(root, ...change, source) }
    : { identity: undefined, known: [] };
}

function choose<T extends string>(option: string, word: string, words: readonly T[]): T {
  const found = words.find((one) => one === word);
  if (found !== undefined) return found;
  throw new UsageError(
    `Invalid ${option} "${word}".${suggest(word, words)} Use one of: ${words.join(", ")}.`,
  );
}

async function render(check: Check, format: Format, failOn: FailOn): Promise<string> {
  if (format === "json") return (await import("../output/format.ts")).toJson(check);
  if (format === "sarif") return withNote((await import("../output/check/sarif.ts")).renderSarif(check));
  if (format === "junit")
    return withNote((await import("../output/check/junit.ts")).renderJunit(check, failOn));
  if (format === "codequality")
    return (await import("../output/check/code-quality.ts")).renderCodeQuality(check);
  if (format === "markdown") {
    const { GITHUB_COMMENT_LENGTH, renderMarkdown } = await import("@knockon/contract/check/markdown");
    return renderMarkdown(check, { maxLength: GITHUB_COMMENT_LENGTH });
  }
  return (await import("../output/check/text.ts")).renderText(check);
}

/** Says on standard error what a report leaves out. */
async function withNote({ text, cut }: Rendered): Promise<string> {
  if (cut.length > 0) {
    const { describeCut } = await import("../output/check/listed-breaks.ts");
    process.stderr.write(`knockon: ${describeCut(cut)}\n`);
  }
  return text;
}

/** Breaks that fail the check take precedence over an incomplete graph. */
function exitCodeOf({ breaks, graph }: Check, failOn: FailOn): number {
  if (breaks.some(({ clock }) => isFailing(clock, failOn))) return 1;
  return graph.complete ? 0 : 3;
}
