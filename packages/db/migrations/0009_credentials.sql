ALTER TABLE "credential" ADD COLUMN "access_token_encrypted" text;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "installation_id" text;--> statement-breakpoint
ALTER TABLE "credential" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credential" ADD CONSTRAINT "credential_installation" UNIQUE("workspace_id","installation_id");