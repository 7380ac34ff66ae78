import * as z from "zod";
import { Artifact, ArtifactConsumers, ArtifactVersion, ListedArtifact } from "../resources/artifact.ts";
import { ChangeCheck, ChangeCheckSummary } from "../resources/change-check.ts";
import { ArtifactInterface, Check, LatentBreak } from "../resources/check.ts";
import { ConnectedOrg, ConnectedOrgStats, ConnectedOrgTest } from "../resources/connected-org.ts";
import { GithubInstallation, GithubSetup } from "../resources/github-installation.ts";
import { DependencyGraph } from "../resources/graph.ts";
import { Impact } from "../resources/impact.ts";
import {
  Dependency,
  Dependent,
  ListedRepository,
  Repository,
  RepositoryContext,
} from "../resources/repository.ts";
import { Ownership, OwnershipRisk, OwnershipRiskPerson, PersonCorrection } from "../resources/ownership.ts";
import { RepositoryProblem, UnresolvedDeclaration } from "../resources/repository.ts";
import { Scan } from "../resources/scan.ts";
import { WebhookSecret } from "../resources/webhook.ts";
import { WorkspaceExport } from "../resources/workspace-export.ts";
import * as money from "../resources/billing.ts";
import * as people from "../resources/workspace.ts";
import * as access from "./access.ts";
import * as billing from "./billing.ts";
import * as checks from "./check.ts";
import * as dependencies from "./dependencies.ts";
import * as organization from "./organization.ts";
import * as owners from "./ownership.ts";
import { workspaceExport } from "./workspace-export.ts";

const RESOURCES: ReadonlyMap<z.ZodType, unknown> = new Map<z.ZodType, unknown>([
  [people.Workspace, access.workspace],
  [people.WorkspaceSettings, access.workspaceSettings],
  [people.WorkspaceStats, organization.connectedOrgStats],
  [people.Entitlements, access.entitlements],
  [people.Member, access.member],
  [people.Invitation, access.invitation],
  [people.ApiKey, access.apiKey],
  [people.CreatedApiKey, access.createdApiKey],
  [people.AuditEvent, access.auditEvent],
  [money.PlanCatalog, billing.planCatalog],
  [money.BillingUsage, billing.billingUsage],
  [money.BillingStatus, billing.billingStatus],
  [money.BillingHistory, billing.billingHistory],
  [money.PaymentInfo, billing.paymentInfo],
  [money.HostedPage, billing.hostedPage],
  [money.Seats, billing.seats],
  [money.SeatsPreview, billing.seatsPreview],
  [money.PlanChange, billing.planChange],
  [money.PlanChangePreview, billing.planChangePreview],
  [money.ScheduledCancellation, billing.scheduledCancellation],
  [money.CancellationRecord, billing.cancellationRecord],
  [money.ResumedSubscription, billing.resumedSubscription],
  [WorkspaceExport, workspaceExport],
  [ConnectedOrg, organization.connectedOrg],
  [ConnectedOrgTest, organization.connectedOrgTest],
  [ConnectedOrgStats, organization.connectedOrgStats],
  [GithubInstallation, organization.githubInstallation],
  [GithubSetup, organization.githubSetup],
  [Scan, organization.scan],
  [WebhookSecret, organization.webhookSecret],
  [Repository, organization.repository],
  [ListedRepository, organization.listedRepository],
  [RepositoryContext, dependencies.repositoryContext],
  [Dependency, dependencies.dependency],
  [Dependent, dependencies.dependent],
  [RepositoryProblem, dependencies.repositoryProblem],
  [UnresolvedDeclaration, dependencies.unresolvedDeclaration],
  [DependencyGraph, dependencies.graph],
  [Impact, dependencies.impact],
  [Check, checks.check],
  [ArtifactInterface, checks.artifactInterface],
  [LatentBreak, checks.latentBreak],
  [ChangeCheck, checks.changeCheck],
  [ChangeCheckSummary, checks.changeCheckSummary],
  [Ownership, owners.ownership],
  [OwnershipRisk, owners.ownershipRisk],
  [OwnershipRiskPerson, owners.ownershipRiskPerson],
  [PersonCorrection, owners.personCorrection],
  [Artifact, dependencies.artifact],
  [ListedArtifact, dependencies.listedArtifact],
  [ArtifactVersion, dependencies.artifactVersion],
  [ArtifactConsumers, dependencies.artifactConsumers],
]);

/** Returns the example response of a schema, with one item for a list. Undefined if there is none. */
export function findExample(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) {
    const item = findExample(schema.element as z.ZodType);
    return item === undefined ? undefined : [item];
  }
  if (schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0) return {};
  return RESOURCES.get(schema);
}
