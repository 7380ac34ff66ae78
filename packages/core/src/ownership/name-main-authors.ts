import type { Transaction } from "@knockon/db/database";
import { extraction } from "@knockon/db/schema/extraction.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { knownAs } from "@knockon/extract/history/known-as";
import type { PersonCorrections } from "@knockon/extract/history/people";
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { findPseudonyms } from "./pseudonyms.ts";
import { summaryColumns } from "./summary-columns.ts";

/**
 * Stores the name under which the workspace knows the main author of each repository: see `knownAs`. It depends on all repositories, so it
 * changes when a scan is published, and when a user corrects a person.
 */
export async function nameMainAuthors(
  ctx: Context,
  tx: Transaction,
  corrections: PersonCorrections,
): Promise<void> {
  const pseudonyms = await findPseudonyms(ctx, tx);
  if (!pseudonyms) return;
  await findMissingKeys(tx, corrections);
  const rows = await tx
    .select({
      repositoryId: ownership.repositoryId,
      name: ownership.topAuthorName,
      keys: ownership.topAuthorKeys,
      nicknames: ownership.topAuthorNicknames,
      former: ownership.topAuthorKnownAs,
    })
    .from(ownership)
    .where(isNotNull(ownership.computedAt));
  const authors = rows.flatMap(({ name, keys, ...row }) =>
    name === null || keys.length === 0 ? [] : [{ ...row, name, keys }],
  );
  const accounts = await findAccounts(tx);
  const names = knownAs(authors, { accounts, pseudonym: pseudonyms.of, samePerson: corrections.samePerson });
  const changed = authors.flatMap(({ repositoryId, former }, at) => {
    const name = names[at];
    return name === undefined || name === former ? [] : [{ id: repositoryId, name }];
  });
  if (changed.length === 0) return;
  await tx.execute(sql`
    update ${ownership} set top_author_known_as = changed.name
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as changed (id uuid, name text)
    where ${ownership.repositoryId} = changed.id`);
}

/** Credits can be large, so that few are in memory at the same time. */
const AT_ONCE = 50;

/** Stores the keys of main authors whose histories were read by an earlier release. */
async function findMissingKeys(tx: Transaction, corrections: PersonCorrections): Promise<void> {
  for (let after = NIL; ;) {
    const rows = await tx
      .select({ repositoryId: ownership.repositoryId, credits: ownership.credits })
      .from(ownership)
      .where(
        and(
          isNotNull(ownership.topAuthorName),
          sql`${ownership.topAuthorKeys} = '[]'::jsonb`,
          gt(ownership.repositoryId, after),
        ),
      )
      .orderBy(asc(ownership.repositoryId))
      .limit(AT_ONCE);
    for (const { repositoryId, credits } of rows) {
      await tx
        .update(ownership)
        .set(summaryColumns(credits, corrections))
        .where(eq(ownership.repositoryId, repositoryId));
      after = repositoryId;
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** Before all IDs. */
const NIL = "00000000-0000-0000-0000-000000000000";

/** Returns `@login` of each user in a CODEOWNERS file that is in use. Teams have a slash. */
async function findAccounts(tx: Transaction): Promise<string[]> {
  const users = sql`'$[*].owners[*] ? (@ starts with "@" && !(@ like_regex "/"))'`;
  const rows = await tx
    .selectDistinct({ account: sql<string>`jsonb_path_query(${extraction.owners}, ${users}) #>> '{}'` })
    .from(producer)
    .innerJoin(extraction, eq(extraction.id, producer.extractionId));
  return rows.map(({ account }) => account);
}
