import { expect, it } from "vitest";
import { parseTeams } from "./codeowners.ts";

it("returns each team of a CODEOWNERS file once, without users and email addresses", () => {
  const text = [
    "# @acme/commented-out",
    "* @acme/platform jane@acme.test @jane # @acme/comment",
    "[Docs] @acme/section",
    "/api/ @acme/group/backend @acme/platform",
    "/web/",
    "@acme/pattern",
  ].join("\r\n");
  expect(parseTeams(text)).toEqual(["@acme/group/backend", "@acme/platform", "@acme/section"]);
});
