CREATE UNLOGGED TABLE "rate_bucket" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"previous" integer NOT NULL,
	"current" integer NOT NULL
);
