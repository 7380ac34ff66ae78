CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_answer" (
	"workspace_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_answer_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"external_customer_id" text,
	"external_subscription_id" text,
	"status" text DEFAULT 'none' NOT NULL,
	"plan_key" text,
	"extra_seats" integer DEFAULT 0 NOT NULL,
	"period_end" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_external_customer_id_unique" UNIQUE("external_customer_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_cancellation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"reason_text" text,
	"waive_pending_charges" boolean NOT NULL,
	"waived_count" integer NOT NULL,
	"waived_total" bigint NOT NULL,
	"currency" text NOT NULL,
	"cancel_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connected_org" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"platform_id" text NOT NULL,
	"url" text NOT NULL,
	"credential_id" uuid,
	"heuristic_patterns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"host_aliases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"schedule" text,
	"next_scheduled_at" timestamp with time zone,
	"current_scan_id" uuid,
	"scanned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "connected_org_workspace_id" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"access_token_encrypted" text,
	"installation_id" text,
	"refused_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "credential_installation" UNIQUE("workspace_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "artifact" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"artifact_type" text NOT NULL,
	"name" text NOT NULL,
	"version" text,
	"versioning" text NOT NULL,
	"registry_url" text,
	"source_repository_id" uuid,
	"versions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artifact_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "artifact_identity" UNIQUE("connected_org_id","artifact_type","name")
);
--> statement-breakpoint
CREATE TABLE "dependency" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"source_repository_id" uuid NOT NULL,
	"target_repository_id" uuid,
	"artifact_id" uuid NOT NULL,
	"ecosystem" text NOT NULL,
	"dependency_type" text NOT NULL,
	"version_constraint" text,
	"version_constraint_state" text NOT NULL,
	"version_comment" text,
	"versioning" text NOT NULL,
	"source_file" text NOT NULL,
	"source_line" integer NOT NULL,
	"raw_reference" text NOT NULL,
	"confidence" smallint NOT NULL,
	"evidence_class" text NOT NULL,
	"evidence_rule" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "extraction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"content" jsonb NOT NULL,
	"lookup_hashes" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extraction_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "extraction_content" UNIQUE("repository_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "snapshot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"commit_sha" text NOT NULL,
	"full_path" text NOT NULL,
	"extraction_key" text NOT NULL,
	"extraction_id" uuid NOT NULL,
	"problems" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snapshot_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "snapshot_commit" UNIQUE("repository_id","commit_sha","extraction_key","full_path")
);
--> statement-breakpoint
CREATE TABLE "github_installation" (
	"workspace_id" uuid NOT NULL,
	"installation_id" text NOT NULL,
	"account" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_installation_workspace_id_installation_id_pk" PRIMARY KEY("workspace_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "github_setup" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "ownership" (
	"repository_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"commit_sha" text,
	"history_key" text,
	"tried_commit_sha" text NOT NULL,
	"error" text,
	"partial" jsonb,
	"credits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bus_factor" integer DEFAULT 0 NOT NULL,
	"top_author_name" text,
	"top_author_share" double precision DEFAULT 0 NOT NULL,
	"human_author_count" integer DEFAULT 0 NOT NULL,
	"teams" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"computed_at" timestamp with time zone,
	CONSTRAINT "ownership_workspace_id" UNIQUE("workspace_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "queue_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "queue_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"queue" text NOT NULL,
	"body" jsonb NOT NULL,
	"visible_at" timestamp with time zone DEFAULT now() NOT NULL,
	"receive_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"previous" integer NOT NULL,
	"current" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "producer" (
	"repository_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"extraction_id" uuid,
	"full_path" text NOT NULL,
	"clone_url" text NOT NULL,
	"archived" boolean NOT NULL,
	"is_fork" boolean NOT NULL,
	"host_aliases" jsonb NOT NULL,
	"aliases" jsonb NOT NULL,
	"artifacts" jsonb NOT NULL,
	CONSTRAINT "producer_workspace_id" UNIQUE("workspace_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "producer_name" (
	"workspace_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"name_hash" integer NOT NULL,
	CONSTRAINT "producer_name_repository_id_name_hash_pk" PRIMARY KEY("repository_id","name_hash")
);
--> statement-breakpoint
CREATE TABLE "repository" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"platform_id" text NOT NULL,
	"name" text NOT NULL,
	"full_path" text NOT NULL,
	"lower_path" text GENERATED ALWAYS AS (lower(full_path)) STORED NOT NULL,
	"clone_url" text NOT NULL,
	"clone_location" text NOT NULL,
	"default_branch" text,
	"archived" boolean DEFAULT false NOT NULL,
	"is_fork" boolean DEFAULT false NOT NULL,
	"last_activity_at" timestamp with time zone,
	"last_commit_sha" text,
	"last_scanned_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"beyond_plan_since" timestamp with time zone,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"snapshot_id" uuid,
	"is_changed" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"absent_since" timestamp with time zone,
	CONSTRAINT "repository_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "repository_platform_id" UNIQUE("connected_org_id","platform_id")
);
--> statement-breakpoint
CREATE TABLE "repository_alias" (
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"lower_path" text NOT NULL,
	"repository_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repository_alias_connected_org_id_lower_path_pk" PRIMARY KEY("connected_org_id","lower_path")
);
--> statement-breakpoint
CREATE TABLE "rescan_request" (
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"platform_id" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"scan_id" uuid,
	CONSTRAINT "rescan_request_connected_org_id_platform_id_pk" PRIMARY KEY("connected_org_id","platform_id")
);
--> statement-breakpoint
CREATE TABLE "scan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"scan_type" text NOT NULL,
	"started_by" text DEFAULT 'manual' NOT NULL,
	"total_repos" integer DEFAULT 0 NOT NULL,
	"scanned_repos" integer DEFAULT 0 NOT NULL,
	"skipped_repos" integer DEFAULT 0 NOT NULL,
	"failed_repos" integer DEFAULT 0 NOT NULL,
	"planned_at" timestamp with time zone,
	"is_listing_complete" boolean DEFAULT true NOT NULL,
	"progress_at" timestamp with time zone,
	"org_errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"interruption_count" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scan_workspace_id" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "scan_page" (
	"workspace_id" uuid NOT NULL,
	"scan_id" uuid NOT NULL,
	"cursor" text NOT NULL,
	"repository_ids" uuid[] NOT NULL,
	CONSTRAINT "scan_page_scan_id_cursor_pk" PRIMARY KEY("scan_id","cursor")
);
--> statement-breakpoint
CREATE TABLE "scan_repository" (
	"workspace_id" uuid NOT NULL,
	"scan_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"commit_sha" text,
	"snapshot_id" uuid,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"enqueued_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"error_code" text,
	"error_message" text,
	CONSTRAINT "scan_repository_scan_id_repository_id_pk" PRIMARY KEY("scan_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"connected_org_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"secret_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_key_prefix_unique" UNIQUE("prefix"),
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_key_workspace_id" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "former_slug" (
	"slug" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"extra_seats" integer DEFAULT 0 NOT NULL,
	"graph_hash" text,
	"previous_graph_hash" text,
	"resolution_key" text,
	"pseudonym_key_encrypted" text,
	"exported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "workspace_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_answer" ADD CONSTRAINT "billing_answer_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_cancellation" ADD CONSTRAINT "subscription_cancellation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_org" ADD CONSTRAINT "connected_org_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_org" ADD CONSTRAINT "connected_org_credential" FOREIGN KEY ("workspace_id","credential_id") REFERENCES "public"."credential"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_source_repository" FOREIGN KEY ("workspace_id","source_repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_target_repository" FOREIGN KEY ("workspace_id","target_repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_artifact_id" FOREIGN KEY ("workspace_id","artifact_id") REFERENCES "public"."artifact"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extraction" ADD CONSTRAINT "extraction_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_extraction" FOREIGN KEY ("workspace_id","extraction_id") REFERENCES "public"."extraction"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_installation" ADD CONSTRAINT "github_installation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_setup" ADD CONSTRAINT "github_setup_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership" ADD CONSTRAINT "ownership_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer" ADD CONSTRAINT "producer_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer_name" ADD CONSTRAINT "producer_name_producer" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."producer"("workspace_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository" ADD CONSTRAINT "repository_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_alias" ADD CONSTRAINT "repository_alias_repository_id" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescan_request" ADD CONSTRAINT "rescan_request_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan" ADD CONSTRAINT "scan_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_page" ADD CONSTRAINT "scan_page_scan" FOREIGN KEY ("workspace_id","scan_id") REFERENCES "public"."scan"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_repository" ADD CONSTRAINT "scan_repository_scan" FOREIGN KEY ("workspace_id","scan_id") REFERENCES "public"."scan"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_repository" ADD CONSTRAINT "scan_repository_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_event_list" ON "audit_event" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "billing_answer_age" ON "billing_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_event_workspace" ON "payment_event" USING btree ("workspace_id","received_at");--> statement-breakpoint
CREATE INDEX "subscription_read" ON "subscription" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "subscription_cancellation_workspace" ON "subscription_cancellation" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "connected_org_due" ON "connected_org" USING btree ("next_scheduled_at") WHERE next_scheduled_at is not null;--> statement-breakpoint
CREATE INDEX "connected_org_list" ON "connected_org" USING btree ("workspace_id","name","id");--> statement-breakpoint
CREATE INDEX "artifact_source" ON "artifact" USING btree ("workspace_id","source_repository_id");--> statement-breakpoint
CREATE INDEX "dependency_source" ON "dependency" USING btree ("workspace_id","source_repository_id","source_file","source_line","id");--> statement-breakpoint
CREATE INDEX "dependency_target" ON "dependency" USING btree ("workspace_id","target_repository_id","source_repository_id") WHERE target_repository_id is not null;--> statement-breakpoint
CREATE INDEX "dependency_artifact" ON "dependency" USING btree ("workspace_id","artifact_id");--> statement-breakpoint
CREATE INDEX "dependency_org" ON "dependency" USING btree ("workspace_id","connected_org_id","id");--> statement-breakpoint
CREATE INDEX "extraction_lookup_hashes" ON "extraction" USING gin ("lookup_hashes");--> statement-breakpoint
CREATE INDEX "snapshot_latest" ON "snapshot" USING btree ("workspace_id","repository_id","created_at");--> statement-breakpoint
CREATE INDEX "snapshot_extraction_id" ON "snapshot" USING btree ("workspace_id","extraction_id");--> statement-breakpoint
CREATE INDEX "github_installation_holders" ON "github_installation" USING btree ("installation_id");--> statement-breakpoint
CREATE INDEX "github_setup_workspace" ON "github_setup" USING btree ("workspace_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "invitation" USING btree ("workspace_id","email") WHERE "invitation"."accepted_at" is null and "invitation"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_owner" ON "membership" USING btree ("workspace_id") WHERE "membership"."role" = 'owner';--> statement-breakpoint
CREATE INDEX "queue_message_visible" ON "queue_message" USING btree ("queue","visible_at","id");--> statement-breakpoint
CREATE INDEX "producer_extraction" ON "producer" USING btree ("extraction_id");--> statement-breakpoint
CREATE INDEX "producer_name_hash" ON "producer_name" USING btree ("workspace_id","name_hash");--> statement-breakpoint
CREATE INDEX "repository_list" ON "repository" USING btree ("workspace_id","full_path","id");--> statement-breakpoint
CREATE INDEX "repository_changed" ON "repository" USING btree ("workspace_id") WHERE is_changed;--> statement-breakpoint
CREATE INDEX "repository_failed" ON "repository" USING btree ("workspace_id","connected_org_id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "repository_lower_path" ON "repository" USING btree ("workspace_id","lower_path");--> statement-breakpoint
CREATE INDEX "repository_clone_location" ON "repository" USING btree ("workspace_id","clone_location");--> statement-breakpoint
CREATE INDEX "repository_alias_path" ON "repository_alias" USING btree ("workspace_id","lower_path");--> statement-breakpoint
CREATE INDEX "repository_alias_repository" ON "repository_alias" USING btree ("workspace_id","repository_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_in_flight" ON "scan" USING btree ("connected_org_id") WHERE status in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scan_list" ON "scan" USING btree ("workspace_id","connected_org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "scan_repository_pending" ON "scan_repository" USING btree ("scan_id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "scan_repository_repository_id" ON "scan_repository" USING btree ("workspace_id","repository_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "webhook_source" ON "webhook" USING btree ("source","platform","created_at");--> statement-breakpoint
CREATE INDEX "former_slug_workspace" ON "former_slug" USING btree ("workspace_id");