CREATE TABLE "connected_org" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"platform_id" text NOT NULL,
	"url" text NOT NULL,
	"host_aliases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"current_scan_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "connected_org_workspace_id" UNIQUE("workspace_id","id")
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
	"source_line" integer,
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
	"extraction_key" text NOT NULL,
	"extraction_id" uuid NOT NULL,
	"problems" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "snapshot_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "snapshot_commit" UNIQUE("repository_id","commit_sha","extraction_key")
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
CREATE TABLE "repository" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"platform_id" text NOT NULL,
	"name" text NOT NULL,
	"full_path" text NOT NULL,
	"clone_url" text NOT NULL,
	"clone_location" text NOT NULL,
	"default_branch" text,
	"archived" boolean DEFAULT false NOT NULL,
	"is_fork" boolean DEFAULT false NOT NULL,
	"last_activity_at" timestamp with time zone,
	"last_commit_sha" text,
	"last_scanned_at" timestamp with time zone,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"snapshot_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"absent_since" timestamp with time zone,
	CONSTRAINT "repository_workspace_id" UNIQUE("workspace_id","id"),
	CONSTRAINT "repository_platform_id" UNIQUE("connected_org_id","platform_id")
);
--> statement-breakpoint
CREATE TABLE "scan" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"scan_type" text NOT NULL,
	"total_repos" integer DEFAULT 0 NOT NULL,
	"scanned_repos" integer DEFAULT 0 NOT NULL,
	"skipped_repos" integer DEFAULT 0 NOT NULL,
	"failed_repos" integer DEFAULT 0 NOT NULL,
	"planned_at" timestamp with time zone,
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
	"error_code" text,
	"error_message" text,
	CONSTRAINT "scan_repository_scan_id_repository_id_pk" PRIMARY KEY("scan_id","repository_id")
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
CREATE TABLE "workspace" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"graph_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "connected_org" ADD CONSTRAINT "connected_org_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_source_repository" FOREIGN KEY ("workspace_id","source_repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_target_repository" FOREIGN KEY ("workspace_id","target_repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dependency" ADD CONSTRAINT "dependency_artifact_id" FOREIGN KEY ("workspace_id","artifact_id") REFERENCES "public"."artifact"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extraction" ADD CONSTRAINT "extraction_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_extraction" FOREIGN KEY ("workspace_id","extraction_id") REFERENCES "public"."extraction"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository" ADD CONSTRAINT "repository_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan" ADD CONSTRAINT "scan_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_repository" ADD CONSTRAINT "scan_repository_scan" FOREIGN KEY ("workspace_id","scan_id") REFERENCES "public"."scan"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_repository" ADD CONSTRAINT "scan_repository_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connected_org_list" ON "connected_org" USING btree ("workspace_id","name","id");--> statement-breakpoint
CREATE INDEX "dependency_source" ON "dependency" USING btree ("workspace_id","source_repository_id","source_file","source_line","id");--> statement-breakpoint
CREATE INDEX "dependency_target" ON "dependency" USING btree ("workspace_id","target_repository_id","source_repository_id") WHERE target_repository_id is not null;--> statement-breakpoint
CREATE INDEX "dependency_artifact" ON "dependency" USING btree ("workspace_id","artifact_id");--> statement-breakpoint
CREATE INDEX "dependency_org" ON "dependency" USING btree ("workspace_id","connected_org_id","id");--> statement-breakpoint
CREATE INDEX "queue_message_visible" ON "queue_message" USING btree ("queue","visible_at","id");--> statement-breakpoint
CREATE INDEX "repository_list" ON "repository" USING btree ("workspace_id","full_path","id");--> statement-breakpoint
CREATE INDEX "repository_full_path" ON "repository" USING btree ("workspace_id",lower("full_path"));--> statement-breakpoint
CREATE INDEX "repository_clone_location" ON "repository" USING btree ("workspace_id","clone_location");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_in_flight" ON "scan" USING btree ("connected_org_id") WHERE status in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "scan_list" ON "scan" USING btree ("workspace_id","connected_org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "scan_repository_pending" ON "scan_repository" USING btree ("scan_id") WHERE status = 'pending';