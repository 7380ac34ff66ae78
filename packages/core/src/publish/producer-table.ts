import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { producer, producerName } from "@knockon/db/schema/repository.sql";
import { claimsOf } from "@knockon/graph/resolve/producer-repository";
import { sql } from "drizzle-orm";
import type { Marked } from "./changes.ts";
import { nameHash } from "./name-hash.ts";
import { idOf, productionsOf, toProducer, type ProducerRow } from "./producer-row.ts";

/** Makes the stored producers the current ones, with all that they can be asked for by; writes only what differs. */
export async function storeProducers(tx: Transaction, differing: readonly Marked[]): Promise<void> {
  const current = differing.flatMap((one) => one.current ?? []);
  const gone = differing.filter((one) => !one.current).map((one) => one.id);
  await tx.delete(producer).where(sql`${producer.repositoryId} = any(${sql.param(gone)}::uuid[])`);
  await upsertRows(tx, producer, current);
  await storeNames(tx, current);
}

async function storeNames(tx: Transaction, rows: readonly ProducerRow[]): Promise<void> {
  const wanted = rows.flatMap((row) =>
    [...namesOf(row)].map((hash) => ({ repository_id: row.repositoryId, name_hash: hash })),
  );
  const ids = rows.map((row) => row.repositoryId);
  const wantedRows = sql`select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
    (repository_id uuid, name_hash integer)`;
  await tx.execute(sql`
    delete from ${producerName} where repository_id = any(${sql.param(ids)}::uuid[])
      and (repository_id, name_hash) not in (${wantedRows})`);
  await tx.execute(sql`
    insert into ${producerName} (workspace_id, repository_id, name_hash)
    select current_workspace_id(), repository_id, name_hash from (${wantedRows}) as wanted
    on conflict do nothing`);
}

const namesOf = (row: ProducerRow): Set<number> =>
  new Set([...claimsOf(toProducer(row)).keys(), ...productionsOf(row).map(idOf)].map(nameHash));
