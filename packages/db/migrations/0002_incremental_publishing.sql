CREATE TABLE "credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_workspace_id" UNIQUE("workspace_id","id")
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
	"tags" jsonb NOT NULL,
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
CREATE TABLE "scan_page" (
	"workspace_id" uuid NOT NULL,
	"scan_id" uuid NOT NULL,
	"cursor" text NOT NULL,
	"repository_ids" uuid[] NOT NULL,
	CONSTRAINT "scan_page_scan_id_cursor_pk" PRIMARY KEY("scan_id","cursor")
);
--> statement-breakpoint
ALTER TABLE "snapshot" DROP CONSTRAINT "snapshot_commit";--> statement-breakpoint
DROP INDEX "repository_full_path";--> statement-breakpoint
ALTER TABLE "connected_org" ADD COLUMN "credential_id" uuid;--> statement-breakpoint
ALTER TABLE "connected_org" ADD COLUMN "scanned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "extraction" ADD COLUMN "lookup_hashes" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshot" ADD COLUMN "full_path" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshot" ALTER COLUMN "full_path" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "repository" ADD COLUMN "lower_path" text GENERATED ALWAYS AS (lower(full_path)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "repository" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository" ADD COLUMN "is_changed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "started_by" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "is_listing_complete" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_repository" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "previous_graph_hash" text;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "resolution_key" text;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer" ADD CONSTRAINT "producer_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producer_name" ADD CONSTRAINT "producer_name_producer" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."producer"("workspace_id","repository_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_alias" ADD CONSTRAINT "repository_alias_repository_id" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rescan_request" ADD CONSTRAINT "rescan_request_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_page" ADD CONSTRAINT "scan_page_scan" FOREIGN KEY ("workspace_id","scan_id") REFERENCES "public"."scan"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "producer_extraction" ON "producer" USING btree ("extraction_id");--> statement-breakpoint
CREATE INDEX "producer_name_hash" ON "producer_name" USING btree ("workspace_id","name_hash");--> statement-breakpoint
CREATE INDEX "repository_alias_path" ON "repository_alias" USING btree ("workspace_id","lower_path");--> statement-breakpoint
CREATE INDEX "repository_alias_repository" ON "repository_alias" USING btree ("workspace_id","repository_id");--> statement-breakpoint
ALTER TABLE "connected_org" ADD CONSTRAINT "connected_org_credential" FOREIGN KEY ("workspace_id","credential_id") REFERENCES "public"."credential"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifact_source" ON "artifact" USING btree ("workspace_id","source_repository_id");--> statement-breakpoint
CREATE INDEX "extraction_lookup_hashes" ON "extraction" USING gin ("lookup_hashes");--> statement-breakpoint
CREATE INDEX "snapshot_latest" ON "snapshot" USING btree ("workspace_id","repository_id","created_at");--> statement-breakpoint
CREATE INDEX "snapshot_extraction_id" ON "snapshot" USING btree ("workspace_id","extraction_id");--> statement-breakpoint
CREATE INDEX "repository_changed" ON "repository" USING btree ("workspace_id") WHERE is_changed;--> statement-breakpoint
CREATE INDEX "repository_failed" ON "repository" USING btree ("workspace_id","connected_org_id") WHERE failed_at is not null;--> statement-breakpoint
CREATE INDEX "repository_lower_path" ON "repository" USING btree ("workspace_id","lower_path");--> statement-breakpoint
CREATE INDEX "scan_repository_repository_id" ON "scan_repository" USING btree ("workspace_id","repository_id");--> statement-breakpoint
ALTER TABLE "snapshot" ADD CONSTRAINT "snapshot_commit" UNIQUE("repository_id","commit_sha","extraction_key","full_path");