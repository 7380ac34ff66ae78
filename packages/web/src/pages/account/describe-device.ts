const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(?:A|iOS)?\//u],
  ["Opera", /\bOPR\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//u],
  ["Safari", /\bSafari\//u],
];

const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ["iPhone", /iPhone/u],
  ["iPad", /iPad/u],
  ["Android", /Android/u],
  ["Windows", /Windows/u],
  ["macOS", /Mac OS X|Macintosh/u],
  ["ChromeOS", /CrOS/u],
  ["Linux", /Linux/u],
];

/** The name of a program that is no browser, such as `curl` of `curl/8.5.0`. */
const programIn = (userAgent: string): string | undefined =>
  /^(?!Mozilla\/)[\w.-]{1,40}(?=\/|$)/u.exec(userAgent)?.[0];

/** Returns the browser and system of a user agent, such as `Firefox on Linux`. */
export function describeDevice(userAgent: string | null | undefined): string {
  const find = (known: typeof BROWSERS): string | undefined =>
    known.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser === undefined) return system ?? programIn(userAgent ?? "") ?? "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
