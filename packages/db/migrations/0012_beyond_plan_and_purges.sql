ALTER TABLE "audit_event" DROP CONSTRAINT "audit_event_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "connected_org" DROP CONSTRAINT "connected_org_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "credential" DROP CONSTRAINT "credential_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "membership" DROP CONSTRAINT "membership_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "api_key" DROP CONSTRAINT "api_key_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "former_slug" DROP CONSTRAINT "former_slug_workspace_id_workspace_id_fk";
--> statement-breakpoint
ALTER TABLE "repository" ADD COLUMN "beyond_plan_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_org" ADD CONSTRAINT "connected_org_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slug" ADD CONSTRAINT "former_slug_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- What expired, and workspaces that were deleted: no others, whoever asks.
GRANT DELETE ON session TO knockon_system;--> statement-breakpoint
GRANT SELECT (id, expires_at), DELETE ON verification TO knockon_system;--> statement-breakpoint
GRANT DELETE ON workspace TO knockon_system;--> statement-breakpoint
CREATE POLICY deleted_before ON workspace AS RESTRICTIVE FOR DELETE TO knockon_system USING (deleted_at IS NOT NULL);
