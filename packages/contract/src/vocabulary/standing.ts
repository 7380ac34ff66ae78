/** How the version of a consumer compares with the latest one. */
export const STANDINGS = ["latest", "lagging", "ahead", "unknown"] as const;
export type Standing = (typeof STANDINGS)[number];
