import * as operations from "@knockon/contract/operations/workspace";
import { listAuditEvents } from "@knockon/core/audit-event/audit-events";
import { createWorkspace } from "@knockon/core/workspace/create-workspace";
import { deleteWorkspace } from "@knockon/core/workspace/delete-workspace";
import { exportWorkspace } from "@knockon/core/workspace/export-workspace";
import {
  getEntitlements,
  getWorkspace,
  getWorkspaceStats,
  listWorkspaces,
} from "@knockon/core/workspace/read-workspaces";
import { transferWorkspace, updateWorkspace } from "@knockon/core/workspace/update-workspace";
import { getWorkspaceSettings, updateWorkspaceSettings } from "@knockon/core/workspace/workspace-settings";
import { route } from "../route.ts";

export const createWorkspaceRoute = route(operations.createWorkspace, (ctx, { body }) =>
  createWorkspace(ctx, body),
);

export const listWorkspacesRoute = route(operations.listWorkspaces, (ctx, { query }) =>
  listWorkspaces(ctx, query),
);

export const getWorkspaceRoute = route(operations.getWorkspace, getWorkspace);

export const updateWorkspaceRoute = route(operations.updateWorkspace, (ctx, { body }) =>
  updateWorkspace(ctx, body),
);

export const getWorkspaceSettingsRoute = route(operations.getWorkspaceSettings, getWorkspaceSettings);

export const updateWorkspaceSettingsRoute = route(operations.updateWorkspaceSettings, (ctx, { body }) =>
  updateWorkspaceSettings(ctx, body),
);

export const deleteWorkspaceRoute = route(operations.deleteWorkspace, deleteWorkspace);

export const transferWorkspaceRoute = route(operations.transferWorkspace, (ctx, { body }) =>
  transferWorkspace(ctx, body),
);

export const exportWorkspaceRoute = route(operations.exportWorkspace, exportWorkspace);

export const getEntitlementsRoute = route(operations.getEntitlements, getEntitlements);

export const getWorkspaceStatsRoute = route(operations.getWorkspaceStats, getWorkspaceStats);

export const listAuditEventsRoute = route(operations.listAuditEvents, (ctx, { query }) =>
  listAuditEvents(ctx, query),
);
