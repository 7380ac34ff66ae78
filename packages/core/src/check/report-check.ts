import { hash } from "node:crypto";
import { commentMarker, deservesComment, renderComment } from "@knockon/contract/check/comment";
import type { FailOn } from "@knockon/contract/check/fail-on";
import { code } from "@knockon/contract/check/markdown";
import { printable } from "@knockon/contract/printable";
import { nameForReaders } from "@knockon/contract/check/named-check";
import { renderReport } from "@knockon/contract/check/report";
import type { Check } from "@knockon/contract/resources/check";
import { sourceUrl } from "@knockon/contract/source-url";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { eq, inArray } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isByVisibility } from "../naming/answer-names.ts";
import { mayName } from "../naming/readers.ts";
import type { CheckReport } from "../ports/change-host.ts";
import type { CheckEnd, CheckLease } from "./check-lease.ts";

/** How a check ended, with what its texts need beyond the result. */
export interface Decision extends CheckEnd {
  failOn: FailOn;
  /** Sentences about the settings. */
  notes: string[];
}

/** What the host shows: the report of the commit, and the comment; undefined to leave it, null to delete it. */
export interface Published {
  report: CheckReport;
  comment: CommentText | null | undefined;
}

export interface CommentText {
  text: string;
  /** Of the text without the link to the check, so that a push that changes nothing else does not change the comment. */
  digest: string;
}

const MAX_TITLE = 200;

/** Renders everything that leaves the application about a check, with the names that the workspace's rule allows. */
export async function renderDecision(
  ctx: Context,
  lease: CheckLease,
  { status, conclusion, reason, result, failOn, notes }: Decision,
  maxCommentLength: number,
): Promise<Published> {
  const detailsUrl = `${ctx.settings.appUrl}/w/${lease.workspace.slug}/checks/${lease.check.id}`;
  const withKey = (report: Omit<CheckReport, "key">): CheckReport => ({
    ...report,
    // A repetition that a person asked for needs another key.
    key: hash("sha256", JSON.stringify([report, lease.check.requestNumber])),
  });
  if (result === null) {
    const text = printable(reason ?? "");
    const title = text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE).toWellFormed()}…` : text;
    const report = withKey({ conclusion, title, summary: code(text), detailsUrl, annotations: [] });
    return { report, comment: status === "superseded" ? undefined : null };
  }
  const { visibilityOf, linkTo } = await loadConsumers(ctx, lease, result);
  const { namingRule: rule, mentionsOwners } = lease.workspace;
  const readers = { rule, repositoryId: lease.repository.id, visibilityOf };
  const named = nameForReaders(result, {
    mayName: (id) => mayName(readers, id),
    lessVisible: isByVisibility(rule),
  });
  const options = { linkTo, notes, mentionsOwners };
  // Only the comment mentions owners: a check is repeated for every commit.
  const report = renderReport(named, { ...options, mentionsOwners: false, failOn });
  const layout = { ...options, marker: commentMarker(ctx.workspaceId), maxLength: maxCommentLength };
  const comment = {
    text: renderComment(named, { ...layout, detailsUrl }),
    digest: hash("sha256", renderComment(named, { ...layout, detailsUrl: "" })),
  };
  return {
    report: withKey({ ...report, conclusion, detailsUrl }),
    comment: deservesComment(named) ? comment : null,
  };
}

/** Loads the visibility and location of the repository and all consumers of a check. */
async function loadConsumers(ctx: Context, lease: CheckLease, { breaks, undecided }: Check) {
  const ids = new Set([lease.repository.id, ...[...breaks, ...undecided].map(({ consumer }) => consumer.id)]);
  const rows = await inWorkspace(ctx, (tx) =>
    tx
      .select({
        id: repository.id,
        visibility: repository.visibility,
        clone_url: repository.cloneUrl,
        last_commit_sha: repository.lastCommitSha,
        platform: connectedOrg.platform,
      })
      .from(repository)
      .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
      .where(inArray(repository.id, [...ids])),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    visibilityOf: (id: string) => byId.get(id)?.visibility,
    linkTo(id: string, { file, line }: { file: string; line: number }) {
      const row = byId.get(id);
      return row && sourceUrl(row, row.platform, file, line);
    },
  };
}
