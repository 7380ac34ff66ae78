import { describe, expect, it } from "vitest";
import { childSeconds, runMeasured, runNode } from "./run-measured.ts";

const BUSY = "while (process.cpuUsage().user < 200_000);";

describe("runMeasured", () => {
  it("includes the CPU time of child processes", async () => {
    const { cpuSeconds, wallSeconds } = await runMeasured(["bash", "-c", `${process.execPath} -e '${BUSY}'`]);
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.2);
    expect(wallSeconds).toBeGreaterThan(0.2);
  });

  it("throws with the exit code and output of a failed command", async () => {
    await expect(runMeasured(["bash", "-c", "echo out of luck >&2; exit 3"])).rejects.toThrow(
      /exited with 3.\nout of luck/,
    );
  });
});

describe("runNode", () => {
  it("reports peak memory, even if it was released", async () => {
    const { peakBytes } = await runNode(["-e", "Buffer.alloc(300 * 1024 * 1024, 1)"]);
    expect(peakBytes).toBeGreaterThan(300 * 1024 * 1024);
  });
});

describe("childSeconds", () => {
  it("adds user and system time of the children only", () => {
    expect(childSeconds("9m9.000s 9m9.000s\n1m2.500s 0m0.250s\n")).toBe(62.75);
  });
});
