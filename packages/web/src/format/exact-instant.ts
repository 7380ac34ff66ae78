const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });

/** `Saturday, November 21, 2026 at 8:12:03 PM UTC`, in the zone of who reads it. */
export const exactInstant = (instant: Date): string => format.format(instant);
