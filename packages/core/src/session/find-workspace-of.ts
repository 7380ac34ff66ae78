import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { eq } from "drizzle-orm";

/** What an id in a request can be of, by the name of its parameter. */
const RESOURCES = {
  artifact_id: artifact,
  connected_org_id: connectedOrg,
  repository_id: repository,
  scan_id: scan,
};

export type ResourceParameter = keyof typeof RESOURCES;
export const RESOURCE_PARAMETERS = Object.keys(RESOURCES) as ResourceParameter[];

/** The workspace that has a resource; undefined where there is no such resource. */
export async function findWorkspaceOf(
  database: Database,
  parameter: ResourceParameter,
  id: string,
): Promise<string | undefined> {
  const table = RESOURCES[parameter];
  const [row] = await asSystem(database, (tx) =>
    tx.select({ workspaceId: table.workspaceId }).from(table).where(eq(table.id, id)),
  );
  return row?.workspaceId;
}
