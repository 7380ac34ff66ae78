import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { OperationInput } from "@knockon/contract/operation";
import { checkChange } from "@knockon/contract/operations/check";
import { listArtifacts } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { triggerScan } from "@knockon/contract/operations/scan";
import { exportWorkspace } from "@knockon/contract/operations/workspace";
import { listingOf } from "./organizations.ts";
import type { RequestParts, TestWorkspace } from "./test-workspace.ts";

/** One of each resource of a workspace. */
export interface Resources {
  workspace: string;
  connectedOrg: string;
  /** In flight if the operation cancels it. */
  scan: string;
  repository: string;
  artifact: string;
  /** A member, not the Owner. */
  user: string;
  /** The ID of an open invitation. */
  invitation: string;
  /** The ID of another API key than the caller's. */
  key: string;
  /** The token of an open invitation. */
  token: string;
  /** A recorded GitHub App installation that no connected org uses. */
  installation: string;
  /** The key of an author of commits. */
  person: string;
  /** The ID of a correction of another author. */
  personCorrection: string;
  /** The ID of a check of a pull request. */
  check: string;
  /** A folder that can be connected. Not a resource of a workspace. */
  folder: string;
}

type ScannedResource = "workspace" | "connectedOrg" | "scan" | "repository" | "artifact";

/** Connects and scans a folder. Returns one repository and one first-party artifact of it. */
export async function scanOrganization(
  workspace: TestWorkspace,
  folder: string,
): Promise<Pick<Resources, ScannedResource>> {
  const connectedOrg = await workspace.connect("org", folder);
  const { id: scan } = await workspace.scan(connectedOrg);
  const artifacts = await workspace.call(listArtifacts, { params: { connected_org_id: connectedOrg } });
  const artifact = artifacts.find((one) => one.is_first_party)?.id ?? "";
  const [repository] = await workspace.call(listRepositories);
  const { workspaceId } = workspace.scope;
  return { workspace: workspaceId, connectedOrg, scan, repository: repository?.id ?? "", artifact };
}

/** Returns IDs of resources that do not exist. */
export const absentResources = (): Resources => ({
  workspace: randomUUID(),
  connectedOrg: randomUUID(),
  scan: randomUUID(),
  repository: randomUUID(),
  artifact: randomUUID(),
  user: randomUUID(),
  invitation: randomUUID(),
  key: randomUUID(),
  token: randomUUID(),
  installation: anyInstallation(),
  person: anyPersonKey(),
  personCorrection: randomUUID(),
  check: randomUUID(),
  folder: "/",
});

/** Returns an installation ID with 14 digits, which does not occur in other text by chance. */
export const anyInstallation = (): string => String(randomInt(10 ** 13, 10 ** 14));

export const anyPersonKey = (): string => randomBytes(15).toString("base64url");

/** Builds a request to an operation. An operation has one example per way of identifying its resource. */
export type Example = (resources: Resources) => RequestParts;

const ofWorkspace: Example = ({ workspace }) => ({ params: { workspace_id: workspace } });
const ofOrg: Example = ({ connectedOrg }) => ({ params: { connected_org_id: connectedOrg } });
const ofScan: Example = ({ scan }) => ({ params: { scan_id: scan } });
const ofRepository: Example = ({ repository }) => ({ params: { repository_id: repository } });
const ofArtifact: Example = ({ artifact }) => ({ params: { artifact_id: artifact } });
const ofMember: Example = ({ workspace, user }) => ({ params: { workspace_id: workspace, user_id: user } });
const ofInvitation: Example = ({ workspace, invitation }) => ({
  params: { workspace_id: workspace, invitation_id: invitation },
});
const ofKey: Example = ({ workspace, key }) => ({ params: { workspace_id: workspace, key_id: key } });

const ofInstallation: Example = ({ workspace, installation }) => ({
  params: { workspace_id: workspace, installation_id: installation },
});

const ofCheck: Example = ({ check }) => ({ params: { check_id: check } });

const ofPersonCorrection: Example = ({ workspace, personCorrection }) => ({
  params: { workspace_id: workspace, person_correction_id: personCorrection },
});

const withBody =
  (example: Example, bodyOf: (resources: Resources) => unknown): Example =>
  (resources) => ({ ...example(resources), body: bodyOf(resources) });
const nothing: Example = () => ({});

/** The examples of each operation, by operation ID. */
export const EXAMPLES: Record<string, readonly [Example, ...Example[]]> = {
  createWorkspace: [withBody(nothing, () => ({ name: "Another" }))],
  listWorkspaces: [nothing],
  getWorkspace: [ofWorkspace],
  updateWorkspace: [withBody(ofWorkspace, () => ({ name: "Renamed", regenerate_slug: true }))],
  getWorkspaceSettings: [ofWorkspace],
  updateWorkspaceSettings: [withBody(ofWorkspace, () => ({ naming_rule: "counts" }))],
  deleteWorkspace: [ofWorkspace],
  transferWorkspace: [withBody(ofWorkspace, ({ user }) => ({ new_owner_user_id: user }))],
  exportWorkspace: [ofWorkspace],
  getEntitlements: [ofWorkspace],
  getWorkspaceStats: [ofWorkspace],
  listPlans: [nothing],
  getBillingUsage: [ofWorkspace],
  getBillingStatus: [ofWorkspace],
  listBillingHistory: [ofWorkspace],
  getPaymentInfo: [ofWorkspace],
  openCheckout: [withBody(ofWorkspace, () => ({ plan_key: "pro" }))],
  openPortal: [ofWorkspace],
  previewSeats: [(resources) => ({ ...ofWorkspace(resources), query: { additional_seats: "2" } })],
  addSeats: [withBody(ofWorkspace, () => ({ additional_seats: 2 }))],
  removeSeats: [withBody(ofWorkspace, () => ({ removed_seats: 1 }))],
  previewPlanChange: [(resources) => ({ ...ofWorkspace(resources), query: { plan_key: "enterprise" } })],
  changePlan: [withBody(ofWorkspace, () => ({ plan_key: "enterprise" }))],
  cancelSubscription: [withBody(ofWorkspace, () => ({ reason: "other", waive_pending_charges: true }))],
  resumeSubscription: [ofWorkspace],
  listMembers: [ofWorkspace],
  updateMember: [withBody(ofMember, () => ({ role: "viewer" }))],
  removeMember: [ofMember],
  createInvitation: [withBody(ofWorkspace, () => ({ email: "new@acme.example", role: "member" }))],
  listInvitations: [ofWorkspace],
  revokeInvitation: [ofInvitation],
  acceptInvitation: [withBody(nothing, ({ token }) => ({ token }))],
  createApiKey: [withBody(ofWorkspace, () => ({ name: "CI" }))],
  listApiKeys: [ofWorkspace],
  revokeApiKey: [ofKey],
  listAuditEvents: [ofWorkspace],
  createConnectedOrg: [
    withBody(nothing, ({ folder }) => ({
      name: "new",
      platform: "local",
      url: folder === "/" ? folder : listingOf(folder),
    })),
  ],
  listConnectedOrgs: [nothing],
  getConnectedOrg: [ofOrg],
  updateConnectedOrg: [ofOrg],
  getConnectedOrgStats: [ofOrg],
  listArtifacts: [ofOrg],
  listUnresolvedDeclarations: [ofOrg],
  listProblems: [ofOrg],
  getGraph: [ofOrg, (resources) => ({ ...ofOrg(resources), query: { root: resources.repository } })],
  triggerScan: [ofOrg],
  listScans: [ofOrg],
  getScan: [ofScan],
  cancelScan: [ofScan],
  getOwnership: [ofRepository],
  listOwnershipRisks: [ofOrg],
  listOwnershipRiskPeople: [ofOrg],
  listPersonCorrections: [ofWorkspace],
  createPersonCorrection: [
    withBody(ofWorkspace, ({ person }) => ({ kind: "not_a_person", person_key: person })),
  ],
  deletePersonCorrection: [ofPersonCorrection],
  listRepositories: [nothing, ({ connectedOrg }) => ({ query: { connected_org_id: connectedOrg } })],
  lookupRepository: [() => ({ query: { full_path: "acme/api" } })],
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
  checkChange: [
    withBody(
      ({ repository }) => ({ query: { repository_id: repository } }),
      () => ({ changed_paths: ["README.md"], before: [], after: [] }),
    ),
  ],
  getArtifactInterface: [ofArtifact],
  listLatentBreaks: [ofOrg],
  listChangeChecks: [ofOrg],
  getChangeCheck: [ofCheck],
  rerunChangeCheck: [ofCheck],
  beginGithubInstallation: [ofWorkspace],
  listGithubInstallations: [ofWorkspace],
  removeGithubInstallation: [ofInstallation],
  finishGithubInstallation: [nothing],
  testConnectedOrg: [ofOrg],
  deleteConnectedOrg: [ofOrg],
  createWebhookSecret: [ofOrg],
  removeWebhookSecret: [ofOrg],
  receiveGithubWebhook: [withBody(nothing, () => ({}))],
  receivePaymentsWebhook: [withBody(nothing, () => ({}))],
  receiveGitlabWebhook: [withBody(nothing, () => ({}))],
};

/** True for reads without side effects. Tests call every other operation in a disposable workspace. */
export const isRepeatable = ({ id, method }: OperationInput): boolean =>
  (method === "GET" && id !== exportWorkspace.id) || id === checkChange.id;

/** Mutations that succeed any number of times in one workspace and do not affect each other. */
const RECURRING = new Set([
  "acceptInvitation",
  "beginGithubInstallation",
  "createApiKey",
  "createConnectedOrg",
  "createWebhookSecret",
  "createWorkspace",
  "openPortal",
  "rerunChangeCheck",
  "testConnectedOrg",
  "updateConnectedOrg",
  "updateWorkspace",
  "updateWorkspaceSettings",
]);
export const isRecurring = ({ id }: OperationInput): boolean => RECURRING.has(id);

/** Returns the request of an operation's first example. */
export function exampleOf({ id }: OperationInput, resources: Resources): RequestParts {
  const [example] = EXAMPLES[id] ?? [];
  if (!example) throw new Error(`Add an example request of ${id} to EXAMPLES in operation-examples.ts.`);
  return example(resources);
}

/**
 * Returns an operation's requests with resources of another tenant: each resource replaced alone, and all of them replaced.
 * Requests that this does not change are left out.
 */
export const crossTenantRequests = (
  { id }: OperationInput,
  own: Resources,
  other: Resources,
): RequestParts[] =>
  (EXAMPLES[id] ?? []).flatMap((example) => {
    const ofOwn = JSON.stringify(example(own));
    const { folder: _, ...replaceable } = other;
    const replaced = Object.entries(replaceable).map(([name, value]) => example({ ...own, [name]: value }));
    const all = example({ ...own, ...replaceable });
    return [...replaced, all].filter((parts) => JSON.stringify(parts) !== ofOwn);
  });

/** Triggers a scan that no worker has started. Returns its ID. */
export async function pendingScan(workspace: TestWorkspace, connectedOrg: string): Promise<string> {
  return (await workspace.call(triggerScan, { params: { connected_org_id: connectedOrg } })).id;
}
