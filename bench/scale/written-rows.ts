import type { Client } from "pg";

/** Inserted, updated or deleted rows, each counted once. */
export interface WrittenRows {
  byTable: Record<string, number>;
  /** Rows of `dependency` with a different content than before. */
  changedDeclarations: number;
}

const NOTES = `
  create unlogged table bench_written (
    table_name text, key text, before text, after text, primary key (table_name, key));
  create function bench_note() returns trigger language plpgsql security definer as $$
  declare
    present jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    row_key text := (select string_agg(present ->> name, ' ') from unnest(tg_argv) as name);
    row_before text := case when tg_op <> 'INSERT' then md5(old::text) end;
    row_after text := case when tg_op <> 'DELETE' then md5(new::text) end;
  begin
    insert into bench_written values (tg_table_name, row_key, row_before, row_after)
    on conflict (table_name, key) do update set after = excluded.after;
    return null;
  end $$;
  do $$
  declare
    watched record;
  begin
    for watched in
      select pg_class.oid::regclass as name, string_agg(quote_literal(attname), ', ') as key
      from pg_class
      join pg_index on indrelid = pg_class.oid and indisprimary
      join pg_attribute on attrelid = pg_class.oid and attnum = any(indkey)
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('queue_message', 'bench_written')
      group by pg_class.oid
    loop
      execute format('create trigger bench_note after insert or update or delete on %s
        for each row execute function bench_note(%s)', watched.name, watched.key);
    end loop;
  end $$;`;

/** Installs triggers that record every written row, except for the queue's. */
export const watchRows = (client: Client): Promise<unknown> => client.query(NOTES);

/** Returns the rows written since the last call. */
export async function takeWrittenRows(client: Client): Promise<WrittenRows> {
  const { rows } = await client.query<{ name: string; written: number; changed: number }>(`
    select table_name as name, count(*)::int as written,
      count(*) filter (where before is distinct from after)::int as changed
    from bench_written group by table_name order by table_name`);
  await client.query("truncate bench_written");
  return {
    byTable: Object.fromEntries(rows.map(({ name, written }) => [name, written])),
    changedDeclarations: rows.find(({ name }) => name === "dependency")?.changed ?? 0,
  };
}
