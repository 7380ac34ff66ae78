ALTER TABLE "dependency" ADD COLUMN "role" text DEFAULT 'runtime' NOT NULL;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "scope" text;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "target_scope" text;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "locked" jsonb;--> statement-breakpoint
-- Stored graphs have no artifacts. The next scan of each workspace writes a new one.
UPDATE "workspace" SET "graph_hash" = NULL, "previous_graph_hash" = NULL, "resolution_key" = NULL;
