import { createHash } from "node:crypto";
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

/** Reading ends well before its lease and its worker do; what is left is read by the next attempt. */
const MAX_READING_MS = 2 * 60 * 1000;

interface Wanted {
  repository: { id: string; platformId: string; fullPath: string };
  commitSha: string;
  files: OwnershipFiles;
}

/** What came of reading a history: its credits, or why there are none. */
export type OwnershipReading = { commitSha: string } & (
  | { historyKey: string; credits: Credit[]; teams: string[] }
  | { error: string }
);

/**
 * Reads what is new in a repository's history. Whatever is wrong with it is a result: a repository whose history cannot be
 * read is scanned all the same. Throws HostBusyError where the host, or the worker's time, asks for another attempt; what was read
 * until then is kept. Throws CredentialRefusedError.
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

/** Of what is nobody's to mend outside, only the log tells more. */
function messageOf(ctx: Context, error: unknown): string {
  const isForUser =
    error instanceof RepositoryUnreadableError ||
    error instanceof HostRefusedError ||
    error instanceof HostUnreachableError;
  if (isForUser) return error.message;
  ctx.log.error("history not read", { error: describeFault(error) });
  return "An unexpected fault; the service's log tells more.";
}

const historyKeyOf = (mailmap: string, { keyId }: Pseudonyms): string =>
  [HISTORY_KEY, createHash("sha256").update(mailmap).digest("hex").slice(0, 16), keyId].join(".");

interface Reading extends Wanted {
  pseudonyms: Pseudonyms;
  historyKey: string;
}

async function readCredits(ctx: Context, host: GitHost, reading: Reading): Promise<Credit[]> {
  const { repository, commitSha, historyKey, files, pseudonyms } = reading;
  const stored = await findStored(ctx, repository.id);
  const isOurs = stored?.historyKey === historyKey;
  if (isOurs && stored.commitSha === commitSha) return stored.credits;
  const begun = partialOf(stored?.partial, reading);
  const since = isOurs && !begun ? stored.commitSha : null;
  const history = await host.openHistory(repository, commitSha, { since, cursor: begun?.cursor ?? null });
  const isContinued = begun?.isContinued ?? history.isContinued;

  const tally = new Tally(ctx.now());
  const creditsSoFar = (): Credit[] => creditsIn(tally, files.mailmap, pseudonyms, begun);
  const deadline = ctx.now().getTime() + MAX_READING_MS;
  let cursor: string | null = null;
  try {
    for await (const page of history.pages) {
      for (const commit of page.commits) tally.add(commit);
      ({ cursor } = page);
      if (cursor !== null && ctx.now().getTime() > deadline) throw new HostBusyError(ctx.now());
    }
  } catch (error) {
    if (error instanceof HostBusyError && cursor !== null) {
      const credits = creditsSoFar();
      await savePartial(ctx, repository.id, { commitSha, historyKey, cursor, isContinued, credits });
    }
    throw error;
  }
  return isContinued ? addCredits(stored?.credits ?? [], creditsSoFar()) : creditsSoFar();
}

const creditsIn = (
  tally: Tally,
  mailmap: Mailmap,
  pseudonyms: Pseudonyms,
  begun: PartialHistory | undefined,
): Credit[] => addCredits(begun?.credits ?? [], creditsOf(tally, { mailmap, pseudonym: pseudonyms.of }));

/** What an attempt before this one read of the same history. */
const partialOf = (partial: PartialHistory | null | undefined, wanted: Reading): PartialHistory | undefined =>
  partial?.commitSha === wanted.commitSha && partial.historyKey === wanted.historyKey ? partial : undefined;

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
