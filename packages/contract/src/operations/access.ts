import type { OperationAuth } from "../operation.ts";

/** Whom the operations admit, by what they do. */
export const READ: OperationAuth = { credentials: ["key", "session"], role: "viewer" };
export const SCAN: OperationAuth = { credentials: ["key", "session"], role: "member" };
export const ADMINISTER: OperationAuth = { credentials: ["key", "session"], role: "admin" };
