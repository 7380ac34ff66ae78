import { randomUUID } from "node:crypto";
import { listArtifacts } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { triggerScan } from "@knockon/contract/operations/scan";
import type { RequestParts, TestWorkspace } from "./test-workspace.ts";

/** One of each resource of a workspace. */
export interface Resources {
  connectedOrg: string;
  scan: string;
  repository: string;
  artifact: string;
}

/** Connects and scans a folder, and picks a repository and an artifact that one of its repositories produces. */
export async function scanOrganisation(workspace: TestWorkspace, folder: string): Promise<Resources> {
  const connectedOrg = await workspace.connect("org", folder);
  const { id: scan } = await workspace.scan(connectedOrg);
  const artifacts = await workspace.call(listArtifacts, { params: { connected_org_id: connectedOrg } });
  const artifact = artifacts.find((one) => one.is_first_party)?.id ?? "";
  const [repository] = await workspace.call(listRepositories);
  return { connectedOrg, scan, repository: repository?.id ?? "", artifact };
}

/** Ids that name nothing. */
export const absentResources = (): Resources => ({
  connectedOrg: randomUUID(),
  scan: randomUUID(),
  repository: randomUUID(),
  artifact: randomUUID(),
});

const ofOrg = ({ connectedOrg }: Resources): RequestParts => ({ params: { connected_org_id: connectedOrg } });
const ofScan = ({ scan }: Resources): RequestParts => ({ params: { scan_id: scan } });
const ofRepository = ({ repository }: Resources): RequestParts => ({ params: { repository_id: repository } });
const ofArtifact = ({ artifact }: Resources): RequestParts => ({ params: { artifact_id: artifact } });

/** How each operation is asked about the resources, every way of naming one of them; by operation id. */
export const EXAMPLES: Record<string, ((resources: Resources) => RequestParts)[]> = {
  createConnectedOrg: [],
  listConnectedOrgs: [],
  getConnectedOrg: [ofOrg],
  updateConnectedOrg: [ofOrg],
  getConnectedOrgStats: [ofOrg],
  listArtifacts: [ofOrg],
  listUnresolvedDeclarations: [ofOrg],
  getGraph: [ofOrg],
  triggerScan: [ofOrg],
  listScans: [ofOrg],
  getScan: [ofScan],
  cancelScan: [ofScan],
  listRepositories: [({ connectedOrg }) => ({ query: { connected_org_id: connectedOrg } })],
  lookupRepository: [],
  getRepository: [ofRepository],
  listDependencies: [ofRepository],
  listDependents: [ofRepository],
  getRepositoryContext: [ofRepository],
  getRepositoryImpact: [ofRepository],
  getImpact: [
    ({ repository }) => ({ query: { repository_id: repository } }),
    ({ artifact }) => ({ query: { artifact_id: artifact } }),
  ],
  getArtifact: [ofArtifact],
  listArtifactVersions: [ofArtifact],
  listArtifactConsumers: [ofArtifact],
  testConnectedOrg: [ofOrg],
  deleteConnectedOrg: [ofOrg],
};

/** A scan that nobody has begun to work on. */
export async function pendingScan(workspace: TestWorkspace, connectedOrg: string): Promise<string> {
  return (await workspace.call(triggerScan, { params: { connected_org_id: connectedOrg } })).id;
}
