import type { Part } from "../row.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { ERRORS } from "./errors.ts";
import { EVENTS } from "./events.ts";
import { LIMITS } from "./limits.ts";
import { REPOSITORIES } from "./repositories.ts";
import { RESOURCES } from "./resources.ts";
import { SCANS } from "./scans.ts";
import { SERVICE } from "./service.ts";
import { STATES } from "./states.ts";
import { VERSIONING } from "./versioning.ts";
import { WORKSPACES } from "./workspaces.ts";

/** The interface specification. What it calls "not shown" is decided in the other document. */
export const INTERFACE: readonly Part[] = [
  { title: "What the service does", rows: SERVICE },
  { title: "Resources and their fields", rows: RESOURCES },
  { title: "States and transitions", rows: STATES },
  { title: "Endpoints: scans", rows: SCANS },
  { title: "Endpoints: workspaces and billing", rows: WORKSPACES },
  { title: "Endpoints: repositories and graph", rows: REPOSITORIES },
  { title: "Authentication", rows: AUTHENTICATION },
  { title: "Events", rows: EVENTS },
  { title: "Errors", rows: ERRORS },
  { title: "Limits", rows: LIMITS },
  { title: "Versioning", rows: VERSIONING },
];
