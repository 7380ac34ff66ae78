ALTER TABLE "queue_message" ADD COLUMN "workspace_id" text GENERATED ALWAYS AS (body ->> 'workspaceId') STORED;--> statement-breakpoint
ALTER TABLE "queue_message" ADD COLUMN "turn" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_message_turn" ON "queue_message" USING btree ("queue","turn","id");--> statement-breakpoint
CREATE INDEX "queue_message_workspace" ON "queue_message" USING btree ("queue","workspace_id","turn");