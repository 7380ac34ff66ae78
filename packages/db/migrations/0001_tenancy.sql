-- Tenancy: roles, grants, row-level security, and the functions that run across workspaces.
--
-- knockon_app sees the rows of the workspace that its transaction set, and no others. knockon_system sees every workspace, but
-- only the columns granted below. Both are ordinary roles (no BYPASSRLS). Roles are cluster-wide, so they may exist already.
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
-- A migration that adds tables with a workspace_id ends with a call of this procedure.
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

-- Workspaces. The system role creates them, and deletes those that are marked as deleted.
ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_workspace ON workspace TO knockon_app USING (id = current_workspace_id()) WITH CHECK (id = current_workspace_id());--> statement-breakpoint
GRANT SELECT, UPDATE ON workspace TO knockon_app;--> statement-breakpoint
CREATE POLICY every_workspace ON workspace TO knockon_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON workspace TO knockon_system;--> statement-breakpoint
CREATE POLICY deleted_before ON workspace AS RESTRICTIVE FOR DELETE TO knockon_system USING (deleted_at IS NOT NULL);--> statement-breakpoint
-- Former slugs redirect to their workspace.
CREATE POLICY every_workspace ON former_slug FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON former_slug TO knockon_system;--> statement-breakpoint
-- The audit log is append-only.
REVOKE UPDATE, DELETE ON audit_event FROM knockon_app;--> statement-breakpoint

-- Users are not tenant rows. A workspace sees its members, and of them only the columns that the member list shows.
ALTER TABLE "user" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_members ON "user" FOR SELECT TO knockon_app USING (
  EXISTS (SELECT FROM membership WHERE membership.user_id = "user".id AND membership.workspace_id = current_workspace_id()));--> statement-breakpoint
GRANT SELECT (id, name, email, image) ON "user" TO knockon_app;--> statement-breakpoint
CREATE POLICY everybody ON "user" FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, name, email, email_verified) ON "user" TO knockon_system;--> statement-breakpoint
-- Sessions and verifications are deleted when they expire.
GRANT SELECT (id, user_id, token, expires_at), DELETE ON session TO knockon_system;--> statement-breakpoint
GRANT SELECT (id, expires_at), DELETE ON verification TO knockon_system;--> statement-breakpoint

-- Look-ups before the workspace is known: by credential, by user, by resource id, by invitation token, by installation, by customer.
CREATE POLICY every_workspace ON api_key TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT, UPDATE (last_used_at) ON api_key TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON membership FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON membership TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON repository FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id) ON repository TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON artifact FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id) ON artifact TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON invitation FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id, email, token_hash, expires_at, accepted_at, revoked_at) ON invitation TO knockon_system;--> statement-breakpoint
-- GitHub's setup callback names only the state, and its events name only the installation.
CREATE POLICY every_workspace ON github_setup TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT, DELETE ON github_setup TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON github_installation FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (workspace_id, installation_id) ON github_installation TO knockon_system;--> statement-breakpoint
-- A GitLab event names only its source.
CREATE POLICY every_workspace ON webhook FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON webhook TO knockon_system;--> statement-breakpoint
-- A payment event names only its customer. The sweeper finds subscriptions that were not read for a day.
CREATE POLICY every_workspace ON subscription FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (workspace_id, external_customer_id, read_at) ON subscription TO knockon_system;--> statement-breakpoint

-- Scans. The sweeper finds scheduled orgs, requested rescans and interrupted scans in every workspace.
CREATE POLICY every_workspace ON connected_org FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id, next_scheduled_at) ON connected_org TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON rescan_request FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON rescan_request TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON scan FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON scan TO knockon_system;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON queue_message TO knockon_system;--> statement-breakpoint
-- Publishing runs ANALYZE on the tables it fills. Before PostgreSQL 17 only their owner may.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON dependency, artifact, producer, producer_name TO knockon_app';
  END IF;
END $$;--> statement-breakpoint

-- Cancellation records are immutable, for the table's owner too. They are deleted with their workspace, by the foreign key's trigger.
REVOKE UPDATE, DELETE ON subscription_cancellation FROM knockon_app;--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows are never changed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON subscription_cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON subscription_cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint

-- Counts a mutation against the rate limit in one round trip: `bucketAt` and `roomIn` of core's rate counter, under the lock of the
-- key's row. The buckets need not survive a crash.
ALTER TABLE rate_bucket SET UNLOGGED;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_bucket TO knockon_system;--> statement-breakpoint
CREATE FUNCTION count_request(request_key text, request_at timestamptz, max_requests integer,
  OUT is_counted boolean, OUT started_at timestamptz, OUT previous integer, OUT current integer)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public
  AS $$
  #variable_conflict use_variable
  DECLARE
    a_minute CONSTANT interval := '1 minute';
    seconds_left numeric;
  BEGIN
    INSERT INTO rate_bucket AS bucket VALUES (request_key, request_at, 0, 0)
      ON CONFLICT ON CONSTRAINT rate_bucket_pkey DO UPDATE SET key = request_key
      RETURNING bucket.started_at, bucket.previous, bucket.current INTO started_at, previous, current;
    IF request_at >= started_at + 2 * a_minute THEN
      started_at := request_at;
      previous := 0;
      current := 0;
    ELSIF request_at >= started_at + a_minute THEN
      started_at := started_at + a_minute;
      previous := current;
      current := 0;
    END IF;
    seconds_left := least(60, extract(epoch FROM started_at + a_minute - request_at));
    is_counted := current < max_requests - ceil(previous * seconds_left / 60);
    IF is_counted THEN
      current := current + 1;
      UPDATE rate_bucket AS bucket
        SET started_at = count_request.started_at, previous = count_request.previous, current = count_request.current
        WHERE bucket.key = request_key;
    END IF;
  END $$;--> statement-breakpoint

-- Returns the live API key of a prefix in one round trip. When the hash matches, it records the use at most once a minute. A
-- locked row is skipped, so no request waits.
CREATE FUNCTION find_api_key(key_prefix text, key_hash text, OUT id uuid, OUT workspace_id uuid, OUT hash text) RETURNS SETOF record
  LANGUAGE plpgsql SECURITY DEFINER ROWS 1 SET search_path = public
  AS $$
  #variable_conflict use_column
  DECLARE
    a_minute_ago CONSTANT timestamptz := now() - interval '1 minute';
    used_at timestamptz;
  BEGIN
    -- A key that was created while its workspace was being deleted is not revoked.
    SELECT api_key.id, api_key.workspace_id, api_key.hash, last_used_at
      INTO find_api_key.id, find_api_key.workspace_id, find_api_key.hash, used_at
      FROM api_key JOIN workspace ON workspace.id = api_key.workspace_id
      WHERE prefix = key_prefix AND revoked_at IS NULL AND deleted_at IS NULL;
    IF NOT FOUND THEN
      RETURN;
    END IF;
    IF find_api_key.hash = key_hash AND (used_at IS NULL OR used_at < a_minute_ago) THEN
      UPDATE api_key SET last_used_at = now() WHERE api_key.id IN (
        SELECT due.id FROM api_key AS due
        WHERE due.id = find_api_key.id AND (last_used_at IS NULL OR last_used_at < a_minute_ago)
        FOR UPDATE SKIP LOCKED);
    END IF;
    RETURN NEXT;
  END $$;--> statement-breakpoint

-- Returns the extractions of the current workspace that look up one of the hashes. Under row-level security no index serves &&
-- on arrays, because the operator is not leakproof. As the system role, which sees the hashes and no content, one does.
GRANT SELECT (id, workspace_id, lookup_hashes) ON extraction TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON extraction FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
CREATE FUNCTION extractions_that_look_up(name_hashes integer[]) RETURNS SETOF uuid
  LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = public
  AS $$ SELECT id FROM extraction WHERE workspace_id = current_workspace_id() AND lookup_hashes && name_hashes $$;--> statement-breakpoint

-- The three functions run as the system role.
REVOKE ALL ON FUNCTION count_request, find_api_key, extractions_that_look_up FROM PUBLIC;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO knockon_system;--> statement-breakpoint
ALTER FUNCTION count_request OWNER TO knockon_system;--> statement-breakpoint
ALTER FUNCTION find_api_key OWNER TO knockon_system;--> statement-breakpoint
ALTER FUNCTION extractions_that_look_up OWNER TO knockon_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM knockon_system;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION extractions_that_look_up TO knockon_app;
