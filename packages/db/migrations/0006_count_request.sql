GRANT SELECT, INSERT, UPDATE, DELETE ON rate_bucket TO knockon_system;--> statement-breakpoint
-- The limit on mutations, one round trip: `bucketAt` and `roomIn` of core's rate counter under the lock of the key's row.
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
REVOKE ALL ON FUNCTION count_request FROM PUBLIC;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO knockon_system;--> statement-breakpoint
ALTER FUNCTION count_request OWNER TO knockon_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM knockon_system;
