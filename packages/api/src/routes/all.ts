import { acceptInvitationRoute } from "./accept-invitation.ts";
import { addSeatsRoute } from "./add-seats.ts";
import { beginGithubInstallationRoute } from "./begin-github-installation.ts";
import { cancelScanRoute } from "./cancel-scan.ts";
import { cancelSubscriptionRoute } from "./cancel-subscription.ts";
import { changePlanRoute } from "./change-plan.ts";
import { createApiKeyRoute } from "./create-api-key.ts";
import { createConnectedOrgRoute } from "./create-connected-org.ts";
import { createInvitationRoute } from "./create-invitation.ts";
import { createWebhookSecretRoute } from "./create-webhook-secret.ts";
import { createWorkspaceRoute } from "./create-workspace.ts";
import { deleteConnectedOrgRoute } from "./delete-connected-org.ts";
import { deleteWorkspaceRoute } from "./delete-workspace.ts";
import { exportWorkspaceRoute } from "./export-workspace.ts";
import { finishGithubInstallationRoute } from "./finish-github-installation.ts";
import { getArtifactRoute } from "./get-artifact.ts";
import { getBillingStatusRoute } from "./get-billing-status.ts";
import { getBillingUsageRoute } from "./get-billing-usage.ts";
import { getConnectedOrgRoute } from "./get-connected-org.ts";
import { getConnectedOrgStatsRoute } from "./get-connected-org-stats.ts";
import { getEntitlementsRoute } from "./get-entitlements.ts";
import { getGraphRoute } from "./get-graph.ts";
import { getImpactRoute } from "./get-impact.ts";
import { getOwnershipRoute } from "./get-ownership.ts";
import { getPaymentInfoRoute } from "./get-payment-info.ts";
import { getRepositoryContextRoute } from "./get-repository-context.ts";
import { getRepositoryImpactRoute } from "./get-repository-impact.ts";
import { getRepositoryRoute } from "./get-repository.ts";
import { getScanRoute } from "./get-scan.ts";
import { getWorkspaceRoute } from "./get-workspace.ts";
import { getWorkspaceStatsRoute } from "./get-workspace-stats.ts";
import { listApiKeysRoute } from "./list-api-keys.ts";
import { listArtifactConsumersRoute } from "./list-artifact-consumers.ts";
import { listArtifactsRoute } from "./list-artifacts.ts";
import { listArtifactVersionsRoute } from "./list-artifact-versions.ts";
import { listAuditEventsRoute } from "./list-audit-events.ts";
import { listBillingHistoryRoute } from "./list-billing-history.ts";
import { listConnectedOrgsRoute } from "./list-connected-orgs.ts";
import { listDependenciesRoute } from "./list-dependencies.ts";
import { listDependentsRoute } from "./list-dependents.ts";
import { listGithubInstallationsRoute } from "./list-github-installations.ts";
import { listInvitationsRoute } from "./list-invitations.ts";
import { listMembersRoute } from "./list-members.ts";
import { listOwnershipRiskPeopleRoute } from "./list-ownership-risk-people.ts";
import { listOwnershipRisksRoute } from "./list-ownership-risks.ts";
import { listPlansRoute } from "./list-plans.ts";
import { listRepositoriesRoute } from "./list-repositories.ts";
import { listScansRoute } from "./list-scans.ts";
import { listUnresolvedDeclarationsRoute } from "./list-unresolved-declarations.ts";
import { listWorkspacesRoute } from "./list-workspaces.ts";
import { lookupRepositoryRoute } from "./lookup-repository.ts";
import { openCheckoutRoute } from "./open-checkout.ts";
import { openPortalRoute } from "./open-portal.ts";
import { previewPlanChangeRoute } from "./preview-plan-change.ts";
import { previewSeatsRoute } from "./preview-seats.ts";
import { receiveGithubWebhookRoute } from "./receive-github-webhook.ts";
import { receiveGitlabWebhookRoute } from "./receive-gitlab-webhook.ts";
import { receivePaymentsWebhookRoute } from "./receive-payments-webhook.ts";
import { removeGithubInstallationRoute } from "./remove-github-installation.ts";
import { removeMemberRoute } from "./remove-member.ts";
import { removeSeatsRoute } from "./remove-seats.ts";
import { removeWebhookSecretRoute } from "./remove-webhook-secret.ts";
import { resumeSubscriptionRoute } from "./resume-subscription.ts";
import { revokeApiKeyRoute } from "./revoke-api-key.ts";
import { revokeInvitationRoute } from "./revoke-invitation.ts";
import { testConnectedOrgRoute } from "./test-connected-org.ts";
import { transferWorkspaceRoute } from "./transfer-workspace.ts";
import { triggerScanRoute } from "./trigger-scan.ts";
import { updateConnectedOrgRoute } from "./update-connected-org.ts";
import { updateMemberRoute } from "./update-member.ts";
import { updateWorkspaceRoute } from "./update-workspace.ts";
import type { Route } from "../route.ts";

/** Every route of the service; a test holds them equal to the operations. */
export const ROUTES: readonly Route[] = [
  acceptInvitationRoute,
  addSeatsRoute,
  beginGithubInstallationRoute,
  cancelScanRoute,
  cancelSubscriptionRoute,
  changePlanRoute,
  createApiKeyRoute,
  createConnectedOrgRoute,
  createInvitationRoute,
  createWebhookSecretRoute,
  createWorkspaceRoute,
  deleteConnectedOrgRoute,
  deleteWorkspaceRoute,
  exportWorkspaceRoute,
  finishGithubInstallationRoute,
  getArtifactRoute,
  getBillingStatusRoute,
  getBillingUsageRoute,
  getConnectedOrgRoute,
  getConnectedOrgStatsRoute,
  getEntitlementsRoute,
  getGraphRoute,
  getImpactRoute,
  getOwnershipRoute,
  getPaymentInfoRoute,
  getRepositoryContextRoute,
  getRepositoryImpactRoute,
  getRepositoryRoute,
  getScanRoute,
  getWorkspaceRoute,
  getWorkspaceStatsRoute,
  listApiKeysRoute,
  listArtifactConsumersRoute,
  listArtifactsRoute,
  listArtifactVersionsRoute,
  listAuditEventsRoute,
  listBillingHistoryRoute,
  listConnectedOrgsRoute,
  listDependenciesRoute,
  listDependentsRoute,
  listGithubInstallationsRoute,
  listInvitationsRoute,
  listMembersRoute,
  listOwnershipRiskPeopleRoute,
  listOwnershipRisksRoute,
  listPlansRoute,
  listRepositoriesRoute,
  listScansRoute,
  listUnresolvedDeclarationsRoute,
  listWorkspacesRoute,
  lookupRepositoryRoute,
  openCheckoutRoute,
  openPortalRoute,
  previewPlanChangeRoute,
  previewSeatsRoute,
  receiveGithubWebhookRoute,
  receiveGitlabWebhookRoute,
  receivePaymentsWebhookRoute,
  removeGithubInstallationRoute,
  removeMemberRoute,
  removeSeatsRoute,
  removeWebhookSecretRoute,
  resumeSubscriptionRoute,
  revokeApiKeyRoute,
  revokeInvitationRoute,
  testConnectedOrgRoute,
  transferWorkspaceRoute,
  triggerScanRoute,
  updateConnectedOrgRoute,
  updateMemberRoute,
  updateWorkspaceRoute,
];
