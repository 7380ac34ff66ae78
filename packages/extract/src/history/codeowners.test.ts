import { expect, it } from "vitest";
import { parseTeams } from "./codeowners.ts";

it("the teams of a CODEOWNERS file are told once each; people and addresses are not", () => {
  const text = [
    "# @acme/nobody",
    "* @acme/platform jane@acme.test @jane # @acme/comment",
    "[Docs] @acme/section",
    "/api/ @acme/group/backend @acme/platform",
    "/web/",
    "@acme/pattern",
  ].join("\r\n");
  expect(parseTeams(text)).toEqual(["@acme/group/backend", "@acme/platform", "@acme/section"]);
});
