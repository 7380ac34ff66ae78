import { describe, expect, it } from "vitest";
import { validateSchedule, scheduleColumns } from "./org-settings.ts";

const NOW = new Date("2026-01-01T10:20:30Z");
const refusal = (schedule: string) => () => validateSchedule(schedule, NOW);

describe("a schedule", () => {
  it.each([
    ["30 3 * * *", "2026-01-02T03:30:00Z"],
    ["*/15 * * * *", "2026-01-01T10:30:00Z"],
    ["0 6 * * MON-FRI", "2026-01-02T06:00:00Z"],
    ["0 0 29 2 *", "2028-02-29T00:00:00Z"],
    ["0 9 1 * 1", "2026-01-05T09:00:00Z"],
  ])("%s runs next at %s, in UTC", (schedule, due) => {
    expect(refusal(schedule)).not.toThrow();
    expect(scheduleColumns(schedule, NOW)).toEqual({ schedule, nextScheduledAt: new Date(due) });
  });

  it("that runs now runs next at its next time", () => {
    const first = scheduleColumns("0 3 * * *", NOW).nextScheduledAt as Date;
    expect(scheduleColumns("0 3 * * *", first).nextScheduledAt).toEqual(new Date("2026-01-03T03:00:00Z"));
  });

  it("that is null never runs", () => {
    expect(scheduleColumns(null, NOW)).toEqual({ schedule: null, nextScheduledAt: null });
  });

  it.each(["x * * * *", "60 3 * * *", "0 3 * * * *", "0 24 * * *", "0 3 32 * *", ""])(
    "that cannot be parsed is rejected: %j",
    (schedule) => expect(refusal(schedule)).toThrow("The schedule cannot be parsed: "),
  );

  it("that never runs is rejected", () => {
    expect(refusal("0 0 30 2 *")).toThrow("The schedule never runs.");
  });

  it.each(["* * * * *", "*/14 * * * *", "0,14 3 * * *", "0,50 * * * *", "0,5 0,12 * * *"])(
    "that runs more often than every 15 minutes is rejected, also across hours: %s",
    (schedule) => expect(refusal(schedule)).toThrow("more often than every 15 minutes"),
  );

  it("that runs too often only across midnight or on few days is rejected", () => {
    expect(refusal("0,50 0,23 1,15,16 * *")).toThrow("more often than every 15 minutes");
    expect(refusal("0,50 0,23 1,15 * *")).not.toThrow();
  });
});
