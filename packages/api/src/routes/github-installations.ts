import * as operations from "@knockon/contract/operations/github-installation";
import { beginGithubInstallation } from "@knockon/core/github-installation/begin-github-installation";
import { finishGithubInstallation } from "@knockon/core/github-installation/finish-github-installation";
import { listGithubInstallations } from "@knockon/core/github-installation/list-github-installations";
import { removeGithubInstallation } from "@knockon/core/github-installation/remove-github-installation";
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
