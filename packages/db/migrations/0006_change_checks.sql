CREATE TABLE "change_check" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"connected_org_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"head_sha" text NOT NULL,
	"base_sha" text,
	"title" text,
	"url" text,
	"author" text,
	"base_branch" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"conclusion" text,
	"reason" text,
	"result" jsonb,
	"request_number" integer DEFAULT 1 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"enqueued_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "change_check_head" UNIQUE("repository_id","kind","number","head_sha")
);
--> statement-breakpoint
CREATE TABLE "pull_request_comment" (
	"workspace_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"comment_id" text,
	"digest" text,
	"lease_until" timestamp with time zone,
	CONSTRAINT "pull_request_comment_repository_id_number_pk" PRIMARY KEY("repository_id","number")
);
--> statement-breakpoint
ALTER TABLE "repository" ADD COLUMN "visibility" text;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "naming_rule" text DEFAULT 'same_visibility' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "mentions_owners" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "change_check" ADD CONSTRAINT "change_check_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pull_request_comment" ADD CONSTRAINT "pull_request_comment_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_check_list" ON "change_check" USING btree ("workspace_id","connected_org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "change_check_pending" ON "change_check" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CALL protect_tenant_tables();--> statement-breakpoint
-- Look-ups before the workspace is known: by ID, by the sweeper, and by the installation of an event of the GitHub App.
CREATE POLICY every_workspace ON change_check FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (id, workspace_id, connected_org_id, status, created_at, lease_until, enqueued_at, not_before) ON change_check TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON credential FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (workspace_id, installation_id) ON credential TO knockon_system;
