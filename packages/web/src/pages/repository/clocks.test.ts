import { expect, it } from "vitest";
import { timingsOf, describeDependencies, describeDependents } from "./clocks.ts";

const edge = (
  link: string,
  clock: "next_run" | "bump",
  traits: Partial<Parameters<typeof timingsOf>[0]["edges"][number]> = {},
) => {
  const [source = "", target = ""] = link.split(" > ");
  return { source, target, clock, dependency_type: "npm_package", role: "runtime", ...traits } as const;
};

it("takes a timing only from edges at the repository, in the direction of the list", () => {
  const edges = [
    edge("api > root", "bump"),
    edge("api > web", "next_run"),
    edge("web > api", "next_run"),
    edge("root > web", "next_run"),
    edge("web > root", "bump"),
  ];
  expect([...timingsOf({ edges, nodes: [] }, "root", "target")]).toEqual([
    ["api", "bump"],
    ["web", "bump"],
  ]);
  expect([...timingsOf({ edges, nodes: [] }, "root", "source")]).toEqual([["web", "next_run"]]);
});

it("takes the fastest of several edges, in any order", () => {
  const edges = [edge("api > root", "next_run"), edge("api > root", "bump")];
  expect(timingsOf({ edges, nodes: [] }, "root", "target").get("api")).toBe("next_run");
  expect(timingsOf({ edges: edges.toReversed(), nodes: [] }, "root", "target").get("api")).toBe("next_run");
});

it("leaves out mentions", () => {
  const edges = [
    edge("api > root", "bump"),
    edge("api > root", "next_run", { role: "documentation" }),
    edge("web > root", "next_run", { role: "fixture" }),
  ];
  expect([...timingsOf({ edges, nodes: [] }, "root", "target")]).toEqual([["api", "bump"]]);
});

it("lets examples and images of developers decide only alone", () => {
  const example = edge("api > root", "next_run", { role: "example" });
  const tool = edge("api > root", "next_run", { role: "dev", dependency_type: "container_image" });
  expect(timingsOf({ edges: [example, tool], nodes: [] }, "root", "target").get("api")).toBe("next_run");
  expect(
    timingsOf({ edges: [example, tool, edge("api > root", "bump")], nodes: [] }, "root", "target").get("api"),
  ).toBe("bump");
});

it("has no clock for archived dependents, whose hosts run nothing, and one for archived dependencies", () => {
  const edges = [edge("api > root", "next_run"), edge("root > web", "bump")];
  const nodes = ["api", "web"].map((id) => ({ id, metadata: { archived: true } }));
  expect(timingsOf({ edges, nodes }, "root", "target").get("api")).toBe("archived");
  expect(timingsOf({ edges, nodes }, "root", "source").get("web")).toBe("bump");
});

it("describes dependents by timing, and those that only mention the repository", () => {
  expect(describeDependents(["bump", "next_run", "bump"], 5)).toBe(
    "3 repositories use it directly: 1 on its next run, 2 when bumped. 2 only mention it.",
  );
  expect(describeDependents(["unknown"], 1)).toBe("1 repository uses it directly: at an unknown time.");
  expect(describeDependents(["next_run", "next_run", "bump"], 3, { may: 2, most: 1 })).toBe(
    "3 repositories use it directly: 2 may get it on their next run (at most 1 with one version), 1 when bumped.",
  );
  expect(describeDependents([], 1)).toBe("No repository uses it. 1 only mentions it.");
});

it("describes dependencies by when the repository gets their changes", () => {
  expect(describeDependencies(["bump", "next_run", "bump"], 2)).toBe(
    "Uses 3 repositories: 1 on its next run, 2 when bumped. 2 are only mentioned.",
  );
  expect(describeDependencies(["next_run", "next_run"], 0)).toBe("Uses 2 repositories: all on its next run.");
  expect(describeDependencies(["next_run", "bump"], 0, { may: 1, most: 1 })).toBe(
    "Uses 2 repositories: 1 may arrive on its next run, 1 when bumped.",
  );
  expect(describeDependencies([], 1)).toBe("Uses no repository. 1 is only mentioned.");
});
