CREATE INDEX "snapshot_latest" ON "snapshot" USING btree ("workspace_id","repository_id","created_at");--> statement-breakpoint
CREATE INDEX "snapshot_extraction_id" ON "snapshot" USING btree ("workspace_id","extraction_id");--> statement-breakpoint
CREATE INDEX "scan_repository_repository_id" ON "scan_repository" USING btree ("workspace_id","repository_id");