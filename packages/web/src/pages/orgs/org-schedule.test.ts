import { expect, it } from "vitest";
import { previewSchedule } from "./org-schedule.tsx";

it("describes a schedule and lists the next three runs", () => {
  const preview = previewSchedule("30 3 * * 1-5", new Date("2026-11-20T12:00:00Z"));
  expect(preview?.description).toBe("At 03:30, Monday through Friday");
  expect(preview?.next.map((at) => at.toISOString().slice(0, 16))).toEqual([
    "2026-11-23T03:30",
    "2026-11-24T03:30",
    "2026-11-25T03:30",
  ]);
});

it("returns undefined for an incomplete expression", () => {
  expect(
    ["30 3 *", "", "61 * * * *", "* * * * * *"].map((text) => previewSchedule(text, new Date(0))),
  ).toEqual([undefined, undefined, undefined, undefined]);
});
