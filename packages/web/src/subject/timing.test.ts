import { expect, it } from "vitest";
import { rankOfTiming, timingInWords } from "./timing.ts";

it("counts repositories by timing, the earliest first", () => {
  expect(timingInWords(["bump", "next_run", "bump"])).toBe("1 on its next run, 2 when bumped");
  expect(timingInWords(["next_run", "next_run", "next_update"])).toBe(
    "2 on their next run, 1 at its next update",
  );
});

it("does not repeat the number of repositories that all have the same timing", () => {
  expect(timingInWords(["next_run", "next_run"])).toBe("all on their next run");
  expect(timingInWords(["unknown"])).toBe("at an unknown time");
  expect(timingInWords([])).toBe("");
});

it("says of several dependencies when the one repository gets their changes", () => {
  expect(timingInWords(["bump", "next_run", "next_run"], { receiver: "one" })).toBe(
    "2 on its next run, 1 when bumped",
  );
  expect(timingInWords(["next_run", "next_run"], { receiver: "one" })).toBe("all on its next run");
  expect(timingInWords(["next_run"], { receiver: "one" })).toBe("on its next run");
});

it("counts apart what a version decides on the next run, and what one release reaches", () => {
  const clocks = ["next_run", "next_run", "next_run", "bump"] as const;
  expect(timingInWords(clocks, { limit: { may: 3, most: 2 } })).toBe(
    "3 may get it on their next run (at most 2 with one version), 1 when bumped",
  );
  expect(timingInWords(clocks, { limit: { may: 2, most: 2 } })).toBe(
    "1 on its next run, 2 may get it on their next run (at most 1 with one version), 1 when bumped",
  );
  expect(timingInWords(clocks, { limit: { may: 1, most: 5 } })).toBe(
    "2 on their next run, 1 may get it on its next run, 1 when bumped",
  );
  expect(timingInWords(["next_run", "next_run"], { limit: { may: 2, most: 2 } })).toBe(
    "2 may get it on their next run",
  );
  expect(timingInWords(["next_run"], { receiver: "one", limit: { may: 1, most: 1 } })).toBe(
    "1 may arrive on its next run",
  );
  expect(timingInWords(["bump", "bump"], { limit: { may: 0, most: 0 } })).toBe("all when bumped");
});

it("counts archived repositories apart, as nothing runs there", () => {
  expect(timingInWords(["archived", "next_run", "archived", "bump"])).toBe(
    "1 on its next run, 1 when bumped, 2 archived",
  );
  expect(timingInWords(["archived", "archived"])).toBe("all archived");
  expect(timingInWords(["archived"])).toBe("archived");
});

it("puts archived repositories after all others, and rows without a timing last", () => {
  const clocks = ["archived", "unknown", undefined, "next_run", "bump", "next_update"] as const;
  expect(clocks.toSorted((a, b) => rankOfTiming(a) - rankOfTiming(b))).toEqual([
    "next_run",
    "next_update",
    "bump",
    "unknown",
    "archived",
    undefined,
  ]);
});
