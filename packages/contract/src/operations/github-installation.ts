import * as z from "zod";
import { operation } from "../operation.ts";
import { page, uuid } from "../resources/fields.ts";
import { GithubInstallation, GithubSetup, installationId } from "../resources/github-installation.ts";
import { INSTALLATION_OUTCOMES } from "../vocabulary/installation.ts";
import { ADMINISTER, ADMINISTER_IN_PERSON } from "./access.ts";

const tag = "github installations";
const params = z.object({ workspace_id: uuid.meta({ description: "The workspace." }) });

export const beginGithubInstallation = operation({
  id: "beginGithubInstallation",
  method: "POST",
  path: "/workspaces/{workspace_id}/github-installations",
  summary: "Begin to install the GitHub App: where the browser goes",
  description:
    "The address is for whoever asked, in the browser that they are signed in with, good for ten minutes and once. GitHub leads the browser back to `/github/setup`, which records the installation. 503 where the deployment has no App that can be installed.",
  tag,
  auth: ADMINISTER_IN_PERSON,
  params,
  status: 201,
  response: GithubSetup,
  errors: [503],
});

export const listGithubInstallations = operation({
  id: "listGithubInstallations",
  method: "GET",
  path: "/workspaces/{workspace_id}/github-installations",
  summary: "List the installations of the GitHub App that orgs can be connected by",
  description: "By account. Each was recorded for this workspace by somebody who proved it to be theirs.",
  tag,
  auth: ADMINISTER,
  params,
  query: page,
  status: 200,
  response: z.array(GithubInstallation),
  errors: [],
  counted: true,
});

export const removeGithubInstallation = operation({
  id: "removeGithubInstallation",
  method: "DELETE",
  path: "/workspaces/{workspace_id}/github-installations/{installation_id}",
  summary: "Forget an installation of the GitHub App",
  description:
    "409 while an org is connected by it. At GitHub the App stays installed, until somebody uninstalls it there.",
  tag,
  auth: ADMINISTER,
  params: params.extend({
    installation_id: installationId.meta({ description: "GitHub's number of the installation." }),
  }),
  status: 204,
  response: z.object({}),
  errors: [409],
});

/** Whatever else stands in the address: a person is led on, never refused for the shape of it. */
const given = z.string().max(1000).optional().catch(undefined);

export const finishGithubInstallation = operation({
  id: "finishGithubInstallation",
  method: "GET",
  path: "/github/setup",
  summary: "Come back from GitHub: records the installation and leads on to the application",
  description: [
    "GitHub redirects the browser here after the App is installed. Records the installation for the workspace of `state`, provided that the signed-in user started the flow and, according to GitHub, can access the installation and all of its repositories. Redirects to the application. The `installation` query parameter of the redirect holds the outcome: ",
    INSTALLATION_OUTCOMES.map((outcome) => `\`${outcome}\``).join(", "),
    ".",
  ].join(""),
  tag,
  auth: { credentials: "none", role: null },
  query: z.looseObject({
    installation_id: installationId
      .optional()
      .catch(undefined)
      .meta({ description: "GitHub's number of the installation, which proves nothing." }),
    setup_action: given.meta({
      description: "`install`, `update`, or `request` where an owner has to approve.",
    }),
    state: given.meta({ description: "What `beginGithubInstallation` gave along." }),
    code: given.meta({ description: "What GitHub says for by whom the browser is used there." }),
  }),
  status: 302,
  response: z.object({}),
  errors: [],
});
