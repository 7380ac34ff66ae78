import type { Transaction } from "@knockon/db/database";
import { ownNamespace, producer } from "@knockon/db/schema/repository.sql";
import { sql } from "drizzle-orm";

/** Updates the workspace's own namespaces to those of its producers: `collectNamespaces` in SQL. */
export async function refreshNamespaces(tx: Transaction): Promise<void> {
  const wanted = sql`
    select unnest(${producer.namespaces}) as namespace from ${producer}
    union
    select namespace from ${producer}, unnest(${producer.publishedNamespaces}) as namespace group by namespace having count(*) > 1`;
  await tx.execute(sql`delete from ${ownNamespace} where namespace not in (${wanted})`);
  await tx.execute(sql`
    insert into ${ownNamespace} (workspace_id, namespace)
    select current_workspace_id(), namespace from (${wanted}) as wanted
    on conflict do nothing`);
}
