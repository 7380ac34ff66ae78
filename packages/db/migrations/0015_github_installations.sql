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
ALTER TABLE "github_installation" ADD CONSTRAINT "github_installation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_setup" ADD CONSTRAINT "github_setup_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_installation_holders" ON "github_installation" USING btree ("installation_id");--> statement-breakpoint
CREATE INDEX "github_setup_workspace" ON "github_setup" USING btree ("workspace_id","expires_at");--> statement-breakpoint
CALL protect_tenant_tables();--> statement-breakpoint
-- Whoever comes back from GitHub names only the state; an event of GitHub's only the installation.
CREATE POLICY every_workspace ON github_setup TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT, DELETE ON github_setup TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON github_installation FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (workspace_id, installation_id) ON github_installation TO knockon_system;
