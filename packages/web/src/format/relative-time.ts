const UNITS = [
  { unit: "year", seconds: 31_557_600 },
  { unit: "month", seconds: 2_629_800 },
  { unit: "week", seconds: 604_800 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** `5 min. ago`, `yesterday`; within a minute, `just now`. */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const fitting = UNITS.find((candidate) => Math.abs(seconds) >= candidate.seconds);
  return fitting ? format.format(Math.round(seconds / fitting.seconds), fitting.unit) : "just now";
}
