import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

/** Adds a trigger that records every status change of a scan and rejects an update that counts repositories twice. */
export async function auditScans(database: Database): Promise<void> {
  await database.execute(sql`create table scan_transition (
    id bigint generated always as identity, scan_id uuid not null, status text not null)`);
  await database.execute(sql`
    create function audit_scan() returns trigger language plpgsql security definer as $$
    begin
      if new.scanned_repos + new.skipped_repos + new.failed_repos > new.total_repos then
        raise exception 'scan % counts repositories twice', new.id;
      end if;
      if new.status <> old.status then
        insert into scan_transition (scan_id, status) values (new.id, new.status);
      end if;
      return new;
    end $$`);
  await database.execute(sql`
    create trigger audit_scan after update on scan for each row execute function audit_scan()`);
}

/** Returns the statuses of a scan, in order. */
export async function transitionsOf(database: Database, scanId: string): Promise<string[]> {
  const { rows } = await database.execute<{ status: string }>(
    sql`select status from scan_transition where scan_id = ${scanId} order by id`,
  );
  return rows.map((row) => row.status);
}
