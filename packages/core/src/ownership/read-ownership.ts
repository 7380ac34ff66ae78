import { createHash } from "node:crypto";
import { setImmediate as otherWork } from "node:timers/promises";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership, type PartialHistory } from "@knockon/db/schema/ownership.sql";
import { addCredits, creditsOf, HISTORY_KEY, type Credit } from "@knockon/extract/history/credits";
import type { Mailmap } from "@knockon/extract/history/mailmap";
import type { OwnershipFiles } from "@knockon/extract/history/read-ownership-files";
import { Tally } from "@knockon/extract/history/tally";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
  RepositoryUnreadableError,
  type GitHost,
} from "../ports/git-host.ts";
import { openPseudonyms, type Pseudonyms } from "./pseudonyms.ts";
import { savePartial } from "./store-ownership.ts";

/** Well below a lease and a worker's time limit. The next attempt continues. */
const MAX_READING_MS = 2 * 60 * 1000;
/** How long other work of the process may wait for a history. */
const MAX_BLOCKED_MS = 20;
/** Pages of a history, in all attempts together: two million commits at the hosts' page size of 100. */
export const MAX_HISTORY_PAGES = 20_000;

interface Wanted {
  repository: { id: string; platformId: string; fullPath: string };
  commitSha: string;
  files: OwnershipFiles;
  /** Reads the whole history, ignoring stored results. */
  isFull: boolean;
}

/** The credits of a history, or why it could not be read. */
export type OwnershipReading = { commitSha: string } & (
  | { historyKey: string; credits: Credit[]; teams: string[] }
  | { error: string }
);

/**
 * Reads the new commits of a repository's history. Returns other errors as a result, so that the repository is scanned even if its
 * history cannot be read. Throws CredentialRefusedError, and HostBusyError if the host or the time limit requires another attempt,
 * which continues where this one stopped.
 */
export async function readOwnership(ctx: Context, host: GitHost, wanted: Wanted): Promise<OwnershipReading> {
  const { commitSha, files } = wanted;
  try {
    const pseudonyms = await openPseudonyms(ctx);
    const historyKey = historyKeyOf(files.mailmapText, pseudonyms);
    const credits = await readCredits(ctx, host, { ...wanted, pseudonyms, historyKey });
    return { commitSha, historyKey, credits, teams: files.teams };
  } catch (error) {
    if (error instanceof HostBusyError || error instanceof CredentialRefusedError) throw error;
    return { commitSha, error: messageOf(ctx, error) };
  }
}

/** Returns the message for users. Unexpected errors are only described in the log. */
function messageOf(ctx: Context, error: unknown): string {
  const isForUser =
    error instanceof RepositoryUnreadableError ||
    error instanceof HostRefusedError ||
    error instanceof HostUnreachableError;
  if (isForUser) return error.message;
  ctx.log.error("history not read", { error: describeFault(error) });
  return "An unexpected error occurred. See the service's log.";
}

const historyKeyOf = (mailmap: string, { keyId }: Pseudonyms): string =>
  [HISTORY_KEY, createHash("sha256").update(mailmap).digest("hex").slice(0, 16), keyId].join(".");

interface Reading extends Wanted {
  pseudonyms: Pseudonyms;
  historyKey: string;
}

async function readCredits(ctx: Context, host: GitHost, reading: Reading): Promise<Credit[]> {
  const { repository, commitSha, historyKey, files, pseudonyms, isFull } = reading;
  const stored = await findStored(ctx, repository.id);
  const known = stored?.historyKey === historyKey && !isFull ? stored : undefined;
  if (known?.commitSha === commitSha) return known.credits;
  const knownSha = known?.commitSha ?? null;
  const begun = partialOf(stored?.partial, reading, knownSha);
  const start = { since: begun ? null : knownSha, cursor: begun?.cursor ?? null };
  const history = await host.openHistory(repository, commitSha, start);
  const since = begun ? begun.since : history.isContinued ? knownSha : null;

  const tally = new Tally(ctx.now());
  const creditsSoFar = (): Promise<Credit[]> => creditsIn(tally, files.mailmap, pseudonyms, begun);
  const deadline = ctx.now().getTime() + MAX_READING_MS;
  let cursor: string | null = null;
  let pages = begun?.pages ?? 0;
  try {
    for await (const page of history.pages) {
      for (const commit of page.commits) tally.add(commit);
      if (page.cursor !== null) refuseEndless((pages += 1), page.cursor === (cursor ?? begun?.cursor));
      ({ cursor } = page);
      if (cursor !== null && ctx.now().getTime() > deadline) throw new HostBusyError(ctx.now());
    }
  } catch (error) {
    if (error instanceof HostBusyError && cursor !== null) {
      const credits = await creditsSoFar();
      await savePartial(ctx, repository.id, { commitSha, historyKey, since, cursor, pages, credits });
    }
    throw error;
  }
  const credits = await creditsSoFar();
  return since === null ? credits : addCredits(known?.credits ?? [], credits);
}

/** Throws RepositoryUnreadableError if the host claims pages without end. */
function refuseEndless(pages: number, isRepeated: boolean): void {
  if (isRepeated) throw new RepositoryUnreadableError(`The host repeats page ${pages} of the history.`);
  if (pages >= MAX_HISTORY_PAGES)
    throw new RepositoryUnreadableError(`The history has more than ${MAX_HISTORY_PAGES} pages.`);
}

/** Lets requests of the same process run in between: a history can have any number of people. */
async function creditsIn(
  tally: Tally,
  mailmap: Mailmap,
  pseudonyms: Pseudonyms,
  begun: PartialHistory | undefined,
): Promise<Credit[]> {
  const credits: Credit[] = [];
  let since = performance.now();
  for (const signed of tally.signed) {
    credits.push(...creditsOf({ signed: [signed] }, { mailmap, pseudonym: pseudonyms.of }));
    if (performance.now() - since < MAX_BLOCKED_MS) continue;
    await otherWork();
    since = performance.now();
  }
  return addCredits(begun?.credits ?? [], addCredits([], credits));
}

/** Returns an earlier attempt's partial result if it can be continued: it starts at the beginning of the history or at the known commit. */
const partialOf = (
  partial: PartialHistory | null | undefined,
  wanted: Reading,
  knownSha: string | null,
): PartialHistory | undefined =>
  partial?.commitSha === wanted.commitSha &&
  partial.historyKey === wanted.historyKey &&
  (partial.since === null || partial.since === knownSha)
    ? partial
    : undefined;

async function findStored(ctx: Context, repositoryId: string) {
  const [row] = await inWorkspace(ctx, (tx) =>
    tx
      .select({
        commitSha: ownership.commitSha,
        historyKey: ownership.historyKey,
        partial: ownership.partial,
        credits: ownership.credits,
      })
      .from(ownership)
      .where(eq(ownership.repositoryId, repositoryId)),
  );
  return row;
}
