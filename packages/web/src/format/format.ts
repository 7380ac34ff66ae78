const countFormat = new Intl.NumberFormat("en");
const shareFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long" });
const instantFormat = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });
const momentFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** `12,345`. */
export const formatCount = (count: number): string => countFormat.format(count);

/** `1 repository`, `12,345 repositories`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `92%`. Only 0 and 1 are shown as `0%` and `100%`, and less than a half, which decides the bus factor, is below `50%`. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "< 1%";
  if (share < 1 && share > 0.99) return "> 99%";
  if (share < 0.5 && share > 0.49) return shareFormat.format(0.49);
  return shareFormat.format(share);
}

/** Formats an amount in the currency's minor unit: `$1,234.50`, `¥500`. Omits the fraction of whole amounts. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

/** `June 2, 2026`, in local time. */
export const formatDay = (instant: string): string => dayFormat.format(new Date(instant));

/** `Saturday, November 21, 2026 at 8:12:03 PM UTC`, in local time. */
export const formatInstant = (instant: Date): string => instantFormat.format(instant);

/** `Nov 21, 2026, 8:12 PM`, in local time. */
export const formatMoment = (instant: Date): string => momentFormat.format(instant);

const UNITS = [
  { unit: "year", seconds: 31_557_600 },
  { unit: "month", seconds: 2_629_800 },
  { unit: "week", seconds: 604_800 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** `5 min. ago`, `yesterday`; `just now` within a minute. */
export function formatRelativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  // Rounded, 23.6 hours are a day.
  const fitting = UNITS.find(
    ({ seconds: unit }, at) => Math.abs(seconds) >= unit - (UNITS[at + 1]?.seconds ?? 0) / 2,
  );
  return fitting && Math.abs(seconds) >= 60
    ? relativeFormat.format(Math.round(seconds / fitting.seconds), fitting.unit)
    : "just now";
}

/** `8 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shorter names are never split. */
const WHOLE = 16;
/** Number of characters at the end of a name that are always visible, of a last segment that is not cut for it, and of a longer one. */
const TAIL = 12;
const SEGMENT = 40;
const LONG_TAIL = 24;

/**
 * Splits a name into a part that can be truncated and a part that can't: the last segment of a path, with its slash, or the last
 * `end` characters of a name.
 */
export function splitMiddle(name: string, whole = WHOLE, end = TAIL): { head: string; tail: string } {
  if (name.length <= whole) return { head: name, tail: "" };
  const slash = name.lastIndexOf("/");
  const segment = name.length - slash - 1;
  const tail = segment > SEGMENT ? LONG_TAIL : end;
  // Of a short name, half.
  const kept = name.length > WHOLE ? tail : Math.ceil(name.length / 2);
  const cut = name.length - kept;
  // A part of a name is not cut if a separator is near.
  const part = name.slice(cut, cut + kept / 2).search(/[-_.]/u);
  const at = slash > 0 && segment > 0 && segment <= SEGMENT ? slash : cut + Math.max(0, part);
  return { head: name.slice(0, at), tail: name.slice(at) };
}

/** Shortens a commit or digest like Git does: `370e8c1` for `370e8c15dcec50043cbe66f2f34633d9efc0a190`. Commits of Buf have 32 digits. */
export const shortVersion = (version: string): string =>
  version.replace(/\b([0-9a-f]{7})(?:[0-9a-f]{25}|[0-9a-f]{33}|[0-9a-f]{57})\b/gu, "$1");

/** The time and the commit of a Go pseudo-version, from https://go.dev/ref/mod#pseudo-versions. */
const PSEUDO_VERSION = /^v\d+\.\d+\.\d+-(?:\S+\.)?\d{14}-([0-9a-f]{7})[0-9a-f]{5}(?:\+incompatible)?$/u;

/** The same where there is little room, also of a Go pseudo-version: `3537b20` for `v0.0.0-20260602051030-3537b20ac86b`. */
export const briefVersion = (version: string): string => shortVersion(version.replace(PSEUDO_VERSION, "$1"));

/** Whether a version is a commit or a digest. */
export const isCommit = (version: string): boolean => briefVersion(version) !== version;
