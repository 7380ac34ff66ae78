import * as operations from "@knockon/contract/operations/github-installation";
import { listGithubInstallations } from "@knockon/core/github-installation/list-github-installations";
import { route } from "../route.ts";

export const listGithubInstallationsRoute = route(operations.listGithubInstallations, (ctx, { query }) =>
  listGithubInstallations(ctx, query),
);
