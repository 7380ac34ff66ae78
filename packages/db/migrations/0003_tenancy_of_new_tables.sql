-- What 0001 did for the tables of its time, for every one that came since.
DO $$
DECLARE tenant_table text;
BEGIN
  FOR tenant_table IN
    SELECT columns.table_name FROM information_schema.columns
    JOIN pg_class ON pg_class.oid = format('%I.%I', columns.table_schema, columns.table_name)::regclass
    WHERE columns.table_schema = 'public' AND columns.column_name = 'workspace_id' AND NOT pg_class.relrowsecurity
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_workspace ON %I TO knockon_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())',
      tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO knockon_app', tenant_table);
  END LOOP;
END $$;--> statement-breakpoint
-- The sweeper starts the scans that pushes wait for.
CREATE POLICY every_workspace ON rescan_request FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON rescan_request TO knockon_system;--> statement-breakpoint
-- Extractions of before: the hashes of the names that they look up, as `nameHash` makes them.
UPDATE extraction SET lookup_hashes = (
  SELECT coalesce(array_agg(DISTINCT ('x' || substr(md5(name), 1, 8))::bit(32)::int), '{}')
  FROM jsonb_array_elements(content -> 'declarations') AS declaration,
    jsonb_array_elements_text(declaration -> 'lookups') AS name);
