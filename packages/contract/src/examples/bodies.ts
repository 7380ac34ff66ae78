import { checkRequest } from "./check.ts";
import { MEMBER_ID } from "./ids.ts";
import { newConnectedOrg } from "./organization.ts";
import { AUTOMATION_KEY } from "./ownership.ts";

/** What a request carries, by the id of its operation. */
export const BODIES: Readonly<Record<string, object>> = {
  createWorkspace: { name: "Acme" },
  updateWorkspace: { name: "Acme Ltd", regenerate_slug: true },
  updateWorkspaceSettings: { naming_rule: "counts", naming_scope: "answers" },
  transferWorkspace: { new_owner_user_id: MEMBER_ID },
  updateMember: { role: "admin" },
  createInvitation: { email: "grace@acme.example", role: "viewer" },
  acceptInvitation: { token: "the-token-of-the-link" },
  createApiKey: { name: "CI" },
  openCheckout: { plan_key: "pro" },
  addSeats: { additional_seats: 2 },
  removeSeats: { removed_seats: 1 },
  changePlan: { plan_key: "enterprise" },
  cancelSubscription: { reason: "too_expensive", reason_text: "For now.", waive_pending_charges: true },
  receivePaymentsWebhook: { id: "evt_EXAMPLE", type: "customer.subscription.updated" },
  createConnectedOrg: newConnectedOrg,
  updateConnectedOrg: { host_aliases: ["git.acme.example", "mirror.acme.example"] },
  receiveGithubWebhook: {
    ref: "refs/heads/main",
    organization: { login: "acme" },
    repository: {
      node_id: "R_kgDOEXAMPLE",
      html_url: "https://github.com/acme/base-image",
      default_branch: "main",
    },
  },
  receiveGitlabWebhook: {
    event_name: "push",
    ref: "refs/heads/main",
    project_id: 40118823,
    project: { web_url: "https://gitlab.com/acme/base-image", default_branch: "main" },
  },
  createPersonCorrection: { kind: "not_a_person", person_key: AUTOMATION_KEY },
  checkChange: checkRequest,
  triggerScan: { scan_type: "full" },
};
