import { Cron } from "croner";
import { toString } from "cronstrue";

/** What is often wanted. The hours are UTC's, as the service's are. */
export const PRESETS = [
  { value: "", text: "Never" },
  { value: "0 * * * *", text: "Every hour" },
  { value: "0 3 * * *", text: "Daily at 03:00 UTC" },
  { value: "0 3 * * 1-5", text: "Weekdays at 03:00 UTC" },
  { value: "0 3 * * 1", text: "Mondays at 03:00 UTC" },
] as const;

interface Outlook {
  words: string;
  next: readonly Date[];
}

/** What a schedule means: read as the service reads it. Undefined while it cannot be read. */
export function outlookOf(schedule: string, after: Date): Outlook | undefined {
  try {
    const next = new Cron(schedule, { mode: "5-part", timezone: "UTC" }).nextRuns(3, after);
    return { words: toString(schedule, { use24HourTimeFormat: true, verbose: true }), next };
  } catch {
    return undefined;
  }
}
