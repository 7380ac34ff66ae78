import * as z from "zod";
import { operation } from "../operation.ts";
import { page, uuid } from "../resources/fields.ts";
import { GithubInstallation, GithubSetup, installationId } from "../resources/github-installation.ts";
import { INSTALLATION_OUTCOMES } from "../vocabulary/installation.ts";
import { ADMINISTER, ADMINISTER_IN_PERSON } from "./access.ts";

const tag = "github installations";
const params = z.object({ workspace_id: uuid.meta({ description: "Workspace ID." }) });

export const beginGithubInstallation = operation({
  id: "beginGithubInstallation",
  method: "POST",
  path: "/workspaces/{workspace_id}/github-installations",
  summary: "Start a GitHub App installation",
  description:
    "Returns a GitHub URL for the caller's browser. The URL expires after 10 minutes and can be used once. GitHub then redirects to `/github/setup`, which records the installation. Returns 503 if the deployment has no GitHub App.",
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
  summary: "List GitHub App installations",
  description:
    "Returns the installations recorded for the workspace, ordered by account. Orgs can be connected through them.",
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
  summary: "Remove a GitHub App installation",
  description:
    "Returns 409 while a connected org uses the installation. The App stays installed on GitHub until it is uninstalled there.",
  tag,
  auth: ADMINISTER,
  params: params.extend({
    installation_id: installationId.meta({ description: "GitHub's installation ID." }),
  }),
  status: 204,
  response: z.object({}),
  errors: [409],
});

/** Invalid values count as absent, because a browser navigation must end in a redirect. */
const lenientText = z.string().max(1000).optional().catch(undefined);

export const finishGithubInstallation = operation({
  id: "finishGithubInstallation",
  method: "GET",
  path: "/github/setup",
  summary: "Complete a GitHub App installation",
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
      .meta({ description: "GitHub's installation ID. Not trusted without verification." }),
    setup_action: lenientText.meta({
      description: "`install`, `update`, or `request` if an owner must approve the installation.",
    }),
    state: lenientText.meta({ description: "The state in the URL that `beginGithubInstallation` returned." }),
    code: lenientText.meta({ description: "GitHub's OAuth code for the user." }),
  }),
  status: 302,
  response: z.object({}),
  errors: [],
});
