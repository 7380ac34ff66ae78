CREATE TABLE "person_correction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"person" jsonb NOT NULL,
	"same_as" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_correction" ADD CONSTRAINT "person_correction_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_correction_workspace" ON "person_correction" USING btree ("workspace_id","created_at");--> statement-breakpoint
CALL protect_tenant_tables();
