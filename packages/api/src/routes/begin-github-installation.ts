import * as operations from "@knockon/contract/operations/github-installation";
import { beginGithubInstallation } from "@knockon/core/github-installation/begin-github-installation";
import { route } from "../route.ts";

export const beginGithubInstallationRoute = route(operations.beginGithubInstallation, (ctx) =>
  beginGithubInstallation(ctx),
);
