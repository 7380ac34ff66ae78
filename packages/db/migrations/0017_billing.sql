CREATE TABLE "billing_answer" (
	"workspace_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_answer_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"external_customer_id" text,
	"external_subscription_id" text,
	"status" text DEFAULT 'none' NOT NULL,
	"plan_key" text,
	"extra_seats" integer DEFAULT 0 NOT NULL,
	"period_end" timestamp with time zone,
	"cancel_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_external_customer_id_unique" UNIQUE("external_customer_id")
);
--> statement-breakpoint
CREATE TABLE "subscription_cancellation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"external_subscription_id" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"reason_text" text,
	"waive_pending_charges" boolean NOT NULL,
	"waived_count" integer NOT NULL,
	"waived_total" bigint NOT NULL,
	"currency" text NOT NULL,
	"cancel_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workspace" ADD COLUMN "extra_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_answer" ADD CONSTRAINT "billing_answer_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_cancellation" ADD CONSTRAINT "subscription_cancellation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_answer_age" ON "billing_answer" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_event_workspace" ON "payment_event" USING btree ("workspace_id","received_at");--> statement-breakpoint
CREATE INDEX "subscription_read" ON "subscription" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "subscription_cancellation_workspace" ON "subscription_cancellation" USING btree ("workspace_id","id");--> statement-breakpoint
CALL protect_tenant_tables();--> statement-breakpoint
-- An event names its customer only; the sweeper looks for whom it has not asked about for a day.
CREATE POLICY every_workspace ON subscription FOR SELECT TO knockon_system USING (true);--> statement-breakpoint
GRANT SELECT (workspace_id, external_customer_id, read_at) ON subscription TO knockon_system;--> statement-breakpoint
-- Nobody rewrites why somebody left: not the application, not whoever owns the table. Rows go with their workspace only, by the
-- foreign key's own trigger.
REVOKE UPDATE, DELETE ON subscription_cancellation FROM knockon_app;--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% of % is refused: its rows are never changed', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON subscription_cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON subscription_cancellation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
