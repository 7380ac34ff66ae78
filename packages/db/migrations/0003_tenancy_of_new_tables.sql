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
-- A publish that fills these tables keeps their statistics up; before version 17 nobody but the owner may.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON dependency, artifact, producer, producer_name TO knockon_app';
  END IF;
END $$;--> statement-breakpoint
-- Snapshots of before: their repositories were called as now, as far as anybody knows.
UPDATE snapshot SET full_path = repository.full_path FROM repository WHERE repository.id = snapshot.repository_id;--> statement-breakpoint
-- Extractions of before: the hashes of the names that they look up, as `nameHash` makes them.
UPDATE extraction SET lookup_hashes = (
  SELECT coalesce(array_agg(DISTINCT ('x' || substr(md5(name), 1, 8))::bit(32)::int), '{}')
  FROM jsonb_array_elements(content -> 'declarations') AS declaration,
    jsonb_array_elements_text(declaration -> 'lookups') AS name);
--> statement-breakpoint
-- Row-level security lets no index be used for an operator that is not leakproof, as && of arrays. This function asks it
-- as the system role, which sees the hashes of every extraction and no content, and answers for the workspace only.
GRANT SELECT (id, workspace_id, lookup_hashes) ON extraction TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON extraction FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
CREATE FUNCTION extractions_that_look_up(name_hashes integer[]) RETURNS SETOF uuid
  LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = public
  AS $$ SELECT id FROM extraction WHERE workspace_id = current_workspace_id() AND lookup_hashes && name_hashes $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION extractions_that_look_up FROM PUBLIC;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO knockon_system;--> statement-breakpoint
ALTER FUNCTION extractions_that_look_up OWNER TO knockon_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM knockon_system;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION extractions_that_look_up TO knockon_app;
