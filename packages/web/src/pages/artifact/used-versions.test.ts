import { expect, it } from "vitest";
import type { Consumer } from "./standings.tsx";
import { usedVersions } from "./used-versions.ts";

const use = (
  name: string,
  constraint: string | null,
  standing: Consumer["standing"] = "lagging",
): Consumer => ({
  repository: { id: name, name, full_path: `acme/${name}` },
  is_latest: standing === "latest",
  standing,
  source_file: "package.json",
  source_line: 1,
  version_constraint: constraint,
  import_count: 1,
  version_constraint_state: constraint === null ? "absent" : /^\W*\d/u.test(constraint) ? "range" : "pinned",
});
const versionsOf = (...uses: Consumer[]) => usedVersions(uses).map(({ constraint }) => constraint);

it("orders versions by number, newest first, also of different status", () => {
  const uses = [
    use("a", "^4.0.0", "latest"),
    use("b", "^10.0.0", "ahead"),
    use("c", "^3.9.0"),
    use("d", "~3.10"),
  ];
  expect(versionsOf(...uses)).toEqual(["^10.0.0", "^4.0.0", "~3.10", "^3.9.0"]);
});

it("puts pre-releases below their release, and what has no number last", () => {
  const uses = [
    use("a", "v2.0.0-rc.2"),
    use("b", null),
    use("c", "main"),
    use("d", "v2.0.0"),
    use("e", "v2.0.0-rc.10"),
  ];
  expect(versionsOf(...uses).slice(0, 3)).toEqual(["v2.0.0", "v2.0.0-rc.10", "v2.0.0-rc.2"]);
});

it("counts each repository once per version", () => {
  const uses = [use("a", "^1.0.0"), use("a", "^1.0.0"), use("b", "^1.0.0"), use("b", "^2.0.0")];
  expect(usedVersions(uses).map(({ constraint, repositories }) => [constraint, repositories])).toEqual([
    ["^2.0.0", 1],
    ["^1.0.0", 2],
  ]);
});
