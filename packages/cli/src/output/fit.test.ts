import { describe, expect, it } from "vitest";
import { foldLine, outputWidth } from "./fit.ts";
import { printLines, table } from "./format.ts";
import { renderProblems } from "./render-problems.ts";

const ROW = [
  "acme/legacy-billing",
  "services/invoices/deploy/Dockerfile:14",
  "ghcr.io/acme/base-image:1.4.0",
  3,
];

describe("outputWidth", () => {
  it("is that of a terminal, and unlimited for a pipe", () => {
    expect(outputWidth({ isTTY: true, columns: 80 })).toBe(80);
    expect(outputWidth({ columns: 80 })).toBe(Infinity);
    expect(outputWidth({ isTTY: true, columns: 0 })).toBe(Infinity);
  });
});

describe("a table", () => {
  it("cuts its widest columns in a terminal, and keeps numbers and both ends of a path", () => {
    const lines = table([["repository", "place", "reference", "count"], ROW], 60).split("\n");
    expect(lines).toEqual([
      "repository        place             reference          count",
      "acme/leg…billing  services…file:14  ghcr.io/…ge:1.4.0      3",
    ]);
  });

  it("is complete without a terminal", () => {
    expect(table([ROW], Infinity)).toBe(`${ROW.slice(0, 3).join("  ")}  3`);
  });
});

describe("lines", () => {
  it("are folded between words, with the rest indented", () => {
    const line = "      Dockerfile:4  ghcr.io/acme/base-image  (absent, confidence 0.95)";
    expect(printLines([line], 50)).toBe(
      "      Dockerfile:4  ghcr.io/acme/base-image\n        (absent, confidence 0.95)\n",
    );
    expect(printLines([line], Infinity)).toBe(`${line}\n`);
  });

  it("keep words that are longer than the terminal", () => {
    const word = "x".repeat(100);
    expect(foldLine(`  ${word} after`, 40)).toEqual([`  ${word}`, "    after"]);
    expect(foldLine(word, 40)).toEqual([word]);
  });
});

describe("problems", () => {
  const problem = {
    repository: "acme/broken",
    file: "deploy/values.yaml",
    line: 3,
    code: "invalid_syntax",
    message: "Unexpected end of the document in a block scalar",
  };

  it("have their message below if the terminal is too narrow", () => {
    expect(renderProblems([problem], Infinity, 60)).toBe(
      "acme/broken  deploy/values.yaml:3  invalid_syntax\n    Unexpected end of the document in a block scalar",
    );
    expect(renderProblems([problem])).toBe(
      "acme/broken  deploy/values.yaml:3  invalid_syntax  Unexpected end of the document in a block scalar",
    );
  });
});
