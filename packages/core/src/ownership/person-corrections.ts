import { randomUUID } from "node:crypto";
import type { PersonCorrectionKind } from "@knockon/contract/vocabulary/person-correction";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership, personCorrection, type CorrectedPerson } from "@knockon/db/schema/ownership.sql";
import { Identities } from "@knockon/extract/history/identities";
import { findAuthors, type PersonCorrections } from "@knockon/extract/history/people";
import { desc, eq, sql, type SQL } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { nameMainAuthors } from "./name-main-authors.ts";
import { summaryColumns } from "./summary-columns.ts";

/** More than any organization needs; each is read with every ownership. */
const MAX_CORRECTIONS = 1000;

type CorrectionRow = typeof personCorrection.$inferSelect;

interface NewCorrection {
  kind: PersonCorrectionKind;
  personKey: string;
  sameAsPersonKey?: string | undefined;
}

/** Returns the corrections of the workspace, newest first. */
export const listPersonCorrections = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(personCorrection)
      .orderBy(desc(personCorrection.createdAt), desc(personCorrection.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total: await tx.$count(personCorrection), body: rows.map(presentCorrection) };
  });

/**
 * Corrects an author in all repositories and computes their ownership again. Throws NotFoundError if no history has the key,
 * and ConflictError if a correction of the author says the same or the opposite.
 */
export function createPersonCorrection(ctx: Context, { kind, personKey, sameAsPersonKey }: NewCorrection) {
  return inWorkspace(ctx, async (tx) => {
    await lockCorrections(ctx, tx);
    const person = await findPerson(tx, personKey);
    const sameAs = sameAsPersonKey === undefined ? null : await findPerson(tx, sameAsPersonKey);
    await requireNew(tx, kind, person, sameAs);
    const [created] = await tx
      .insert(personCorrection)
      .values({
        id: randomUUID(),
        workspaceId: ctx.workspaceId,
        kind,
        person,
        sameAs,
        createdAt: ctx.now(),
      })
      .returning();
    if (!created) throw new Error("An insert returns its row.");
    await computeAgain(ctx, tx, created);
    await recordAuditEvent(tx, ctx, {
      action: "person_correction.created",
      target: { type: "person_correction", id: created.id },
      after: describe(created),
    });
    return presentCorrection(created);
  });
}

/** Deletes a correction and computes the ownership of its author's repositories again. Throws NotFoundError. */
export function deletePersonCorrection(
  ctx: Context,
  { personCorrectionId }: { personCorrectionId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    await lockCorrections(ctx, tx);
    const [deleted] = await tx
      .delete(personCorrection)
      .where(eq(personCorrection.id, personCorrectionId))
      .returning();
    if (!deleted) throw new NotFoundError();
    await computeAgain(ctx, tx, deleted);
    await recordAuditEvent(tx, ctx, {
      action: "person_correction.deleted",
      target: { type: "person_correction", id: personCorrectionId },
      before: describe(deleted),
    });
    return {};
  });
}

/** Returns the corrections in the form that `findPeople` takes. */
export async function loadCorrections(tx: Transaction): Promise<PersonCorrections> {
  const rows = await tx.select().from(personCorrection);
  const keysOf = (kind: PersonCorrectionKind) =>
    new Set(rows.filter((row) => row.kind === kind).flatMap(({ person }) => person.keys));
  return {
    samePerson: rows.flatMap(({ person, sameAs }) => (sameAs ? [[...person.keys, ...sameAs.keys]] : [])),
    notPeople: keysOf("not_a_person"),
    people: keysOf("person"),
  };
}

const presentCorrection = ({ id, kind, person, sameAs, createdAt }: CorrectionRow) => ({
  id,
  kind,
  name: person.name,
  personKey: person.keys[0] ?? "",
  sameAsName: sameAs?.name ?? null,
  sameAsPersonKey: sameAs?.keys[0] ?? null,
  createdAt,
});

const describe = ({ kind, person, sameAs }: CorrectionRow) => ({
  kind,
  name: person.name,
  ...(sameAs && { sameAsName: sameAs.name }),
});

/** Serializes changes, so that each is computed from all others. */
const lockCorrections = (ctx: Context, tx: Transaction) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`person corrections ${ctx.workspaceId}`}, 0))`,
  );

/** Returns all keys that the histories of the workspace join with one. */
async function findPerson(tx: Transaction, key: string): Promise<CorrectedPerson> {
  const keys = new Set([key]);
  let name: string | undefined;
  for (let known = 0; known < keys.size;) {
    known = keys.size;
    const rows = await tx
      .select({ credits: ownership.credits })
      .from(ownership)
      .where(hasAuthor([...keys]));
    const identities = new Identities();
    for (const { credits } of rows) {
      const { people, automation } = findAuthors(credits);
      for (const author of [...people, ...automation]) {
        identities.join(author.keys);
        if (author.keys.includes(key)) name ??= author.name;
      }
    }
    for (const one of identities.groups().get(identities.find(key)) ?? []) keys.add(one);
  }
  if (name === undefined) throw new NotFoundError();
  return { name, keys: [...keys] };
}

/** Selects the ownership of repositories with an author of one of these keys. */
const hasAuthor = (keys: readonly string[]): SQL =>
  sql`jsonb_path_exists(${ownership.credits}, '$[*].signers[*].keys[*] ? (@ == $keys[*])', jsonb_build_object('keys', ${JSON.stringify(keys)}::jsonb))`;

async function requireNew(
  tx: Transaction,
  kind: PersonCorrectionKind,
  person: CorrectedPerson,
  sameAs: CorrectedPerson | null,
): Promise<void> {
  const rows = await tx.select().from(personCorrection);
  if (rows.length >= MAX_CORRECTIONS)
    throw new ConflictError(
      `A workspace has at most ${MAX_CORRECTIONS} person corrections. Delete others first.`,
    );
  const isOf = (one: CorrectedPerson | null, other: CorrectedPerson): boolean =>
    one?.keys.some((key) => other.keys.includes(key)) ?? false;
  if (sameAs && isOf(sameAs, person)) throw new ConflictError("Both keys belong to the same person already.");
  for (const row of rows) {
    const isSame = row.kind === kind && isOf(row.person, person) && (!sameAs || isOf(row.sameAs, sameAs));
    if (isSame) throw new ConflictError(`${person.name} has this correction already.`);
    const kinds = new Set([row.kind, kind]);
    if (kinds.has("person") && kinds.has("not_a_person") && isOf(row.person, person))
      throw new ConflictError(`Another correction says the opposite about ${person.name}. Delete it first.`);
  }
}

/** Computes the ownership of the repositories that a correction is about. */
async function computeAgain(ctx: Context, tx: Transaction, { person, sameAs }: CorrectionRow): Promise<void> {
  const corrections = await loadCorrections(tx);
  const rows = await tx
    .select({ repositoryId: ownership.repositoryId, credits: ownership.credits })
    .from(ownership)
    .where(hasAuthor([...person.keys, ...(sameAs?.keys ?? [])]));
  for (const { repositoryId, credits } of rows) {
    await tx
      .update(ownership)
      .set(summaryColumns(credits, corrections))
      .where(eq(ownership.repositoryId, repositoryId));
  }
  await nameMainAuthors(ctx, tx, corrections);
}
