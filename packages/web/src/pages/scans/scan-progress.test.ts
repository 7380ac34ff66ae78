import { expect, it } from "vitest";
import { paceOf } from "./scan-progress.tsx";

const scan = {
  total_repos: 100,
  scanned_repos: 15,
  skipped_repos: 4,
  failed_repos: 1,
  started_at: "2026-03-01T12:00:00Z",
};

it("a scan's pace tells how long the rest takes", () => {
  expect(paceOf(scan, new Date("2026-03-01T12:00:10Z"))).toEqual({ rate: 2, secondsLeft: 40 });
});

it("nothing is said before something is known", () => {
  expect(paceOf(scan, new Date("2026-03-01T12:00:01Z"))).toBe(undefined);
  expect(paceOf({ ...scan, scanned_repos: 0, skipped_repos: 0, failed_repos: 0 }, new Date())).toBe(
    undefined,
  );
  expect(paceOf({ ...scan, started_at: null }, new Date())).toBe(undefined);
});
