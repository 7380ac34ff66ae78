CREATE TABLE "publish_artifact" (
	"workspace_id" uuid NOT NULL,
	"artifact_id" uuid NOT NULL,
	CONSTRAINT "publish_artifact_workspace_id_artifact_id_pk" PRIMARY KEY("workspace_id","artifact_id")
);
--> statement-breakpoint
CREATE TABLE "publish_work" (
	"repository_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"uses" jsonb
);
--> statement-breakpoint
ALTER TABLE "scan" ADD COLUMN "publishing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publish_artifact" ADD CONSTRAINT "publish_artifact_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_work" ADD CONSTRAINT "publish_work_repository" FOREIGN KEY ("workspace_id","repository_id") REFERENCES "public"."repository"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publish_work_workspace" ON "publish_work" USING btree ("workspace_id","repository_id");
--> statement-breakpoint
ALTER TABLE "publish_artifact" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "publish_artifact" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_workspace ON "publish_artifact" TO knockon_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "publish_artifact" TO knockon_app;--> statement-breakpoint
ALTER TABLE "publish_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "publish_work" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_workspace ON "publish_work" TO knockon_app USING (workspace_id = current_workspace_id()) WITH CHECK (workspace_id = current_workspace_id());--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "publish_work" TO knockon_app;
