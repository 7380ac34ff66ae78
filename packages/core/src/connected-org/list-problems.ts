import { inWorkspace } from "@knockon/db/in-workspace";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { Problem } from "@knockon/extract/ecosystem";
import { and, asc, count, eq, ilike, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { containing, orderBy, type Page, type Sort } from "../page.ts";
import { isPresent, presentReference } from "../repository/repository-row.ts";
import { getOrgRow } from "./org-row.ts";

interface Filter {
  connectedOrgId: string;
  /** A substring of the repository's path or of the file. */
  q?: string | undefined;
  sort?: Sort<"repository" | "file" | "message"> | undefined;
}

/** Returns the problems of an org's current snapshots, by default ordered by repository, file and line. */
export function listProblems(ctx: Context, { connectedOrgId, q, sort, limit, offset }: Filter & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const problem = sql<Problem>`problem`;
    const file = sql<string | null>`problem ->> 'file'`;
    const problems = sql`jsonb_array_elements(${snapshot.problems}) with ordinality as problems (problem, position)`;
    const where = and(
      eq(repository.connectedOrgId, connectedOrgId),
      isPresent,
      q === undefined ? undefined : or(ilike(repository.fullPath, containing(q)), ilike(file, containing(q))),
    );
    const [counted] = await tx
      .select({ total: count() })
      .from(repository)
      .innerJoin(snapshot, eq(snapshot.id, repository.snapshotId))
      .crossJoinLateral(problems)
      .where(where);
    const rows = await tx
      .select({ repository, problem })
      .from(repository)
      .innerJoin(snapshot, eq(snapshot.id, repository.snapshotId))
      .crossJoinLateral(problems)
      .where(where)
      .orderBy(
        ...orderBy(
          sort,
          { repository: repository.fullPath, file, message: sql`problem ->> 'message'` },
          asc(repository.fullPath),
          sql`problem ->> 'file' nulls first`,
          sql`(problem ->> 'line')::int nulls first`,
          sql`position`,
        ),
      )
      .limit(limit)
      .offset(offset);
    const body = rows.map((row) => ({
      repository: presentReference(row.repository),
      file: row.problem.file,
      line: row.problem.line,
      code: row.problem.code,
      message: row.problem.message,
    }));
    return { total: counted?.total ?? 0, body };
  });
}
