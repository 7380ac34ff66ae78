import { array, assert, constantFrom, property } from "fast-check";
import { expect, it } from "vitest";
import { addSubject, areRepeated, mergeSubjects, noSubjects } from "./subjects.ts";

const sketchOf = (subjects: readonly string[]) => {
  const sketch = noSubjects();
  for (const subject of subjects) addSubject(sketch, subject);
  return sketch;
};

const repeated = (distinct: number, commits: number) =>
  areRepeated(sketchOf(Array.from({ length: commits }, (_, at) => `subject ${"x".repeat(at % distinct)}`)));

it.each([
  ["three subjects in 299 commits", 3, 299, false],
  ["three subjects in 300 commits", 3, 300, true],
  ["four subjects in 300 commits", 4, 300, false],
  ["100 subjects in 1,000 commits", 100, 1000, false],
  ["100 subjects in 9,000 commits", 100, 9000, false],
  ["100 subjects in 11,000 commits", 100, 11_000, true],
  ["100 subjects in 30,000 commits", 100, 30_000, true],
])("areRepeated: %s", (_, distinct, commits, expected) => {
  expect(repeated(distinct, commits)).toBe(expected);
});

it("subjects that differ in versions, numbers and commits are the same", () => {
  const sketch = sketchOf(["Bump api to v1.2.3 (#12)", "bump api to v2 (#99)", "Bump web to v1", "", " "]);
  expect([sketch.commits, sketch.hashes.length]).toEqual([3, 2]);
  expect(sketchOf(["Deploy a1b2c3d", "Deploy 99f0e1"]).hashes).toHaveLength(1);
});

it("merged sketches equal the sketch of all subjects, in any order", () => {
  const subjects = array(constantFrom(...Array.from({ length: 60 }, (_, at) => "y".repeat(at))));
  assert(
    property(subjects, subjects, (some, others) => {
      const merged = sketchOf(others);
      mergeSubjects(merged, sketchOf(some));
      expect(merged).toEqual(sketchOf([...some, ...others]));
    }),
  );
});
