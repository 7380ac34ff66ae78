import { array, assert, integer, property, shuffledSubarray } from "fast-check";
import { describe, expect, it } from "vitest";
import { ownershipOf } from "./ownership.ts";
import { commit, DAY, readPeople, START } from "./testing/read-people.ts";

const PERSONS = Array.from({ length: 8 }, (_, at) => `Person P${at} <p${at}@acme.test>`);

/** Returns the ownership for a number of commits per person. `at` is the time of the nth commit. */
const ownedBy = (counts: readonly number[], at: (nth: number) => number = () => START) =>
  ownershipOf(
    readPeople(
      counts.flatMap((count, person) =>
        Array.from({ length: count }, (_, nth) => commit(PERSONS[person] ?? "", at(nth))),
      ),
    ),
  );

describe("the bus factor", () => {
  it("of the contributor-absence example is 2 [D-9.8]", () => {
    const { busFactor, contributors, topAuthor } = ownedBy([1000, 202, 90, 33, 332, 343, 42, 433]);
    expect([busFactor, contributors[0]?.commitCount, contributors.at(-1)?.commitCount]).toEqual([
      2, 1000, 33,
    ]);
    expect(topAuthor?.share).toBe(Math.round((1000 / 2475) * 1e9) / 1e9);
  });

  it.each([
    [[], 0],
    [[1], 1],
    [[3, 3], 1],
    [[3, 2, 2], 2],
    [[1, 1, 1, 1], 2],
    [[1, 1, 1, 1, 1, 1, 1], 4],
    [[5, 1, 1, 1, 1, 1], 1],
  ])("of %j commits is %d [D-9.3,5]", (counts, busFactor) => {
    expect(ownedBy(counts).busFactor).toBe(busFactor);
  });

  it("is 1 exactly when the top author's share is a half or more [D-9.6]", () => {
    const counts = array(integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
    assert(
      property(counts, integer({ min: 0, max: 400 }), (each, step) => {
        const { busFactor, topAuthor, contributors } = ownedBy(each, (nth) => START - nth * step * DAY);
        expect((topAuthor?.share ?? 0) >= 0.5).toBe(busFactor === 1);
        expect(contributors.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 7);
        expect(topAuthor?.share).toBe(Math.max(...contributors.map(({ share }) => share)));
      }),
    );
  });

  it("does not depend on the order of people or on the date of equally old work", () => {
    const shuffled = shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 });
    assert(
      property(shuffled, integer({ min: -2000, max: 300 }), (counts, days) => {
        const { busFactor, topAuthor } = ownedBy(counts, () => START + days * DAY);
        expect([busFactor, topAuthor?.share]).toEqual([3, Math.round((8 / 36) * 1e9) / 1e9]);
      }),
    );
  });
});

it("weighs a commit half if it is 365 days older [D-9.4]", () => {
  const old = commit(PERSONS[0] ?? "", START - 365 * DAY);
  const { contributors } = ownershipOf(readPeople([old, commit(PERSONS[1] ?? "")]));
  expect(contributors.map(({ name, share }) => [name, share])).toEqual([
    ["Person P1", 0.666666667],
    ["Person P0", 0.333333333],
  ]);
});

it("treats a commit date in the future as now", () => {
  const ahead = commit(PERSONS[0] ?? "", Date.UTC(2099, 0) / 1000);
  const { topAuthor, window } = ownershipOf(readPeople([ahead, commit(PERSONS[1] ?? "")]));
  expect(topAuthor?.share).toBeCloseTo(2 / 3, 3);
  expect(window).toEqual({ start: START, end: Date.UTC(2026, 0) / 1000 });
});
