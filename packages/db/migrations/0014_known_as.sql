ALTER TABLE "ownership" ADD COLUMN "top_author_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ownership" ADD COLUMN "top_author_nicknames" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ownership" ADD COLUMN "top_author_known_as" text;