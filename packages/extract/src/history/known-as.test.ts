import { describe, expect, it } from "vitest";
import type { Commit } from "./commit.ts";
import { knownAs, nicknamesOf, type MainAuthor } from "./known-as.ts";
import { ownershipOf } from "./ownership.ts";
import { findPeople } from "./people.ts";
import { commit, readCredits } from "./testing/read-people.ts";

/** The main author of a repository with these commits. */
function mainAuthor(commits: readonly Commit[]): MainAuthor {
  const credits = readCredits(commits);
  const person = ownershipOf(findPeople(credits)).topAuthor?.person;
  if (!person) throw new Error("The commits have no human author.");
  return { name: person.name, keys: person.keys, nicknames: nicknamesOf(credits, person) };
}

const by = (...signatures: readonly string[]) => mainAuthor(signatures.map((signature) => commit(signature)));
const withLogin = (signature: string, login: string) =>
  mainAuthor([
    { ...commit(signature), authors: commit(signature).authors.map((author) => ({ ...author, login })) },
  ]);
const known = (
  authors: readonly MainAuthor[],
  accounts: readonly string[] = [],
  samePerson: string[][] = [],
) => knownAs(authors, { accounts, pseudonym: (key) => key, samePerson });

const JANE = "Jane Doe <jane@acme.test>";

describe("the account of an author", () => {
  it.each([
    ["the private address at GitHub", by("Jane Doe <12+JDoe@users.noreply.github.com>")],
    ["the private address at GitLab", by("Jane Doe <12-jdoe@users.noreply.gitlab.com>")],
    ["the login that the host says", withLogin(JANE, "JDoe")],
    ["a nickname with the same address as the full name", by(JANE, "jdoe <jane@acme.test>")],
    ["a nickname of both names in one word", by(JANE, "JaneDoe <jane@acme.test>")],
  ])("is found by %s", (_, author) => {
    expect(known([author], ["@janedoe", "@jdoe"])).toEqual([expect.stringMatching(/^@(?:jdoe|janedoe)$/)]);
  });

  it.each([
    ["a part of the full name, which others may have", by(JANE, "Jane <jane@acme.test>")],
    ["a name of one word without a full name", by("jane <jane@acme.test>")],
    ["nothing but a similar address", by(JANE)],
  ])("is not found by %s", (_, author) => {
    expect(known([author], ["@jane", "@doe"])).toEqual([author.name]);
  });

  it("belongs to no one if two people have the nickname, and to the one with the address at the host otherwise", () => {
    const joe = by("Joe Bloggs <joe@acme.test>", "admin <joe@acme.test>");
    const jane = by(JANE, "admin <jane@acme.test>");
    expect(known([joe, jane], ["@admin"])).toEqual(["Joe Bloggs", "Jane Doe"]);
    expect(known([joe, withLogin(JANE, "admin")], ["@admin"])).toEqual(["Joe Bloggs", "@admin"]);
  });

  it("is known in all repositories of the person", () => {
    const authors = [
      by(JANE),
      withLogin(JANE, "jdoe"),
      by("jd <jane@acme.test>"),
      by("Joe Bloggs <joe@acme.test>"),
    ];
    expect(known(authors, ["@jdoe"])).toEqual(["@jdoe", "@jdoe", "@jdoe", "Joe Bloggs"]);
  });
});

describe("the name of an author without an account in CODEOWNERS", () => {
  it("is the same full name in all repositories", () => {
    const authors = [by("jd <jane@acme.test>"), by(JANE), by("Jane Smith <jane@acme.test>"), by(JANE)];
    expect(known(authors)).toEqual(["Jane Doe", "Jane Doe", "Jane Doe", "Jane Doe"]);
  });

  it("is that of another author if a user says that both are one person", () => {
    const [jd, jane] = [by("jd <home@acme.test>"), by(JANE)];
    expect(known([jd, jane])).toEqual(["jd", "Jane Doe"]);
    expect(known([jd, jane], [], [[...jd.keys, ...jane.keys]])).toEqual(["Jane Doe", "Jane Doe"]);
  });
});

describe("a login that the host says", () => {
  it("joins the addresses of one person", () => {
    const commits = ["Jane Doe <a@acme.test>", "J. <b@acme.test>"].map((signature) => ({
      ...commit(signature),
      authors: commit(signature).authors.map((author) => ({ ...author, login: "jdoe" })),
    }));
    expect(findPeople(readCredits(commits)).map(({ name, commitCount }) => [name, commitCount])).toEqual([
      ["Jane Doe", 2],
    ]);
  });
});
