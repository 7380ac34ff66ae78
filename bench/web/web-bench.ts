import { EDGES, NODES } from "@knockon/acceptance/testing/generated-graph";
import { table } from "@knockon/cli/output/format";
import { milliseconds } from "../measure/numbers.ts";
import { measureOverview } from "./measure-overview.ts";
import { measureGraph } from "./measure-graph.ts";
import { initialScripts, scriptBytes } from "./scripts.ts";
import { withSubject } from "./subject.ts";

/** Figures of the application and of a minimal page in the same browser. */
export interface Pair {
  ours: number;
  bare: number;
}

interface WebResult {
  /** JavaScript, compressed with gzip. */
  bytes: {
    initial: number;
    /** Loaded before the overview shows its figures. */
    overview: number;
    /** Loaded additionally by the graph page. */
    graph: number;
  };
  overviewMilliseconds: Pair;
  framesPerSecond: Pair;
  /** Of the graph page. */
  paintMilliseconds: number;
}

interface Options {
  json: boolean;
  runs: number;
  seed: number;
}

/** Measures in Chromium without a GPU. The best run counts, since other load can only slow it down. Exits with 1 if a target is missed. */
export async function webBench({ json, runs, seed }: Options): Promise<string> {
  const result = await withSubject(async (subject): Promise<WebResult> => {
    const overview = await measureOverview(subject, runs);
    const graph = await measureGraph(subject, { runs, seed });
    return {
      bytes: {
        initial: await scriptBytes(await initialScripts()),
        overview: await scriptBytes(overview.scripts),
        graph: await scriptBytes(graph.scripts.difference(overview.scripts)),
      },
      overviewMilliseconds: overview.milliseconds,
      framesPerSecond: graph.framesPerSecond,
      paintMilliseconds: graph.paintMilliseconds,
    };
  });
  if (targetsOf(result).some(({ isMet }) => !isMet)) process.exitCode = 1;
  return json ? `${JSON.stringify(result)}\n` : presentWeb(result);
}

interface Target {
  name: string;
  ours: string;
  bare: string;
  target: string;
  isMet: boolean;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function targetsOf({ bytes, overviewMilliseconds, framesPerSecond, paintMilliseconds }: WebResult): Target[] {
  return [
    {
      name: "initial JavaScript, gzip",
      ours: kilobytes(bytes.initial),
      bare: "",
      target: "at most 200 kB",
      isMet: bytes.initial <= 200_000,
    },
    {
      name: "first overview",
      ours: milliseconds(overviewMilliseconds.ours),
      bare: milliseconds(overviewMilliseconds.bare),
      target: "below 1000 ms",
      isMet: overviewMilliseconds.ours < 1000,
    },
    {
      name: `first paint of ${NODES} nodes, ${EDGES} edges`,
      ours: milliseconds(paintMilliseconds),
      bare: "",
      target: "at most 500 ms",
      isMet: paintMilliseconds <= 500,
    },
    {
      name: `panning ${NODES} nodes, ${EDGES} edges`,
      ours: `${framesPerSecond.ours.toFixed(1)} frames/s`,
      bare: `${framesPerSecond.bare.toFixed(1)} frames/s`,
      target: "at least 30 frames/s",
      isMet: framesPerSecond.ours >= 30,
    },
  ];
}

const presentWeb = (result: WebResult): string => `${table([
  ["", "application", "bare page", "target", ""],
  ...targetsOf(result).map(({ name, ours, bare, target, isMet }) => [
    name,
    ours,
    bare,
    target,
    isMet ? "met" : "MISSED",
  ]),
])}

JavaScript loaded for the overview: ${kilobytes(result.bytes.overview)}, and for the graph page: ${kilobytes(result.bytes.graph)} more.
`;
