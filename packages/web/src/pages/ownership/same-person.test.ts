import { expect, it } from "vitest";
import { findSameNames } from "./same-person.ts";

const person = (name: string, commit_count: number) => ({
  name,
  commit_count,
  person_key: `${name} ${commit_count}`,
});

it("finds the contributor with most commits of the same name, apart from case, accents and spaces", () => {
  const people = [
    person("janedoe", 3),
    person("Jane Doe", 20),
    person("JANÉ-DOE", 1),
    person("Jane", 5),
    person("Joe Bloggs", 9),
    person("…", 2),
    person("?", 1),
  ];
  const found = [...findSameNames(people)].map(([key, { name }]) => [key, name]);
  expect(found).toEqual([
    ["janedoe 3", "Jane Doe"],
    ["JANÉ-DOE 1", "Jane Doe"],
  ]);
});
