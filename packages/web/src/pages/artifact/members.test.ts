import { expect, it } from "vitest";
import { type Member, membersHeading, usedFirst } from "./members.ts";

const member = (name: string, consumers_total?: number): Member => ({
  kind: "input",
  name,
  file: "action.yml",
  line: 1,
  ...(consumers_total !== undefined && { consumers_total }),
});

it("puts the names with most users first, and keeps the order of the others", () => {
  const names = [member("arch", 0), member("path"), member("token", 1), member("version", 3)];
  expect(usedFirst(names).map(({ name }) => name)).toEqual(["version", "token", "arch", "path"]);
});

it("names what an artifact requires as such, in the plural", () => {
  expect(membersHeading("output")).toBe("Outputs");
  expect(membersHeading("engine")).toBe("Required engines");
  expect(membersHeading("peer")).toBe("Required peer dependencies");
});
