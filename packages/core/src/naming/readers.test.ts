import { commentMarker, renderComment } from "@knockon/contract/check/comment";
import { nameForReaders } from "@knockon/contract/check/named-check";
import { renderReport } from "@knockon/contract/check/report";
import { check as example } from "@knockon/contract/examples/check";
import type { Check, CheckBreak } from "@knockon/contract/resources/check";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import {
  NAMING_RULES,
  REPOSITORY_VISIBILITIES,
  type NamingRule,
  type RepositoryVisibility,
} from "@knockon/contract/vocabulary/check";
import { describe, expect, it } from "vitest";
import { seeded, type Random } from "../testing/random.ts";
import { mayName, type Readers } from "./readers.ts";

const OWN = "own";
const CASES = 2000;

const [first] = example.breaks as [CheckBreak];

interface Hosted {
  id: string;
  visibility: RepositoryVisibility | null;
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Every text about a repository contains its ID, so that a leak is found. */
function randomCheck(random: Random): { check: Check; repositories: Hosted[]; rule: NamingRule } {
  const visibilities = [...REPOSITORY_VISIBILITIES, null];
  const repositories = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => ({
    id: index === 0 ? OWN : `SECRET-${index}-END`,
    visibility: pick(random, visibilities),
  }));
  const useOf = (index: number) => {
    const { id } = pick(random, repositories);
    const file = `${id}/file`;
    return {
      ...first,
      name: `NAME_${index % 3}`,
      clock: pick(random, CLOCKS),
      consumer: { id, name: id, full_path: `acme/${id}` },
      use: {
        ...first.use,
        file,
        line: 1,
        declaration: { file, line: 2 },
        version_constraint: id,
      },
      owner: random() < 0.5 ? { names: [`@acme/${id}`], source: "codeowners" as const } : null,
      reason: `because of ${id}`,
    };
  };
  const breaks = Array.from({ length: Math.floor(random() * 12) }, (_, index) => useOf(index));
  const undecided = Array.from({ length: Math.floor(random() * 8) }, (_, index) => ({
    ...useOf(index),
    kind: "secret" as const,
  }));
  const breaking = new Set(breaks.map(({ consumer }) => consumer.id)).size;
  const verdict = breaks.length > 0 ? "breaks" : undecided.length > 0 ? "undecided" : "clean";
  const check: Check = { ...example, verdict, breaks, undecided, reached: { ...example.reached, breaking } };
  return { check, repositories, rule: pick(random, NAMING_RULES) };
}

const nameFor = (check: Check, readers: Readers) =>
  nameForReaders(check, {
    mayName: (id) => mayName(readers, id),
    lessVisible: readers.rule === "same_visibility",
  });

const linkTo = (id: string) => `https://git.acme.example/${id}`;

describe("names for readers", () => {
  it(`are never those of a repository that must stay unnamed, on any surface, in ${CASES} random checks`, () => {
    let hidden = 0;
    for (let seed = 0; seed < CASES; seed += 1) {
      const { check, repositories, rule } = randomCheck(seeded(seed));
      const visibilityOf = (id: string) => repositories.find((other) => other.id === id)?.visibility;
      const readers = { rule, repositoryId: OWN, visibilityOf };
      const named = nameFor(check, readers);
      const options = { linkTo, mentionsOwners: seed % 2 === 0, notes: [] };
      const texts = [
        JSON.stringify(named),
        JSON.stringify(renderReport(named, { ...options, failOn: "merge" })),
        renderComment(named, {
          ...options,
          marker: commentMarker("1"),
          detailsUrl: "https://app",
          maxLength: 65_536,
        }),
      ];
      for (const { id } of repositories.filter((other) => !mayName(readers, other.id))) {
        hidden += 1;
        expect(
          texts.filter((text) => text.includes(id)),
          `seed ${seed}: ${id}`,
        ).toEqual([]);
      }
    }
    expect(hidden).toBeGreaterThan(CASES);
  });

  it("are counted where they are removed, so that the sums stay", () => {
    for (let seed = 0; seed < CASES; seed += 1) {
      const { check, repositories, rule } = randomCheck(seeded(seed));
      const visibilityOf = (id: string) => repositories.find((other) => other.id === id)?.visibility;
      const { breaks, undecided, unnamed } = nameFor(check, { rule, repositoryId: OWN, visibilityOf });
      for (const clock of CLOCKS) {
        const consumers = (of: Check["breaks"]) =>
          new Set(of.filter((each) => each.clock === clock).map(({ consumer }) => consumer.id)).size;
        expect(consumers(breaks) + (unnamed.by_clock[clock] ?? 0)).toBe(consumers(check.breaks));
      }
      expect(undecided.length + unnamed.undecided).toBe(check.undecided.length);
    }
  });
});

describe("a repository may be named", () => {
  const may = (rule: NamingRule, own: RepositoryVisibility | null, other: RepositoryVisibility | null) =>
    mayName({ rule, repositoryId: OWN, visibilityOf: (id) => (id === OWN ? own : other) }, "other");

  it.each([
    ["public", "public", true],
    ["public", "internal", false],
    ["public", "private", false],
    ["public", null, false],
    ["internal", "public", true],
    ["internal", "internal", true],
    ["internal", "private", false],
    ["private", "private", true],
    ["private", null, true],
    [null, "internal", true],
    [null, "private", true],
  ] as const)(
    "under same_visibility, to readers of a %s repository if it is %s: %s",
    (own, other, expected) => {
      expect(may("same_visibility", own, other)).toBe(expected);
    },
  );

  it("always under all, and never under counts, except the repository itself", () => {
    expect([may("all", "public", "private"), may("counts", "public", "public")]).toEqual([true, false]);
    expect(mayName({ rule: "counts", repositoryId: OWN, visibilityOf: () => null }, OWN)).toBe(true);
  });
});
