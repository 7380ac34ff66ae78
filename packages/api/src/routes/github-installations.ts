import * as operations from "@knockon/contract/operations/github-installation";
import {
  beginGithubInstallation,
  finishGithubInstallation,
} from "@knockon/core/github-installation/install-github-app";
import {
  listGithubInstallations,
  removeGithubInstallation,
} from "@knockon/core/github-installation/github-installations";
import { route } from "../route.ts";

export const beginGithubInstallationRoute = route(
  operations.beginGithubInstallation,
  beginGithubInstallation,
);

export const listGithubInstallationsRoute = route(operations.listGithubInstallations, (ctx, { query }) =>
  listGithubInstallations(ctx, query),
);

export const removeGithubInstallationRoute = route(operations.removeGithubInstallation, (ctx, { params }) =>
  removeGithubInstallation(ctx, params),
);

export const finishGithubInstallationRoute = route(operations.finishGithubInstallation, (ctx, { query }) =>
  finishGithubInstallation(ctx, query),
);
