import * as operations from "@knockon/contract/operations/github-installation";
import { removeGithubInstallation } from "@knockon/core/github-installation/remove-github-installation";
import { route } from "../route.ts";

export const removeGithubInstallationRoute = route(operations.removeGithubInstallation, (ctx, { params }) =>
  removeGithubInstallation(ctx, params),
);
