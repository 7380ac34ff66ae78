const ADVICE: Readonly<Record<string, string>> = {
  credential_refused: "Replace the token in Settings > Organizations, then scan again.",
  gave_up:
    "Reading the repository failed repeatedly. Scan again. If the error persists, contact support with the scan ID.",
  interrupted:
    "The scan was interrupted three times. Scan again. Repositories that were already read are reused.",
  listing_failed: "Test the connection in Settings > Organizations, then scan again.",
  listing_incomplete:
    "The host returned an incomplete list. No repositories were removed. The next scan tries again.",
  plan_limit: "Repositories beyond your plan's limit keep their previous results.",
  truncated: "The repository has more files than Knockon reads. Results are partial.",
  unreadable: "The commit couldn't be opened. Check that the repository can be cloned, then scan again.",
  worker_died:
    "The worker crashed repeatedly while reading the repository. Scan again. If the error persists, contact support with the scan ID.",
};

/** What to do about an error of a scan. */
export const adviceFor = (code: string): string =>
  ADVICE[code] ?? "Scan again. If the error persists, contact support with the scan ID.";
