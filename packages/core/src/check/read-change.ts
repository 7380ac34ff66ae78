import type { RepositoryIdentity, TreeEntry } from "@knockon/extract/ecosystem";
import { FORMATS } from "@knockon/extract/registry";
import { definesInterfaces } from "@knockon/extract/repository-extraction";
import { MAX_FILE_BYTES, skipReason, type Snapshot } from "@knockon/extract/snapshot";
import { type CheckConfig, parseConfig } from "@knockon/graph/interface/check-config";
import {
  compareInterfaces,
  comparePaths,
  type ComparedInterfaces,
} from "@knockon/graph/interface/compare-commits";
import type { Context } from "../context.ts";
import type { ChangeHost } from "../ports/change-host.ts";
import type { GitHost } from "../ports/git-host.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";

const CONFIG_FILE = ".knockon.yml";

/** What a pull request changes in its repository. */
export interface ReadChange extends ComparedInterfaces {
  /** The merge base. */
  baseSha: string;
  /** Sorted. */
  changedPaths: string[];
  /** Empty if no interface changes, because nothing depends on it then. */
  otherBranches: string[];
  config: CheckConfig;
}

interface Commits {
  /** Tip of the branch that gets the change. */
  baseSha: string;
  baseBranch: string | null;
  headSha: string;
  /** Whether the author cannot be trusted with the settings. */
  isFromFork: boolean;
}

/**
 * Reads what changes from the merge base to the head. Runs nothing of the repository. The settings are those of the head, so that a change
 * can add an ignore for its own break; for a fork, those of the base. Throws InvalidConfigError and the errors of the host.
 */
export async function readChange(
  { ports }: Context,
  { host, changes }: { host: GitHost; changes: ChangeHost },
  repository: RepositoryRow,
  commits: Commits,
): Promise<ReadChange> {
  const { headSha, baseBranch, isFromFork } = commits;
  const baseSha = await changes.findMergeBase(repository, commits.baseSha, headSha);
  const opened = await openBoth(host, repository, [baseSha, headSha]);
  try {
    const [before, after] = opened.map(readTreeOnce) as [Snapshot, Snapshot];
    const [old, current] = await Promise.all([before.tree(), after.tree()]);
    const changedPaths = comparePaths(old, current);
    const config = await readConfig(isFromFork ? before : after);
    const { fullPath, cloneUrl } = repository;
    const identity = { fullPath, cloneUrl, withSourceInterfaces: true };
    if (!changedPaths.some((path) => mayDefine(identity, path)))
      return { baseSha, changedPaths, otherBranches: [], config, interfaces: [], unreadable: [] };
    const pair = await ports.extractor.extractInterfaces(identity, { before, after });
    const paths = new Set(current.map(({ path }) => path));
    const compared = compareInterfaces(pair.before, pair.after, new Set(changedPaths), paths);
    const branches = compared.interfaces.length === 0 ? [] : await changes.listBranches(repository);
    const otherBranches = branches.filter((name) => name !== baseBranch);
    return { baseSha, changedPaths, otherBranches, config, ...compared };
  } finally {
    await closeAll(opened);
  }
}

/** Opens both commits. If one of them cannot be opened, closes the other. */
async function openBoth(
  host: GitHost,
  repository: RepositoryRow,
  commits: readonly [string, string],
): Promise<Snapshot[]> {
  const results = await Promise.allSettled(commits.map((sha) => host.openSnapshot(repository, sha)));
  const opened = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = results.find((result) => result.status === "rejected");
  if (!failed) return opened;
  await closeAll(opened);
  throw failed.reason;
}

const closeAll = (snapshots: readonly Snapshot[]) =>
  Promise.all(snapshots.map(async (snapshot) => snapshot.close?.()));

/** Reads the tree once for all readers. */
function readTreeOnce(snapshot: Snapshot): Snapshot {
  let tree: Promise<TreeEntry[]> | undefined;
  return { tree: () => (tree ??= snapshot.tree()), files: (...args) => snapshot.files(...args) };
}

async function readConfig(snapshot: Snapshot): Promise<CheckConfig> {
  const entry = (await snapshot.tree()).find(({ path }) => path === CONFIG_FILE);
  let text = "";
  if (entry && !skipReason(entry))
    await snapshot.files([entry], (_, content) => {
      if (typeof content !== "string" && content.byteLength <= MAX_FILE_BYTES)
        text = new TextDecoder().decode(content);
    });
  return parseConfig(text, CONFIG_FILE);
}

/** Whether a format with interfaces may read a file. A format that looks at the text might. */
function mayDefine(repository: RepositoryIdentity, path: string): boolean {
  if (skipReason({ path, mode: "100644", oid: "" })) return false;
  return FORMATS.filter(definesInterfaces).some((format) => {
    let looksAtText = false;
    const file = {
      path,
      get text() {
        looksAtText = true;
        return "";
      },
    };
    return (format.forRepository?.(repository) ?? format).claims(file) || looksAtText;
  });
}
