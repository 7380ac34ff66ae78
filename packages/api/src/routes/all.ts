import type { Route } from "../route.ts";
import * as apiKeys from "./api-keys.ts";
import * as artifacts from "./artifacts.ts";
import * as billing from "./billing.ts";
import * as checks from "./checks.ts";
import * as connectedOrgs from "./connected-orgs.ts";
import * as githubInstallations from "./github-installations.ts";
import * as graph from "./graph.ts";
import * as members from "./members.ts";
import * as ownership from "./ownership.ts";
import * as repositories from "./repositories.ts";
import * as scans from "./scans.ts";
import * as webhooks from "./webhooks.ts";
import * as workspaces from "./workspaces.ts";

/** Every route of the service. A test compares them with the operations. */
export const ROUTES: readonly Route[] = [
  apiKeys,
  artifacts,
  billing,
  checks,
  connectedOrgs,
  githubInstallations,
  graph,
  members,
  ownership,
  repositories,
  scans,
  webhooks,
  workspaces,
].flatMap((resource) => Object.values<Route>(resource));
