import { describe, expect, it } from "vitest";
import { childSeconds, runMeasured, runNode } from "./run-measured.ts";

const BUSY = "while (process.cpuUsage().user < 200_000);";

describe("runMeasured", () => {
  it("counts the time of what the command started", async () => {
    const { cpuSeconds, wallSeconds } = await runMeasured(["bash", "-c", `${process.execPath} -e '${BUSY}'`]);
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.2);
    expect(wallSeconds).toBeGreaterThan(0.2);
  });

  it("fails as the command fails, with what it said", async () => {
    await expect(runMeasured(["bash", "-c", "echo no such luck >&2; exit 3"])).rejects.toThrow(
      /exited with 3.\nno such luck/,
    );
  });
});

describe("runNode", () => {
  it("tells the memory that was held, even if given back since", async () => {
    const { peakBytes } = await runNode(["-e", "Buffer.alloc(300 * 1024 * 1024, 1)"]);
    expect(peakBytes).toBeGreaterThan(300 * 1024 * 1024);
  });
});

describe("childSeconds", () => {
  it("adds minutes, user and system time of the children alone", () => {
    expect(childSeconds("9m9.000s 9m9.000s\n1m2.500s 0m0.250s\n")).toBe(62.75);
  });
});
