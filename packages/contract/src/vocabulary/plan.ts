export const FEATURES = [
  "scheduled_scans",
  "continuous_scans",
  "api_production",
  "artifact_dashboard",
  "multi_org",
] as const;
export type Feature = (typeof FEATURES)[number];
