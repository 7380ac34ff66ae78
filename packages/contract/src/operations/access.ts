import type { OperationAuth } from "../operation.ts";
import type { Feature } from "../vocabulary/plan.ts";

/** Whom the operations admit, by what they do. */
export const READ: OperationAuth = { credentials: ["key", "session"], role: "viewer" };
export const readWithFeature = (feature: Feature): OperationAuth => ({ ...READ, feature });
export const SCAN: OperationAuth = { credentials: ["key", "session"], role: "member" };
export const ADMINISTER: OperationAuth = { credentials: ["key", "session"], role: "admin" };
/** By a person who is signed in; a key that leaked must not reach so far. */
export const IN_PERSON: OperationAuth & { role: null } = { credentials: ["session"], role: null };
export const ADMINISTER_IN_PERSON: OperationAuth = { credentials: ["session"], role: "admin" };
export const OWN_IN_PERSON: OperationAuth = { credentials: ["session"], role: "owner" };
export const OWN: OperationAuth = { credentials: ["key", "session"], role: "owner" };
