CREATE TABLE "webhook" (
	"connected_org_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"secret_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "connected_org" ADD COLUMN "schedule" text;--> statement-breakpoint
ALTER TABLE "connected_org" ADD COLUMN "next_scheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_connected_org" FOREIGN KEY ("workspace_id","connected_org_id") REFERENCES "public"."connected_org"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_source" ON "webhook" USING btree ("source","platform","created_at");--> statement-breakpoint
CREATE INDEX "connected_org_due" ON "connected_org" USING btree ("next_scheduled_at") WHERE next_scheduled_at is not null;--> statement-breakpoint
CALL protect_tenant_tables();--> statement-breakpoint
-- The clock looks at every org's next time; an event names its org only by where it comes from.
GRANT SELECT (next_scheduled_at) ON connected_org TO knockon_system;--> statement-breakpoint
CREATE POLICY every_workspace ON webhook FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT ON webhook TO knockon_system;
