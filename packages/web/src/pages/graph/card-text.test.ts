import { expect, it } from "vitest";
import { arrivingAt, viewWith } from "./example-view.ts";
import {
  countsInLines,
  linesOfCounts,
  versionsByName,
  versionsIn,
  versionsInFull,
  versionsOfSection,
} from "./group-versions.ts";
import { headingInWords } from "./section-words.ts";
import { tabularWidth, textWidth } from "../../format/text-width.ts";

const declaring = (id: string, version?: string, archived = false) => {
  const node = viewWith([`${id} > root`]).nodes.find((one) => one.id === id);
  const arrival = { hops: 1, clock: "bump" as const, isMaximum: false };
  return {
    ...arrivingAt(node!, "bump"),
    archived,
    arrival: version === undefined ? arrival : { ...arrival, versions: [version] },
  };
};

const declaringAll = (...versions: string[]) => versions.map((version, at) => declaring(`r${at}`, version));

it("says from which to which version the repositories of a group declare, or how many if these have no order", () => {
  const main = declaringAll("main", "main");
  expect(versionsIn(main)).toBe("main");
  expect(versionsIn([...main, declaring("none")])).toBe("");
  const two = declaringAll("v10.0.0", "v2.0.0");
  expect(versionsIn(two)).toBe("v2.0.0, v10.0.0");
  const both = declaring("both", "v2.0.0");
  const withBoth = [...two, { ...both, arrival: { ...both.arrival, versions: ["v2.0.0", "v10.0.0"] } }];
  expect(versionsIn(withBoth)).toBe("v2.0.0, v10.0.0");
  const releases = declaringAll("v2.0.0", "v10.0.0", "v3.0.0");
  expect(versionsIn(releases)).toBe("v2.0.0–v10.0.0");
  expect(versionsIn([...releases, declaring("a", "^1.0.0")])).toBe("4 versions");
});

it("says what each repository of a group declares, unless all declare the same", () => {
  expect(versionsByName(declaringAll("v2.0.0", "v10.0.0"))).toBe("r0\u{A0}v2.0.0, r1\u{A0}v10.0.0");
  expect(versionsByName(declaringAll("main", "main"))).toBe("");
  expect(versionsByName([...declaringAll("v2.0.0", "v10.0.0"), declaring("none")])).toBe("");
});

it("says which repositories of a group declare what if these are few versions", () => {
  expect(versionsInFull(declaringAll("main", "main"))).toBe("");
  expect(versionsInFull(declaringAll("v2.0.0", "v10.0.0", "v2.0.0", "v10.0.0"))).toBe(
    "v10.0.0 ×2 · v2.0.0 ×2",
  );
  const one = declaring("other", "v3.0.0");
  const others = declaringAll("v2.0.0", "v2.0.0");
  expect(versionsInFull([...others, one])).toBe("v2.0.0, other v3.0.0");
  const also = { ...one, arrival: { ...one.arrival, versions: ["v2.0.0", "v3.0.0"] } };
  expect(versionsInFull([...others, also])).toBe("v2.0.0, other also v3.0.0");
  expect(versionsInFull(declaringAll("v1", "v2", "v3", "v4", "v1"))).toBe("");
});

it("counts the versions that the active repositories of a section declare, as far as there is room", () => {
  const nodes = declaringAll("v4", "v2", "v1", "v3", "v5", "v4", "v2", "v4");
  const counts = versionsOfSection(nodes);
  const all = "v1 ×1, v2 ×2, v3 ×1, v4 ×3, v5 ×1";
  const wordsIn = (width: number): string => countsInLines(counts, width).replaceAll("\u{A0}", " ");
  expect(wordsIn(Infinity)).toBe(all);
  expect([tabularWidth(all), textWidth(all) / 2, 0].map((width) => linesOfCounts(counts, width))).toEqual([
    1, 2, 2,
  ]);
  expect(wordsIn(165)).toBe("v2 ×2, v4 ×3, 3 on 3 others");
  expect(wordsIn(0)).toBe("v4 ×3, 5 on 4 others");
  expect(linesOfCounts({ counts: [] }, 0)).toBe(0);
  const withArchived = versionsOfSection([...nodes, declaring("old", "v6", true)]);
  expect(countsInLines(withArchived, Infinity)).toMatch(/^The 8: v1\u{A0}×1, /u);
  expect(versionsOfSection(declaringAll("v1", "v2", "v1", "v2"))).toMatchObject({
    active: "v2 ×2 · v1 ×2",
    counts: [],
  });
});

it("says in the heading of a section as much as there is room for, and always how many are archived", () => {
  const timing = { clock: "bump" as const, count: 32, isMaximum: false, archived: 2 };
  const versions = { active: "v2, lib also v1", archived: "v0", counts: [] };
  const wordsIn = (room: number) => headingInWords(timing, { versions, choice: "the most used first", room });
  const all = "32 (v2, lib also v1), excluding 2 archived (v0) · the most used first";
  const rooms = [
    "32 (v2, lib also v1), excluding 2 archived (v0)",
    "32 (v2, lib also v1), excluding 2 archived",
    "32, excluding 2 archived",
  ];
  expect(wordsIn(Infinity)).toBe(all);
  expect(rooms.map((words) => wordsIn(textWidth(`${words}.`)))).toEqual(rooms);
  expect(wordsIn(0)).toBe("32, excluding 2 archived");
});

it("says what archived repositories of a section declare if no active one does", () => {
  const same = declaringAll("main", "main");
  expect(versionsOfSection([...same, declaring("old", "v0", true)])).toEqual({
    active: "",
    archived: "v0",
    counts: [],
  });
  expect(versionsOfSection([...same, declaring("old", "main", true)]).archived).toBe("");
});
