interface Freshness {
  last_activity_at: string | null;
  last_scanned_at: string | null;
}

/** Something was pushed since the last scan. */
export const isStale = ({ last_activity_at, last_scanned_at }: Freshness): boolean =>
  last_activity_at !== null &&
  last_scanned_at !== null &&
  Date.parse(last_activity_at) > Date.parse(last_scanned_at);
