import { describe, expect, it } from "vitest";
import { refuseFaultySchedule, scheduled } from "./schedule.ts";

const NOW = new Date("2026-01-01T10:20:30Z");
const refusal = (schedule: string) => () => refuseFaultySchedule(schedule, NOW);

describe("a schedule", () => {
  it.each([
    ["30 3 * * *", "2026-01-02T03:30:00Z"],
    ["*/15 * * * *", "2026-01-01T10:30:00Z"],
    ["0 6 * * MON-FRI", "2026-01-02T06:00:00Z"],
    ["0 0 29 2 *", "2028-02-29T00:00:00Z"],
    ["0 9 1 * 1", "2026-01-05T09:00:00Z"],
  ])("%s is due next at %s, in UTC", (schedule, due) => {
    expect(refusal(schedule)).not.toThrow();
    expect(scheduled(schedule, NOW)).toEqual({ schedule, nextScheduledAt: new Date(due) });
  });

  it("that is due at this very moment is due the next time", () => {
    const first = scheduled("0 3 * * *", NOW).nextScheduledAt as Date;
    expect(scheduled("0 3 * * *", first).nextScheduledAt).toEqual(new Date("2026-01-03T03:00:00Z"));
  });

  it("that is none is never due", () => {
    expect(scheduled(null, NOW)).toEqual({ schedule: null, nextScheduledAt: null });
  });

  it.each(["x * * * *", "60 3 * * *", "0 3 * * * *", "0 24 * * *", "0 3 32 * *", ""])(
    "that nobody can read is refused: %j",
    (schedule) => expect(refusal(schedule)).toThrow("The schedule cannot be read: "),
  );

  it("that is never due is refused", () => {
    expect(refusal("0 0 30 2 *")).toThrow("The schedule is never due.");
  });

  it.each(["* * * * *", "*/14 * * * *", "0,14 3 * * *", "0,50 * * * *", "0,5 0,12 * * *"])(
    "that is due more often than every 15 minutes is refused, also over the hour: %s",
    (schedule) => expect(refusal(schedule)).toThrow("more often than every 15 minutes"),
  );

  it("that is so on few days only is refused too, over midnight", () => {
    expect(refusal("0,50 0,23 1,15,16 * *")).toThrow("more often than every 15 minutes");
    expect(refusal("0,50 0,23 1,15 * *")).not.toThrow();
  });
});
