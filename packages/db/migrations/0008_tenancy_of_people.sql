-- What 0001 and 0003 did, as a procedure: a migration that adds tables with a workspace_id ends with a call of it.
CREATE PROCEDURE protect_tenant_tables() LANGUAGE plpgsql AS $$
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
REVOKE ALL ON PROCEDURE protect_tenant_tables() FROM PUBLIC;--> statement-breakpoint
CALL protect_tenant_tables();--> statement-breakpoint
-- Nobody rewrites what was done.
REVOKE UPDATE, DELETE ON audit_event FROM knockon_app;--> statement-breakpoint
-- Of all people a workspace sees its members, and of those no more than a list of members shows.
ALTER TABLE "user" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_members ON "user" FOR SELECT TO knockon_app USING (
  EXISTS (SELECT FROM membership WHERE membership.user_id = "user".id AND membership.workspace_id = current_workspace_id()));--> statement-breakpoint
GRANT SELECT (id, name, email, image) ON "user" TO knockon_app;--> statement-breakpoint
-- Before the workspace is known: whose session it is, where that person belongs, and which workspace has a resource.
CREATE POLICY everybody ON "user" FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, name, email, email_verified) ON "user" TO knockon_system;--> statement-breakpoint
GRANT SELECT (id, user_id, token, expires_at) ON session TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON membership FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON membership TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON connected_org FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id) ON connected_org TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON repository FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id) ON repository TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON artifact FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id) ON artifact TO knockon_system;--> statement-breakpoint
-- An address that a workspace had leads to it; an invitation is found by what stands in its link.
CREATE POLICY every_workspace ON former_slug FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON former_slug TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON invitation FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id, email, token_hash, expires_at, accepted_at, revoked_at) ON invitation TO knockon_system;
