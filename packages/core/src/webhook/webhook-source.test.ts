import { expect, it } from "vitest";
import { sourceOf, sourcesAbove } from "./webhook-source.ts";

it.each(["https://github.com/Acme", "http://GitHub.com/acme/", "https://github.com//acme"])(
  "an org is the same however its address is written: %s",
  (url) => expect(sourceOf(url)).toBe("github.com/acme"),
);

it("something can be of every group above it, and of no other", () => {
  expect(sourcesAbove("https://github.com/Acme/app")).toEqual(["github.com/acme"]);
  expect(sourcesAbove("https://git.acme.example:8443/acme/team/app")).toEqual([
    "git.acme.example:8443/acme",
    "git.acme.example:8443/acme/team",
  ]);
  expect(sourcesAbove(`https://github.com${"/a".repeat(10_000)}`)).toHaveLength(20);
});

it.each(["", "/acme/app", "acme/app", "https://github.com/acme", "\0"])("nothing is above %j", (url) =>
  expect(sourcesAbove(url)).toEqual([]),
);
