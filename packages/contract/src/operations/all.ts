import type { OperationInput } from "../operation.ts";
import * as artifact from "./artifact.ts";
import * as billing from "./billing.ts";
import * as check from "./check.ts";
import * as connectedOrg from "./connected-org.ts";
import * as githubInstallation from "./github-installation.ts";
import * as ownership from "./ownership.ts";
import * as repository from "./repository.ts";
import * as scan from "./scan.ts";
import * as webhook from "./webhook.ts";
import * as workspace from "./workspace.ts";

/** Every operation of the service. */
export const OPERATIONS: readonly OperationInput[] = [
  workspace,
  billing,
  connectedOrg,
  githubInstallation,
  scan,
  repository,
  artifact,
  check,
  ownership,
  webhook,
].flatMap((group) => Object.values<OperationInput>(group));
