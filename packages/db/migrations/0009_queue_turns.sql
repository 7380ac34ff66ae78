ALTER TABLE "queue_message" ADD COLUMN "message_group" text GENERATED ALWAYS AS (body ->> 'workspaceId') STORED;--> statement-breakpoint
ALTER TABLE "queue_message" ADD COLUMN "turn" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_message_turn" ON "queue_message" USING btree ("queue","turn","id");--> statement-breakpoint
CREATE INDEX "queue_message_group" ON "queue_message" USING btree ("queue","message_group","turn");