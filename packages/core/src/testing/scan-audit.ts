import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

/**
 * Makes the database itself watch over scans: every change of status is noted, and a commit that counts a scan's
 * repositories twice is an error there and then.
 */
export async function auditScans(database: Database): Promise<void> {
  await database.execute(sql`create table scan_transition (
    id bigint generated always as identity, scan_id uuid not null, status text not null)`);
  await database.execute(sql`
    create function audit_scan() returns trigger language plpgsql security definer as $$
    begin
      if new.scanned_repos + new.skipped_repos + new.failed_repos > new.total_repos then
        raise exception 'scan % is over-counted', new.id;
      end if;
      if new.status <> old.status then
        insert into scan_transition (scan_id, status) values (new.id, new.status);
      end if;
      return new;
    end $$`);
  await database.execute(sql`
    create trigger audit_scan after update on scan for each row execute function audit_scan()`);
}

/** Every status that a scan came to, in order. */
export async function transitionsOf(database: Database, scanId: string): Promise<string[]> {
  const { rows } = await database.execute<{ status: string }>(
    sql`select status from scan_transition where scan_id = ${scanId} order by id`,
  );
  return rows.map((row) => row.status);
}
