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
ALTER TABLE "workspace" ADD COLUMN "pseudonym_key_encrypted" text;--> statement-breakpoint
ALTER TABLE "ownership" ADD CONSTRAINT "ownership_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CALL protect_tenant_tables();
