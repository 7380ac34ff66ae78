ALTER TABLE "dependency" ADD COLUMN "role" text DEFAULT 'runtime' NOT NULL;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "scope" text;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "locked" jsonb;