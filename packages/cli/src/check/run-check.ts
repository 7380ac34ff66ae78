import { nameForReaders, shownBreaks } from "@knockon/contract/check/named-check";
import type { Check } from "@knockon/contract/resources/check";
import { isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import { suggest } from "@knockon/contract/suggest";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import type { ComparedInterfaces } from "@knockon/graph/interface/compare-commits";
import { applyConfig } from "@knockon/graph/interface/apply-check-config";
import type { CheckConfig } from "@knockon/graph/interface/check-config";
import { openObjects } from "@knockon/adapters/git-host/local/snapshot";
import { readBytes } from "../input.ts";
import { decodeReport } from "../offline/read-report.ts";
import type { Report } from "../offline/report.ts";
import type { Server } from "../service/login.ts";
import { nameLastAuthors } from "./name-last-authors.ts";
import {
  openChange,
  openRepository,
  readSettings,
  type CheckedRepository,
  type OpenChange,
} from "./read-change.ts";
import { startExtractor } from "./start-extractor.ts";

export interface CheckOptions {
  /** File of a report, or a server. */
  source: string | Server;
  /** Folder of the repository of the change. */
  repo: string;
  /** Its full path in the graph. The default is found by its URL. */
  repository?: string | undefined;
  /** Branch that gets the change. The default is the default branch. */
  branch?: string | undefined;
  base?: string | undefined;
  head: string;
  /** The settings of the repository have defaults for these two. */
  failOn?: FailOn | undefined;
  minConfidence?: number | undefined;
  /** File of settings. */
  config?: string | undefined;
  /** Whether only consumers are named that readers of the repository may see. Needs a server. */
  isForReaders?: boolean | undefined;
  /** Folder or listing of the repositories of a report, to look up the last authors of lines. */
  clones?: string | undefined;
}

export interface CheckOutcome {
  /** Undefined if the graph does not contain the repository. */
  result: { check: Check; failOn: FailOn } | undefined;
  /** What users should know besides the result, one line each. */
  notes: string[];
  /** 1 if something breaks that `failOn` names, 3 if the check is undecided. */
  exitCode: 0 | 1 | 3;
}

/**
 * Checks a change of a local repository, for the command line and the GitHub Action. Closes the extractor, whose thread loads the parsers
 * while this one reads the graph. Throws UsageError.
 */
export async function runCheck(options: CheckOptions, extractor = startExtractor()): Promise<CheckOutcome> {
  try {
    return await checkWith(extractor, options);
  } finally {
    await extractor.close();
  }
}

async function checkWith(extractor: Extractor, options: CheckOptions): Promise<CheckOutcome> {
  const found = await openRepository(options.repo);
  const repository = { ...found, defaultBranch: options.branch ?? found.defaultBranch };
  const objects = openObjects(repository.folder.gitDir);
  const opening = openChange(repository, options, objects);
  const source = typeof options.source === "string" ? openReport(options.source) : options.source;
  // Decoding the report blocks this thread, and a large process takes longer to start Git.
  await opening.catch(() => {});
  try {
    const config = await readSettings(repository, objects, options);
    const graph = await openGraph(source, repository, options.repository);
    return await checkChange(extractor, { repository, opening, config, graph }, options);
  } finally {
    const change = await opening.catch(() => undefined);
    await change?.close();
    objects.close();
  }
}

interface Opened {
  repository: CheckedRepository;
  opening: Promise<OpenChange>;
  config: CheckConfig;
  graph: Graph;
}

async function checkChange(
  extractor: Extractor,
  { repository, opening, config, graph }: Opened,
  options: CheckOptions,
): Promise<CheckOutcome> {
  if (graph.identity === undefined) {
    const name = options.repository ?? repository.fullPath;
    const note = `The graph does not contain the repository "${name}".${suggest(name, graph.known)} Scan it too, or name it with --repository.`;
    return { result: undefined, notes: [note], exitCode: 3 };
  }
  const opened = await opening;
  const sent = Promise.withResolvers<void>();
  const extracting = opened.extract(graph.identity, extractor, sent.resolve);
  extracting.catch(() => {});
  // The graph blocks this thread, which first passes the files to that of the extractor.
  await Promise.race([sent.promise, extracting]);
  const unchecked = await graph.check(
    opened,
    extracting,
    options.minConfidence ?? config.minConfidence ?? 0.4,
  );
  const change = await extracting;
  const configured = applyConfig(unchecked, config, {
    now: new Date(),
    isUnread: change.unreadable.length > 0,
  });
  const { check: complete, notes } =
    options.clones !== undefined && graph.report
      ? await nameLastAuthors(configured.check, graph.report, options.clones)
      : { check: configured.check, notes: [] };
  const check = options.isForReaders ? withoutHidden(complete) : complete;
  const failOn = options.failOn ?? config.failOn ?? "never";
  const unread = change.unreadable.map(
    ({ file, message }) => `${file} can't be read, so its interface is unknown: ${message}`,
  );
  return {
    result: { check, failOn },
    notes: [...(await opened.notes), ...unread, ...configured.notes, ...notes],
    exitCode: exitCodeOf(check, failOn),
  };
}

/** Leaves out the names that the workspace's naming rule hides from readers of the repository, unless the server did. */
function withoutHidden({ readers, ...check }: Check): Check {
  if (check.unnamed) return check;
  const nameable = new Set(readers?.nameable);
  return nameForReaders(check, {
    mayName: (consumerId) => nameable.has(consumerId),
    lessVisible: readers?.naming_rule === "same_visibility",
  });
}

/** Breaks that fail the check take precedence over an incomplete graph. */
function exitCodeOf(check: Check, failOn: FailOn): CheckOutcome["exitCode"] {
  if (shownBreaks(check).some(({ clock }) => isFailing(clock, failOn))) return 1;
  return check.graph.complete ? 0 : 3;
}

type Identity = { fullPath: string; cloneUrl: string | null };

const identityOf = (root: { full_path: string; clone_url: string | null }): Identity => ({
  fullPath: root.full_path,
  cloneUrl: root.clone_url,
});

/** Where a change is checked. */
type Graph =
  | { identity: undefined; known: string[] }
  | {
      identity: Identity;
      check: (
        change: OpenChange,
        extracting: Promise<ComparedInterfaces>,
        minConfidence: number,
      ) => Promise<Check>;
      /** Undefined on a server. */
      report?: Report;
    };

interface ReportFile {
  file: string;
  bytes: Promise<Buffer>;
}

function openReport(file: string): ReportFile {
  const bytes = readBytes(file);
  bytes.catch(() => {});
  return { file, bytes };
}

/** Finds the repository of the change in a report or on a server. */
async function openGraph(
  source: ReportFile | Server,
  repository: CheckedRepository,
  named: string | undefined,
): Promise<Graph> {
  if ("file" in source) {
    const { findRoot, prepareCheck } = await import("./offline-check.ts");
    const report = decodeReport(source.file, await source.bytes);
    const root = findRoot(report, repository, named);
    if (!root) return { identity: undefined, known: report.repositories.map((one) => one.full_path) };
    return {
      identity: identityOf(root),
      report,
      async check(change, extracting, minConfidence) {
        const finish = prepareCheck(report, root, change, minConfidence);
        return finish((await extracting).interfaces);
      },
    };
  }
  const { fetchCheck, lookUpRepository } = await import("../service/fetch-check.ts");
  const root = await lookUpRepository(repository, named, source);
  return root
    ? {
        identity: identityOf(root),
        check: async (change, extracting, minConfidence) =>
          fetchCheck(root, { ...change, ...(await extracting) }, minConfidence, source),
      }
    : { identity: undefined, known: [] };
}
