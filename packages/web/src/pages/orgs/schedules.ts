/** Common schedules, in UTC like the server. */
export const PRESETS = [
  { value: "", text: "Never" },
  { value: "0 * * * *", text: "Every hour" },
  { value: "0 3 * * *", text: "Daily at 03:00 UTC" },
  { value: "0 3 * * 1-5", text: "Weekdays at 03:00 UTC" },
  { value: "0 3 * * 1", text: "Mondays at 03:00 UTC" },
] as const;

/** The names of common schedules, by cron expression. */
export const SCHEDULE_NAMES: ReadonlyMap<string, string> = new Map(
  PRESETS.map(({ value, text }) => [value, text]),
);
