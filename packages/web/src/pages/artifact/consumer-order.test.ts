import type { Clock } from "@knockon/contract/vocabulary/clock";
import { expect, it } from "vitest";
import { earliestFirst } from "./consumer-order.ts";
import { type Consumer, comparisonsOf } from "./standings.tsx";

const use = (
  name: string,
  standing: Consumer["standing"],
  constraint: string,
  file = "go.mod",
): Consumer => ({
  repository: { id: name, name, full_path: `acme/${name}` },
  is_latest: standing === "latest",
  standing,
  source_file: file,
  source_line: 1,
  version_constraint: constraint,
  import_count: 1,
  version_constraint_state: /^\d/u.test(constraint) ? "pinned" : "range",
});
const arrival = (clock: Clock, archived = false) => ({ clock, clock_evidence: null, archived });

const namesOf = (uses: readonly Consumer[]): string[] => uses.map(({ repository }) => repository.id);

it("puts what gets a change on its next run before what lags, and archived repositories last of those with a timing", () => {
  const uses = [
    use("archived", "latest", "^4"),
    use("bumped", "lagging", "1.0.0"),
    use("untimed", "lagging", "1.0.0"),
    use("soon", "latest", "^4"),
  ];
  const arrivals = new Map([
    ["soon", arrival("next_run")],
    ["bumped", arrival("bump")],
    ["archived", arrival("next_run", true)],
  ]);
  expect(namesOf(earliestFirst(uses, arrivals))).toEqual(["soon", "bumped", "archived", "untimed"]);
});

it("puts what is furthest behind first among repositories of one timing, which keep their order otherwise", () => {
  const uses = [use("a", "latest", "4.0.0"), use("b", "lagging", "1.0.0"), use("c", "lagging", "2.0.0")];
  expect(namesOf(earliestFirst(uses, new Map()))).toEqual(["b", "c", "a"]);
});

it("starts the uses of a repository with the one that decides its timing", () => {
  const uses = [
    use("a", "lagging", "1.0.0"),
    use("a", "latest", "^4.0.0"),
    use("a", "lagging", "2.0.0", "x"),
  ];
  const first = (clock: Clock): string | null | undefined =>
    earliestFirst(uses, new Map([["a", arrival(clock)]]))[0]?.version_constraint;
  expect([first("next_run"), first("bump")]).toEqual(["^4.0.0", "1.0.0"]);
});

it("names each status of a repository once, the first one first", () => {
  const uses = [use("a", "latest", "4.0.0"), use("a", "lagging", "1.0.0"), use("a", "latest", "^4.0.0")];
  expect(comparisonsOf(uses).map(({ standing }) => standing)).toEqual(["latest", "lagging"]);
});
