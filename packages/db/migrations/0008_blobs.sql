CREATE TABLE "blob" (
	"key" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Graphs are packed already.
ALTER TABLE "blob" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON blob TO knockon_system;
