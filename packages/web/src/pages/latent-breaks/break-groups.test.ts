import { expect, it } from "vitest";
import { breaksOf, earliestOfConsumers, groupsByUrgency } from "./break-groups.ts";

type Line = Parameters<typeof groupsByUrgency>[0][number];

const line = (artifact: string, consumer: string, clock: Line["clock"]): Line => ({
  producer: { id: artifact, name: artifact, full_path: `acme/${artifact}` },
  producer_artifact: { artifact_type: "github_action", name: `acme/${artifact}` },
  kind: "input",
  name: "token",
  consumer: { id: consumer, name: consumer, full_path: `acme/${consumer}` },
  use: {
    file: "ci.yml",
    line: 1,
    declaration: { file: "ci.yml", line: 1 },
    version_constraint: null,
    role: "ci",
  },
  clock,
  effect: "fails",
  confidence: 1,
  owner: null,
});

const named = (groups: readonly (readonly Line[])[]) =>
  groups.map((rows) => `${rows[0]?.producer.name}: ${rows.map(({ consumer }) => consumer.id).join(" ")}`);

it("groups the lines of all consumers by the missing name", () => {
  const lines = [line("a", "x", "bump"), line("b", "x", "bump"), line("a", "y", "bump")];
  expect(named(groupsByUrgency(lines))).toEqual(["a: x y", "b: x"]);
});

it("starts with the names of most consumers at the earliest timing, however many lines these have", () => {
  const lines = [
    line("a", "x", "bump"),
    line("a", "y", "bump"),
    line("b", "x", "next_run"),
    line("b", "x", "next_run"),
    line("c", "x", "next_run"),
    line("c", "y", "next_run"),
  ];
  expect(named(groupsByUrgency(lines))).toEqual(["c: x y", "b: x x", "a: x y"]);
});

it("takes the earliest timing of each consumer", () => {
  const lines = [line("a", "x", "bump"), line("a", "x", "next_run"), line("a", "y", "bump")];
  expect(earliestOfConsumers(lines)).toEqual(["next_run", "bump"]);
});

it("finds the lines that need an artifact, and not those of others with a part of its name or with its name", () => {
  const found = line("a", "x", "bump");
  const image: Line = { ...found, producer_artifact: { artifact_type: "container_image", name: "acme/a" } };
  const elsewhere: Line = { ...found, producer: { ...found.producer, id: "fork" } };
  const artifact = { source_repository_id: "a", artifact_type: "github_action", name: "acme/a" } as const;
  expect(breaksOf(artifact, [line("ab", "x", "bump"), found, image, elsewhere])).toEqual([found]);
});
