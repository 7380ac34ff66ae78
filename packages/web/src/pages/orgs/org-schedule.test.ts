import { expect, it } from "vitest";
import { previewSchedule } from "./org-schedule.tsx";

it("a schedule says in words when it is due, and the next three times in UTC", () => {
  const preview = previewSchedule("30 3 * * 1-5", new Date("2026-11-20T12:00:00Z"));
  expect(preview?.words).toBe("At 03:30, Monday through Friday");
  expect(preview?.next.map((at) => at.toISOString().slice(0, 16))).toEqual([
    "2026-11-23T03:30",
    "2026-11-24T03:30",
    "2026-11-25T03:30",
  ]);
});

it("what is half typed has no meaning yet, and is no error", () => {
  expect(
    ["30 3 *", "", "61 * * * *", "* * * * * *"].map((text) => previewSchedule(text, new Date(0))),
  ).toEqual([undefined, undefined, undefined, undefined]);
});
