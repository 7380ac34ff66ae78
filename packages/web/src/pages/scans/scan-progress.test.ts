import { expect, it } from "vitest";
import { paceOf } from "./scan-progress.tsx";

const scan = {
  total_repos: 100,
  scanned_repos: 15,
  skipped_repos: 4,
  failed_repos: 1,
  started_at: "2026-03-01T12:00:00Z",
};

it("estimates the remaining time", () => {
  expect(paceOf(scan, new Date("2026-03-01T12:00:10Z"))).toEqual({ rate: 2, secondsLeft: 40 });
});

it("returns undefined without enough data", () => {
  expect(paceOf(scan, new Date("2026-03-01T12:00:01Z"))).toBe(undefined);
  expect(paceOf({ ...scan, scanned_repos: 0, skipped_repos: 0, failed_repos: 0 }, new Date())).toBe(
    undefined,
  );
  expect(paceOf({ ...scan, started_at: null }, new Date())).toBe(undefined);
});
