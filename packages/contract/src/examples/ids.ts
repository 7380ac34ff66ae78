/** The ids in the examples; the same thing has the same id in all of them. */
export const WORKSPACE_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b001";
export const OWNER_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b002";
export const MEMBER_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b003";
export const INVITATION_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b004";
export const KEY_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b005";
export const AUDIT_EVENT_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b006";
export const CANCELLATION_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b007";
export const CORRECTION_ID = "0c1f6a52-3d0e-4b7a-8f5e-2a9c41d7b008";
export const ORG_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a001";
export const SCAN_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a002";
/** `acme/base-image`, the producer. */
export const PRODUCER_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a003";
/** `acme/billing`, which builds on it. */
export const CONSUMER_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a004";
export const ARTIFACT_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a005";
export const DECLARATION_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a006";
export const UNRESOLVED_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a007";
export const CHECK_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a009";
export const EDGE_ID = "5b9e7d10-64c2-4f39-9a1b-7e02c8f4a008";
