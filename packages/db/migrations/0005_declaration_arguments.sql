ALTER TABLE "dependency" ADD COLUMN "arguments" jsonb;--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "open_arguments" jsonb;