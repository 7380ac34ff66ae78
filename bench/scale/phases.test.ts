import { describe, expect, it } from "vitest";
import { runPhases } from "./phases.ts";
import { presentScale } from "./present-scale.ts";
import type { Plan } from "./plans.ts";
import type { PushKind } from "./pushes.ts";
import { withServer } from "./server.ts";

const organization = { seed: 1, repositories: 10 };
/** Includes every kind of push. */
const PUSHES = 20;

describe.runIf(process.env["KNOCKON_RELEASE"] === "all")("runPhases", () => {
  it("scans an organization with the product's handlers and measures the changes of each push", async () => {
    const run = await withServer((server) =>
      runPhases(server, organization, { pushes: PUSHES, explained: ["push", "read"] }),
    );
    expect(run.firstScan).toMatchObject({
      opened: organization.repositories,
      repositories: { length: organization.repositories },
      publishes: { length: 1 },
    });
    expect(run.size.declarations).toBeGreaterThan(organization.repositories * 150);
    expect(run.size.edges).toBeGreaterThan(100);
    expect(run.rescan.opened).toBe(0);
    expect(run.rescan.written.changedDeclarations).toBe(0);

    const changedBy = (kind: PushKind) =>
      run.pushes.results.filter((push) => push.kind === kind).map((push) => push.changedDeclarations);
    // The version is part of a declaration's identity, so a bump replaces the declaration.
    expect(new Set(changedBy("bump"))).toEqual(new Set([2]));
    expect(new Set([...changedBy("tag"), ...changedBy("code")])).toEqual(new Set([0]));
    const rename = run.pushes.results.find((push) => push.kind === "rename");
    expect(rename).toMatchObject({ repository: 0 });
    expect(rename?.changedEdges).toBeGreaterThan(organization.repositories / 4);

    const textOf = (plans: Plan[] = []) => plans.map((plan) => plan.text).join("\n");
    expect(textOf(run.plans.push)).toMatch(/insert into "dependency"/);
    expect(textOf(run.plans.read)).toContain("lower_path");
    expect(presentScale({ seed: 1, small: run, large: run })).toContain("Statements of a push");
  }, 120_000);
});
