import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import { interfaceOf, member, type Argument } from "@knockon/extract/interface";
import { describe, expect, it } from "vitest";
import { usesByMember } from "./member-uses.ts";

const CHART = { artifactType: "helm_chart", name: "app", sourceFile: "Chart.yaml", sourceLine: 1 } as const;
const AT = { file: "values.yaml", line: 1 };
const value = (name: string, acceptsAny = false) => member(AT, "value", name, { acceptsAny });

const use = (names: readonly string[] | null, scope = "helm_chart:app", kind: MemberKind = "value") => ({
  scope,
  file: "Chart.yaml",
  line: 5,
  arguments:
    names && names.map((name, index): Argument => ({ kind, name, file: "prod.yaml", line: index + 1 })),
});

/** The lines that use each name. */
const linesOf = (members: ReturnType<typeof value>[], uses: ReturnType<typeof use>[]) =>
  Object.fromEntries(
    Array.from(usesByMember(interfaceOf(CHART, members), uses).byMember, ([{ name }, found]) => [
      name,
      found.map(({ line }) => line),
    ]),
  );

describe("usesByMember", () => {
  it("finds the lines that pass a name, and none for a name that no use passes", () => {
    expect(linesOf([value("image"), value("port")], [use(["image"]), use(["other", "image"])])).toEqual({
      image: [1, 2],
      port: [],
    });
  });

  it("counts a map as a use of everything in it", () => {
    const members = [value("ingress.host"), value("ingress.tls.secret"), value("image")];
    expect(linesOf(members, [use(["ingress"])])).toEqual({
      "ingress.host": [1],
      "ingress.tls.secret": [1],
      image: [],
    });
  });

  it("counts a name below one that accepts any", () => {
    expect(linesOf([value("labels", true)], [use(["labels.team"])])).toEqual({ labels: [1] });
  });

  it("ignores uses of other artifacts, and has no entry for kinds whose uses are not read", () => {
    const members = [value("image"), member(AT, "parameter", "mode", {})];
    expect(linesOf(members, [use(["image"], "helm_chart:other")])).toEqual({ image: [] });
  });

  it("returns the uses whose names are not all known", () => {
    const uses = [
      use(["image"]),
      use(null),
      { ...use([]), openArguments: { value: "values of a file that was not read" } },
    ];
    expect(usesByMember(interfaceOf(CHART, [value("image")]), uses).open).toEqual(uses.slice(1));
  });
});
