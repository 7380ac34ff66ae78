import { expect, it } from "vitest";
import { sourceOf, sourcesAbove } from "./delivery.ts";

it.each(["https://github.com/Acme", "http://GitHub.com/acme/", "https://github.com//acme"])(
  "sourceOf normalizes an org's URL: %s",
  (url) => expect(sourceOf(url)).toBe("github.com/acme"),
);

it("sourcesAbove returns every parent group", () => {
  expect(sourcesAbove("https://github.com/Acme/app")).toEqual(["github.com/acme"]);
  expect(sourcesAbove("https://git.acme.example:8443/acme/team/app")).toEqual([
    "git.acme.example:8443/acme",
    "git.acme.example:8443/acme/team",
  ]);
  expect(sourcesAbove(`https://github.com${"/a".repeat(10_000)}`)).toHaveLength(20);
});

it.each(["", "/acme/app", "acme/app", "https://github.com/acme", "\0"])(
  "sourcesAbove returns nothing for %j",
  (url) => expect(sourcesAbove(url)).toEqual([]),
);
