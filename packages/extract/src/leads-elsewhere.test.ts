import { expect, it } from "vitest";
import { leadsElsewhere } from "./leads-elsewhere.ts";

it.each([
  ["git@github.com:Acme/App.git", ["npm_package:app", "git:github.com/acme/app"], false],
  ["https://github.com/acme/app", ["git:github.com/acme/app-two"], true],
  ["https://github.com/acme/app", [], true],
  ["/srv/git/app", ["git:github.com/acme/app"], true],
  [null, ["git:github.com/acme/app"], true],
])("from %j, %j: %s", (cloneUrl, lookups, expected) => {
  expect(leadsElsewhere({ cloneUrl })({ lookups })).toBe(expected);
});
