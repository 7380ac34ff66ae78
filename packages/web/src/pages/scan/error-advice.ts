const ADVICE: Readonly<Record<string, string>> = {
  credential_refused: "Give the org another token under Settings, Connected orgs, and scan again.",
  gave_up: "Reading it failed again and again. Scan again; if it stays, tell us the scan's id.",
  interrupted: "The scan was broken off three times. Scan again; what was read need not be read again.",
  listing_failed: "Test the org's connection under Settings, Connected orgs, and scan again.",
  listing_incomplete: "The host did not list everything. Nothing was removed; the next scan asks again.",
  plan_limit: "Repositories beyond your plan's limit were left as they were last read.",
  truncated: "It holds more files than are read. What was read is shown.",
  unreadable: "Its commit could not be opened. Look whether it can be cloned, and scan again.",
  worker_died: "Reading it ended the worker several times. Scan again; if it stays, tell us the scan's id.",
};

/** What to do about an error of a scan. */
export const adviceFor = (code: string): string =>
  ADVICE[code] ?? "Scan again; if it stays, tell us the scan's id.";
