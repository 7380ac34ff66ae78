import * as operations from "@knockon/contract/operations/github-installation";
import { finishGithubInstallation } from "@knockon/core/github-installation/finish-github-installation";
import { route } from "../route.ts";

export const finishGithubInstallationRoute = route(operations.finishGithubInstallation, (ctx, { query }) =>
  finishGithubInstallation(ctx, query),
);
