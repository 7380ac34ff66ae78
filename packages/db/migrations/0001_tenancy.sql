-- Tenancy in one place: every table with a workspace_id shows a transaction only the rows of the workspace it set.
-- Both roles are ordinary (no BYPASSRLS); they are cluster-wide, so another database may have made them already.
DO $$
BEGIN
  CREATE ROLE knockon_app NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;--> statement-breakpoint
DO $$
BEGIN
  CREATE ROLE knockon_system NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('GRANT knockon_app, knockon_system TO %I', current_user);
END $$;--> statement-breakpoint
CREATE FUNCTION current_workspace_id() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(current_setting('knockon.workspace_id', true), '')::uuid;--> statement-breakpoint
DO $$
DECLARE tenant_table text;
BEGIN
  FOR tenant_table IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'workspace_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY own_workspace ON %I TO knockon_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id())',
      tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO knockon_app', tenant_table);
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_workspace ON workspace TO knockon_app USING (id = current_workspace_id()) WITH CHECK (id = current_workspace_id());--> statement-breakpoint
GRANT SELECT, UPDATE ON workspace TO knockon_app;--> statement-breakpoint
-- The system role: credentials are looked up before the workspace is known, the sweeper looks at every scan.
CREATE POLICY every_workspace ON api_key TO knockon_system USING (true);--> statement-breakpoint
CREATE POLICY every_workspace ON workspace TO knockon_system USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY every_workspace ON scan FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT, UPDATE (last_used_at) ON api_key TO knockon_system;--> statement-breakpoint
GRANT SELECT, INSERT ON workspace TO knockon_system;--> statement-breakpoint
GRANT SELECT ON scan TO knockon_system;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_message TO knockon_system;
