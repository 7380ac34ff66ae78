-- The look-up of every request with a key, one round trip: the live key of a prefix. The use of the right key is noted once a
-- minute, and skipped where another request is about to: no request waits for a lock.
CREATE FUNCTION find_api_key(key_prefix text, key_hash text, OUT id uuid, OUT workspace_id uuid, OUT hash text) RETURNS SETOF record
  LANGUAGE plpgsql SECURITY DEFINER ROWS 1 SET search_path = public
  AS $$
  #variable_conflict use_column
  DECLARE
    a_minute_ago CONSTANT timestamptz := now() - interval '1 minute';
    used_at timestamptz;
  BEGIN
    -- One that was made while its workspace was being deleted is not revoked.
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
REVOKE ALL ON FUNCTION find_api_key FROM PUBLIC;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO knockon_system;--> statement-breakpoint
ALTER FUNCTION find_api_key OWNER TO knockon_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM knockon_system;
