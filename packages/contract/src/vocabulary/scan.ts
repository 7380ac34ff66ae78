export const SCAN_STATUSES = ["pending", "running", "completed", "partial", "failed", "cancelled"] as const;
export type ScanStatus = (typeof SCAN_STATUSES)[number];

/** `incremental` reuses the snapshots of unchanged repositories. `full` extracts every repository again. */
export const SCAN_TYPES = ["incremental", "full"] as const;
export type ScanType = (typeof SCAN_TYPES)[number];

export const PLATFORMS = ["github", "gitlab", "local"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** `refused`: the host rejected the credential when it was last used. */
export const CREDENTIAL_STATUSES = ["none", "valid", "refused"] as const;
export type CredentialStatus = (typeof CREDENTIAL_STATUSES)[number];

/** From most to least powerful. Viewers are read-only. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof ROLES)[number];
