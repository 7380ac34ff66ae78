import { isFailing, type FailOn } from "@knockon/contract/check/fail-on";
import { Check } from "@knockon/contract/resources/check";
import type { CheckConclusion } from "@knockon/contract/vocabulary/check";
import { toWire } from "@knockon/contract/wire";
import { inWorkspace } from "@knockon/db/in-workspace";
import { applyConfig } from "@knockon/graph/interface/apply-check-config";
import { InvalidConfigError } from "@knockon/graph/interface/check-config";
import { markRefused } from "../connected-org/credential.ts";
import { openOrgWith } from "../connected-org/open-org.ts";
import type { Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import type { ChangeHost, PullRequest } from "../ports/change-host.ts";
import {
  CredentialRefusedError,
  type GitHost,
  HostBusyError,
  HostRefusedError,
  RepositoryUnreadableError,
} from "../ports/git-host.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { replaceRefused } from "../scan/store-extraction.ts";
import { checkInterfaces } from "./check-change.ts";
import { type CheckLease, deferCheck, endCheck, releaseCheck, takeCheckLease } from "./check-lease.ts";
import { CommentLeasedError, updateComment } from "./comment.ts";
import { readChange, type ReadChange } from "./read-change.ts";
import { type Decision, renderDecision } from "./report-check.ts";
import { insertMissingCheck, NOT_SCANNED, sendChecks } from "./request-check.ts";

const MAX_ATTEMPTS = 3;
/** Further attempts only report the failure, because a required check without a report blocks the merge. */
const MAX_REPORT_ATTEMPTS = 10;
/** The default of `min_confidence`, as on the command line. */
const MIN_CONFIDENCE = 0.4;
const COMMENT_RETRY_MS = 5000;

/** Checks the head of a pull request or merge group and reports it to the host, however often its message is delivered. */
export async function runCheck(
  ctx: Context,
  { checkId }: Extract<ScanMessage, { kind: "check-change" }>,
): Promise<void> {
  const lease = await takeCheckLease(ctx, checkId);
  // The check has ended, or another message holds its lease.
  if (!lease) return;
  if ("busyUntil" in lease)
    return deferCheck(ctx, checkId, { notBefore: lease.busyUntil, isHostBusy: false });
  const startedAt = ctx.now().getTime();
  try {
    const decision = await decideAndReport(ctx, lease);
    await endCheck(ctx, lease, decision);
    const { status, conclusion, reason } = decision;
    const durationMs = ctx.now().getTime() - startedAt;
    ctx.log.info("change checked", { status, conclusion, ...(reason !== null && { reason }), durationMs });
  } catch (error) {
    if (error instanceof HostBusyError)
      return deferCheck(ctx, checkId, { notBefore: error.retryAt, lease, isHostBusy: true });
    if (error instanceof CommentLeasedError) {
      const notBefore = new Date(ctx.now().getTime() + COMMENT_RETRY_MS);
      return deferCheck(ctx, checkId, { notBefore, lease, isHostBusy: false });
    }
    // The queue delivers the message again. A lease still held would then make it look like a duplicate.
    await releaseCheck(ctx, lease).catch(() => {});
    throw error;
  }
}

/** Returns how the check ends. What the host refuses is a reason, not an error: a repetition would not help. */
async function decideAndReport(ctx: Context, lease: CheckLease): Promise<Decision> {
  const { attempt } = lease.check;
  try {
    const host = openOrgWith(ctx, lease.org, lease.credential);
    const { changes } = host;
    if (!changes) return failed("The host of this organization has no pull requests.");
    const decision =
      attempt > MAX_ATTEMPTS
        ? failed(`Checking this change failed ${MAX_ATTEMPTS} times. Run the check again.`)
        : await decide(ctx, lease, { host, changes });
    const refusal = await report(ctx, lease, changes, {
      decision,
      isLastTry: attempt > MAX_REPORT_ATTEMPTS,
    });
    return refusal === undefined ? decision : { ...decision, reason: decision.reason ?? refusal };
  } catch (error) {
    const refusal = await findRefusal(ctx, lease, error);
    if (refusal === undefined) throw error;
    return failed(refusal);
  }
}

/** Returns what the host refused, for users, or undefined for any other error. */
async function findRefusal(ctx: Context, { org }: CheckLease, error: unknown): Promise<string | undefined> {
  if (error instanceof CredentialRefusedError) await markRefused(ctx, org);
  return error instanceof HostRefusedError || error instanceof RepositoryUnreadableError
    ? error.message
    : undefined;
}

const failed = (reason: string): Decision => ({
  status: "failed",
  conclusion: "neutral",
  reason,
  result: null,
  about: {},
  failOn: "never",
  notes: [],
});

type Opened = { host: GitHost; changes: ChangeHost };

/** Reads the pull request and checks its head. */
async function decide(ctx: Context, lease: CheckLease, opened: Opened): Promise<Decision> {
  const { check, repository } = lease;
  if (check.kind === "merge_group") {
    const { baseSha, baseBranch } = check;
    if (baseSha === null) return failed("The event did not name the base of the merge group.");
    return checkCommits(ctx, lease, opened, { baseSha, baseBranch, isFromFork: false });
  }
  const pullRequest = await opened.changes.findPullRequest(repository, check.number);
  if (!pullRequest?.isOpen || pullRequest.headSha !== check.headSha) {
    if (pullRequest?.isOpen) await checkNewerHead(ctx, lease, pullRequest);
    return { ...failed(describeSuperseded(pullRequest)), status: "superseded", about: aboutOf(pullRequest) };
  }
  const decision = await checkCommits(ctx, lease, opened, pullRequest);
  return { ...decision, about: { ...aboutOf(pullRequest), ...decision.about } };
}

const describeSuperseded = (pullRequest: PullRequest | null): string =>
  pullRequest?.isOpen
    ? `A newer commit is checked instead: ${pullRequest.headSha.slice(0, 10)}.`
    : "The pull request is closed.";

const aboutOf = (pullRequest: PullRequest | null): Decision["about"] => {
  if (!pullRequest) return {};
  const { title, url, author, baseBranch } = pullRequest;
  return replaceRefused({ title, url, author, baseBranch });
};

async function checkNewerHead(ctx: Context, { check }: CheckLease, { headSha }: PullRequest): Promise<void> {
  const { kind, number } = check;
  const inserted = await inWorkspace(ctx, (tx) =>
    insertMissingCheck(ctx, tx, check, { kind, number, headSha }),
  );
  await sendChecks(ctx, inserted);
}

type Base = Pick<PullRequest, "baseSha" | "isFromFork"> & { baseBranch: string | null };

async function checkCommits(ctx: Context, lease: CheckLease, opened: Opened, base: Base): Promise<Decision> {
  const { repository, check } = lease;
  if (repository.snapshotId === null) return failed(NOT_SCANNED);
  try {
    const change = await readChange(ctx, opened, repository, { ...base, headSha: check.headSha });
    return await decideChange(ctx, lease, change, base.baseBranch);
  } catch (error) {
    const reason = error instanceof InvalidConfigError ? error.message : await findRefusal(ctx, lease, error);
    if (reason === undefined) throw error;
    return failed(replaceRefused(reason));
  }
}

async function decideChange(
  ctx: Context,
  { repository }: CheckLease,
  { config, unreadable, ...change }: ReadChange,
  baseBranch: string | null,
): Promise<Decision> {
  const found = await inWorkspace(ctx, (tx) =>
    checkInterfaces(ctx, tx, repository, {
      ...change,
      before: change.interfaces.flatMap(({ before }) => before ?? []),
      branches: baseBranch === null ? [] : [baseBranch],
      minConfidence: config.minConfidence ?? MIN_CONFIDENCE,
    }),
  );
  const { check, notes } = applyConfig(replaceRefused(toWire(Check, found) as Check), config, {
    now: ctx.now(),
    isUnread: unreadable.length > 0,
  });
  const { failOn = "never" } = config;
  return {
    status: "completed",
    conclusion: conclude(check, failOn),
    reason: null,
    result: check,
    about: { baseSha: change.baseSha },
    failOn,
    notes: [...notes, ...unreadable.map(({ file, message }) => `${file} can't be read: ${message}`)],
  };
}

/** Only breaks that `fail_on` names fail. An undecided use never does. */
function conclude({ breaks, verdict }: Check, failOn: FailOn): CheckConclusion {
  if (breaks.some(({ clock }) => isFailing(clock, failOn))) return "failure";
  return verdict === "clean" ? "success" : "neutral";
}

/** Reports the check and updates the comment. Returns what the host refused, if anything. */
async function report(
  ctx: Context,
  lease: CheckLease,
  changes: ChangeHost,
  { decision, isLastTry }: { decision: Decision; isLastTry: boolean },
): Promise<string | undefined> {
  const { repository, check } = lease;
  const published = await renderDecision(ctx, lease, decision, changes.maxCommentLength);
  const { comment } = published;
  const steps = [() => changes.reportCheck(repository, check.headSha, published.report)];
  if (comment !== undefined && check.kind === "pull_request")
    steps.push(() => updateComment(ctx, lease, changes, comment));
  let refused: string | undefined;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      const refusal = await findRefusal(ctx, lease, error);
      if (refusal === undefined && !isLastTry) throw error;
      if (refusal === undefined) ctx.log.error("check not reported", { cause: describeFault(error) });
      refused ??= refusal;
    }
  }
  return refused;
}
