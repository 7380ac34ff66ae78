import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { stringSharing } from "./string-sharing.ts";

/** JSON with strings that are too long for the parser to share. */
const JSON_TEXT = JSON.stringify({
  paths: Array.from({ length: 20_000 }, () => ({ file: "charts/app/templates/deployment.yaml".repeat(20) })),
  line: 1,
  none: null,
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it("keeps one of equal strings, and every value", () => {
  const share = stringSharing();
  const before = heapUsed();
  const values = [share(JSON.parse(JSON_TEXT) as object), share(JSON.parse(JSON_TEXT) as object)];
  expect(heapUsed() - before).toBeLessThan(JSON_TEXT.length / 2);
  expect(values).toEqual([JSON.parse(JSON_TEXT), JSON.parse(JSON_TEXT)]);
});
