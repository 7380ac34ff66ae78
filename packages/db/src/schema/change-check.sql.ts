import type { Check } from "@knockon/contract/resources/check";
import type { ChangeKind, CheckConclusion, CheckStatus } from "@knockon/contract/vocabulary/check";
import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, workspaceId } from "./columns.ts";
import { repository } from "./repository.sql.ts";

/** The check of one head commit of a pull request or merge group. The row is also the outbox of its message. */
export const changeCheck = pgTable(
  "change_check",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    kind: text("kind").$type<ChangeKind>().notNull(),
    /** Number of the pull request; 0 for a merge group. */
    number: integer("number").notNull(),
    headSha: text("head_sha").notNull(),
    /** The commit that the change is compared with; null until it is read. */
    baseSha: text("base_sha"),
    /** What the host says about the pull request; null until it is read. */
    title: text("title"),
    url: text("url"),
    author: text("author"),
    baseBranch: text("base_branch"),
    status: text("status").$type<CheckStatus>().notNull().default("pending"),
    conclusion: text("conclusion").$type<CheckConclusion>(),
    /** Why the check failed or decides nothing, for users. */
    reason: text("reason"),
    /** Null until the check is completed. Names all repositories, regardless of the naming rule. */
    result: jsonb("result").$type<Check>(),
    /** Increases with each request to check the commit again. */
    requestNumber: integer("request_number").notNull().default(1),
    attempt: integer("attempt").notNull().default(0),
    leaseUntil: instant("lease_until"),
    /** The message whose worker has the lease. Its next delivery takes the lease over. */
    leasedBy: text("leased_by"),
    enqueuedAt: instant("enqueued_at"),
    /** Not before this time, because the host is rate limited. */
    notBefore: instant("not_before"),
    createdAt: createdAt(),
    completedAt: instant("completed_at"),
  },
  (table) => [
    unique("change_check_head").on(table.repositoryId, table.kind, table.number, table.headSha),
    index("change_check_list").on(table.workspaceId, table.connectedOrgId, table.createdAt.desc(), table.id),
    index("change_check_pending")
      .on(table.createdAt)
      .where(sql`status = 'pending'`),
    foreignKey({
      name: "change_check_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** The one comment on a pull request. */
export const pullRequestComment = pgTable(
  "pull_request_comment",
  {
    workspaceId: workspaceId(),
    repositoryId: uuid("repository_id").notNull(),
    number: integer("number").notNull(),
    /** The host's ID; null while there is no comment. */
    commentId: text("comment_id"),
    /** SHA-256 of the text, so that an unchanged comment is not written again. */
    digest: text("digest"),
    /** Held by the worker that writes the comment. */
    leaseUntil: instant("lease_until"),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.number] }),
    foreignKey({
      name: "pull_request_comment_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);
