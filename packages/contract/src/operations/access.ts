import type { OperationAuth } from "../operation.ts";
import type { Feature } from "../vocabulary/billing.ts";

/** Access rules shared by operations. */
export const READ: OperationAuth = { credentials: ["key", "session"], role: "viewer" };
export const readWithFeature = (feature: Feature): OperationAuth => ({ ...READ, feature });
export const SCAN: OperationAuth = { credentials: ["key", "session"], role: "member" };
export const ADMINISTER: OperationAuth = { credentials: ["key", "session"], role: "admin" };
/** Session only, so that a leaked API key cannot call it. */
export const IN_PERSON: OperationAuth & { role: null } = { credentials: ["session"], role: null };
export const ADMINISTER_IN_PERSON: OperationAuth = { credentials: ["session"], role: "admin" };
export const OWN_IN_PERSON: OperationAuth = { credentials: ["session"], role: "owner" };
export const OWN: OperationAuth = { credentials: ["key", "session"], role: "owner" };
