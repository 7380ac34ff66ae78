import { fileScope } from "@knockon/extract/scope";
import { expect, it } from "vitest";
import { repositoryFigures } from "./repository-figures.ts";
import { graphOf, type Link } from "./testing/random-graph.ts";

const toA = (source: string, use: Partial<Link> = {}): Link => ({ source, target: "a", ...use });

const NO_RELEASE = (): null => null;

/** A use that the next run takes. */
const RUNS = { state: "floating", isLocked: false } as const;

it("counts repositories rather than uses, without mentions, own uses and uses below the floor", () => {
  const graph = graphOf([
    toA("b", { versionConstraint: "^1.0.0" }),
    toA("b", { versionConstraint: "^2.0.0", dependencyType: "container_image" }),
    toA("c"),
    toA("d", { confidence: 300 }),
    toA("a"),
  ]);
  const figures = repositoryFigures(graph, NO_RELEASE);
  expect(figures.get("a")).toMatchObject({ dependents: 2, dependencies: 0, mainType: "npm_package" });
  expect(figures.get("b")).toMatchObject({ dependents: 0, dependencies: 1 });
  expect(figures.get("d")).toEqual({
    dependents: 0,
    dependencies: 0,
    nextRun: 0,
    nextRunMay: 0,
    mainType: null,
  });
});

it("counts dependents whose fastest deciding use takes a release on the next run", () => {
  const graph = graphOf([
    toA("pinned", { state: "pinned", isLocked: false }),
    toA("locked"),
    toA("runs", RUNS),
    toA("both", { state: "pinned" }),
    toA("both", RUNS),
    toA("mention", { ...RUNS, role: "documentation", scope: null }),
    toA("example", { ...RUNS, role: "example", scope: null }),
    toA("example", { state: "pinned" }),
    toA("only-example", { ...RUNS, role: "example", scope: null }),
  ]);
  expect(repositoryFigures(graph, NO_RELEASE).get("a")).toMatchObject({ dependents: 7, nextRun: 3 });
});

it("counts archived dependents, but not on the next run, as nothing runs there", () => {
  const graph = graphOf([
    toA("active", { ...RUNS, versionConstraint: "main" }),
    toA("archived", { ...RUNS, versionConstraint: "v4" }),
  ]);
  const figures = repositoryFigures(graph, NO_RELEASE, (id) => id === "archived");
  expect(figures.get("a")).toMatchObject({ dependents: 2, nextRun: 1, nextRunMay: 0 });
});

it("leaves out dependents whose constraint excludes the latest known release", () => {
  const graph = graphOf([
    toA("admits", { versionConstraint: "^2.0.0", state: "range", isLocked: false }),
    toA("excludes", { versionConstraint: "^1.0.0", state: "range", isLocked: false }),
  ]);
  expect(repositoryFigures(graph, NO_RELEASE).get("a")).toMatchObject({ nextRun: 2 });
  expect(repositoryFigures(graph, () => "2.1.0").get("a")).toMatchObject({ dependents: 2, nextRun: 1 });
});

it("counts apart those of which a version or a file decides it", () => {
  const file = { ...RUNS, dependencyType: "git_repository", versionConstraint: "main" } as const;
  const graph = graphOf([
    toA("one-file", { ...file, artifact: fileScope("install.sh") }),
    toA("all-files", { ...file, artifact: "acme/a" }),
    toA("open", { ...RUNS, versionConstraint: "main" }),
    toA("limited", { ...RUNS, versionConstraint: "v4" }),
    toA("both", { ...RUNS, versionConstraint: "v4" }),
    toA("both", { ...RUNS, versionConstraint: "main" }),
  ]);
  expect(repositoryFigures(graph, NO_RELEASE).get("a")).toMatchObject({ nextRun: 5, nextRunMay: 2 });
});
