import { array, assert, constantFrom, integer, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Commit } from "./commit.ts";
import { addCredits } from "./credits.ts";
import { findPeople, NO_CORRECTIONS, type Person, type PersonCorrections } from "./people.ts";
import { commit, countsOf, DAY, readCredits, readPeople, START } from "./testing/read-people.ts";

describe("one person", () => {
  it.each([
    ["the same address with another name and case", "Jane Doe <jane@acme.test>", "jd <Jane@Acme.test>"],
    ["the same full name", "Jane Doe <jane@acme.test>", "Jane Doe <jane@home.test>"],
    ["another spelling of it", "José Núñez <a@acme.test>", "jose nunez <b@acme.test>"],
    ["the family name first", "Jane Doe <a@acme.test>", "Doe, Jane <b@acme.test>"],
    ["the same one-word name in a script without spaces", "山田太郎 <a@acme.test>", "山田太郎 <b@acme.test>"],
    [
      "GitHub's private address with and without the account number",
      "a <1234+jane@users.noreply.github.com>",
      "b <jane@users.noreply.github.com>",
    ],
    ["GitLab's private address", "a <77-jane@users.noreply.gitlab.com>", "b <jane@users.noreply.gitlab.com>"],
    ["a name with the suffix of a tool", "Jane Doe <a@acme.test>", "Jane Doe (aider) <b@acme.test>"],
    ["the same name without a personal address", "jane <>", "Jane <none@none>"],
  ])("is %s [D-9.9,10]", (_, one, other) => {
    expect(Object.values(countsOf([commit(one), commit(other)]))).toEqual([2]);
  });

  it.each([
    ["a single name", "Jane <a@acme.test>", "Jane <b@acme.test>"],
    ["a placeholder name", "Your Name <a@acme.test>", "Your Name <b@acme.test>"],
    ["a default address", "Jane Doe <root@localhost>", "Joe Bloggs <root@localhost>"],
    ["a no-reply address", "Jane Doe <noreply@acme.test>", "Joe Bloggs <noreply@acme.test>"],
    [
      "an account name that starts with digits",
      "a <12-x@users.noreply.github.com>",
      "b <x@users.noreply.github.com>",
    ],
  ])("is not %s", (_, one, other) => {
    expect(readPeople([commit(one), commit(other)])).toHaveLength(2);
  });

  it("joins two identities that a third signature connects, and has the latest name", () => {
    const commits = [
      commit("Jane Doe <jane@acme.test>", START),
      commit("Jane Smith <smith@acme.test>", START + 2 * DAY),
      commit("Jane Doe <smith@acme.test>", START + DAY),
    ];
    expect(countsOf(commits)).toEqual({ "Jane Smith": 3 });
  });

  it("has the name and address from the mailmap", () => {
    const mailmap = [
      "# people",
      "Jane Doe <jane@acme.test> <jd@old.test>",
      "Joe Bloggs <joe@acme.test> shared <team@acme.test>",
      "Ann Other <team@acme.test>",
      "<ann@acme.test> <team@acme.test>",
    ].join("\n");
    const commits = [
      commit("jd <JD@old.test>"),
      commit("J. <jane@acme.test>"),
      commit("Shared <team@acme.test>"),
      commit("someone <team@acme.test>"),
      commit("A. Other <ann@acme.test>"),
    ];
    expect(countsOf(commits, mailmap)).toEqual({ "Jane Doe": 2, "Joe Bloggs": 1, "A. Other": 2 });
    expect(readPeople(commits, mailmap).flatMap(({ keys }) => keys)).not.toContain("address jd@old.test");
  });
});

describe("a display name", () => {
  it.each([
    ["jane@acme.test", "(redacted)"],
    ["", "(redacted)"],
    ["Jane <jane@acme.test>", "Jane"],
    ["jane＠acme.test", "(redacted)"],
    ["Jane\u202e\u0007 Doe", "Jane Doe"],
    ["@jane", "@jane"],
    ["Jane Doe", "Jane Doe"],
  ])("%j is %j [D-9.13]", (name, shown) => {
    expect(
      countsOf([{ authors: [{ name, email: "a@acme.test" }], committedAt: START, subject: "" }]),
    ).toEqual({
      [shown]: 1,
    });
  });

  it("is an earlier one if the latest contains only an address", () => {
    const commits = [commit("Jane <j@acme.test>", START), commit("j@acme.test <j@acme.test>", START + DAY)];
    expect(countsOf(commits)).toEqual({ Jane: 2 });
    expect(countsOf(commits.toReversed())).toEqual({ Jane: 2 });
  });

  it("is the latest full name, also if later commits have a short one", () => {
    const names = ["Jane Roe", "Jane Doe", "jdoe", "@jdoe"];
    const commits = names.map((name, at) => commit(`${name} <j@acme.test>`, START + at * DAY));
    expect(countsOf(commits)).toEqual({ "Jane Doe": 4 });
    expect(countsOf(commits.toReversed())).toEqual({ "Jane Doe": 4 });
    expect(countsOf(commits.slice(2))).toEqual({ "@jdoe": 2 });
  });
});

describe("a commit with co-authors", () => {
  const JANE = "Jane Doe <jane@acme.test>";
  const JOE = "Joe Bloggs <joe@acme.test>";

  it("counts for each person, and divides its weight among them [D-9.7,12]", () => {
    const people = readPeople([commit([JANE, JOE]), commit(JANE)]);
    expect(people.map(({ name, commitCount }) => [name, commitCount])).toEqual([
      ["Jane Doe", 2],
      ["Joe Bloggs", 1],
    ]);
    const [jane, joe] = people;
    expect((jane?.weight ?? 0) / (joe?.weight ?? 1)).toBe(3);
  });

  it("counts once for a person who signs twice", () => {
    expect(countsOf([commit([JANE, "Jane Doe <jane@home.test>"])])).toEqual({ "Jane Doe": 1 });
  });

  it("belongs to the person alone if the other author is an AI agent", () => {
    const [jane] = readPeople([commit([JANE, "Claude <noreply@anthropic.com>"])]);
    expect(jane?.weight).toBe(readPeople([commit(JANE)])[0]?.weight);
  });

  it("belongs to the co-authors if the author is a bot, unless the bot only raises versions", () => {
    expect(countsOf([commit(["mergify[bot] <1+mergify[bot]@users.noreply.github.com>", JANE])])).toEqual({
      "Jane Doe": 1,
    });
    expect(
      countsOf([commit(["dependabot[bot] <2+dependabot[bot]@users.noreply.github.com>", JANE])]),
    ).toEqual({});
    expect(countsOf([commit(["Renovate Bot <bot@renovateapp.com>", JANE])])).toEqual({});
  });
});

describe("a program", () => {
  const JANE = "Jane Doe <jane@acme.test>";
  const DEPLOYER = "Deployer <deployer@acme.test>";
  const deploy = (nth: number) =>
    commit(DEPLOYER, START, `Deploy api ${nth}.${nth} (a${nth}b${nth}) to production`);
  const deploys = (count: number) => Array.from({ length: count }, (_, nth) => deploy(nth));
  const works = Array.from({ length: 400 }, (_, nth) =>
    commit(JANE, START, `Fix ${"x".repeat(nth % 90)} again`),
  );

  it("is an author of hundreds of commits with the same few subjects", () => {
    expect(countsOf([...deploys(300), ...works])).toEqual({ "Jane Doe": 400 });
    expect(countsOf([...deploys(299), ...works])).toEqual({ "Jane Doe": 400, Deployer: 299 });
  });

  it("leaves its commits to their co-authors", () => {
    const [jane] = readPeople([...deploys(300), commit([DEPLOYER, JANE])]);
    expect([jane?.commitCount, jane?.weight]).toEqual([1, readPeople([commit(JANE)])[0]?.weight]);
  });

  it("is recognized in a continued history", () => {
    const continued = addCredits(readCredits(deploys(200)), readCredits(deploys(100)));
    expect(findPeople(continued)).toEqual([]);
  });

  it("is what users say", () => {
    const keys = (name: string) => new Set([`address ${name}@acme.test`]);
    const people = (corrections: Partial<PersonCorrections>) =>
      findPeople(readCredits([...deploys(300), ...works]), { ...NO_CORRECTIONS, ...corrections })
        .map(({ name }) => name)
        .toSorted();
    expect(people({ notPeople: keys("jane") })).toEqual([]);
    expect(people({ people: keys("deployer") })).toEqual(["Deployer", "Jane Doe"]);
    const samePerson = [["address deployer@acme.test", "address jane@acme.test"]];
    expect(people({ samePerson, people: keys("jane") })).toHaveLength(1);
  });
});

const signature = tuple(
  constantFrom("Ann B", "Cid D", "Eve F", "ann"),
  constantFrom("a", "b", "c", "d", "e"),
).map(([name, user]) => `${name} <${user}@acme.test>`);
const history = array(
  tuple(array(signature, { minLength: 1, maxLength: 3 }), integer({ min: 0, max: 3000 })).map(
    ([signatures, day]): Commit => commit(signatures, START - day * DAY, `subject ${"x".repeat(day % 40)}`),
  ),
  { maxLength: 30 },
);

describe("a continued history", () => {
  it("returns the same people as reading the whole history", () => {
    assert(
      property(history, history, (before, after) => {
        const continued = findPeople(addCredits(readCredits(before), readCredits(after)));
        expect(comparable(continued)).toEqual(comparable(readPeople([...before, ...after])));
      }),
    );
  });

  it("merges two co-signers who turn out to be one person, and counts their commit once", () => {
    const before = readCredits([commit(["Ann B <a@acme.test>", "Cid D <b@acme.test>"])]);
    const [ann, ...others] = findPeople(addCredits(before, readCredits([commit("Ann B <b@acme.test>")])));
    expect([ann?.commitCount, others]).toEqual([2, []]);
  });

  it("stores work by month for three years before the newest commit", () => {
    const commits = [0, 1000, 1200].map((day) => commit("Ann B <a@acme.test>", START - day * DAY));
    expect(readPeople(commits)[0]?.months).toEqual({ [2025 * 12]: 1, [2022 * 12 + 3]: 1 });
  });

  it("is stored as plain JSON", () => {
    const credits = readCredits([commit("Ann B <a@acme.test>")]);
    expect(JSON.parse(JSON.stringify(credits))).toEqual(credits);
  });
});

/** Rounds sums, which depend on the order of addition. */
const comparable = (people: readonly Person[]) =>
  people
    .map((person) => ({
      ...person,
      weight: Number(person.weight.toPrecision(9)),
      months: Object.fromEntries(
        Object.entries(person.months).map(([month, work]) => [month, Number(work.toPrecision(9))]),
      ),
    }))
    .toSorted((a, b) => ((a.keys[0] ?? "") < (b.keys[0] ?? "") ? -1 : 1));
