import { table } from "@knockon/cli/output/format";
import { milliseconds } from "../measure/units.ts";
import { EDGES, NODES } from "./generated-graph.ts";
import type { WebResult } from "./web-bench.ts";

interface Target {
  what: string;
  ours: string;
  bare: string;
  target: string;
  isMet: boolean;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export function targetsOf({ bytes, overviewMilliseconds, framesPerSecond }: WebResult): Target[] {
  return [
    {
      what: "initial JavaScript, gzip",
      ours: kilobytes(bytes.initial),
      bare: "",
      target: "at most 200 kB",
      isMet: bytes.initial <= 200_000,
    },
    {
      what: "first overview",
      ours: milliseconds(overviewMilliseconds.ours),
      bare: milliseconds(overviewMilliseconds.bare),
      target: "below 1000 ms",
      isMet: overviewMilliseconds.ours < 1000,
    },
    {
      what: `panning ${NODES} nodes, ${EDGES} edges`,
      ours: `${framesPerSecond.ours.toFixed(1)} frames/s`,
      bare: `${framesPerSecond.bare.toFixed(1)} frames/s`,
      target: "at least 30 frames/s",
      isMet: framesPerSecond.ours >= 30,
    },
  ];
}

export const presentWeb = (result: WebResult): string => `${table([
  ["", "ours", "bare page", "target", ""],
  ...targetsOf(result).map(({ what, ours, bare, target, isMet }) => [
    what,
    ours,
    bare,
    target,
    isMet ? "met" : "MISSED",
  ]),
])}

JavaScript until the overview shows its figures: ${kilobytes(result.bytes.overview)}; the graph, when it is opened: ${kilobytes(result.bytes.graph)} more.
`;
