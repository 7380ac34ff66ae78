CREATE TABLE "own_namespace" (
	"workspace_id" uuid NOT NULL,
	"namespace" text NOT NULL,
	CONSTRAINT "own_namespace_workspace_id_namespace_pk" PRIMARY KEY("workspace_id","namespace")
);
--> statement-breakpoint
ALTER TABLE "dependency" ADD COLUMN "namespaces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "producer" ADD COLUMN "namespaces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "producer" ADD COLUMN "published_namespaces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "own_namespace" ADD CONSTRAINT "own_namespace_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CALL protect_tenant_tables();
