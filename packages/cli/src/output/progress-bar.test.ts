import { describe, expect, it } from "vitest";
import { progressBar } from "./progress-bar.ts";

function stream(isTTY: boolean) {
  const written: string[] = [];
  const fake = { isTTY, columns: 50, write: (text: string) => written.push(text) };
  return { written, stream: fake as unknown as NodeJS.WriteStream };
}

describe("progressBar", () => {
  it("draws one line that fits the terminal and clears it at the end", () => {
    const terminal = stream(true);
    const bar = progressBar(terminal.stream);
    bar.update(1, 2, "acme/a-repository-with-a-long-name");
    bar.update(2, 2, "acme/api");
    bar.end();
    expect(terminal.written).toEqual([
      `\r\u001b[2K${"█".repeat(15)}${"░".repeat(15)} 1/2 acme/a-reposit`,
      `\r\u001b[2K${"█".repeat(30)} 2/2 acme/api`,
      "\r\u001b[2K",
    ]);
  });

  it("limits the redraw rate, except for the last update", () => {
    const terminal = stream(true);
    const bar = progressBar(terminal.stream);
    for (let done = 1; done <= 1000; done++) bar.update(done, 1000);
    expect(terminal.written.length).toBeLessThan(20);
    expect(terminal.written.at(-1)).toContain("1000/1000");
  });

  it("writes nothing if the stream is not a terminal", () => {
    const file = stream(false);
    const bar = progressBar(file.stream);
    bar.update(1, 2);
    bar.end();
    expect(file.written).toEqual([]);
  });
});
