import { measureOverview } from "./measure-overview.ts";
import { measurePanning } from "./measure-panning.ts";
import { presentWeb, targetsOf } from "./present-web.ts";
import { initialScripts, scriptBytes } from "./script-bytes.ts";
import { withSubject } from "./subject.ts";

/** Ours, and the least that a page can do in the same browser, in turns. */
export interface Pair {
  ours: number;
  bare: number;
}

export interface WebResult {
  /** JavaScript, compressed by gzip. */
  bytes: {
    initial: number;
    /** Loaded until the overview shows its figures. */
    overview: number;
    /** What the graph's page loads besides. */
    graph: number;
  };
  overviewMilliseconds: Pair;
  framesPerSecond: Pair;
}

interface Options {
  json: boolean;
  runs: number;
  seed: number;
}

/** In Chromium without a GPU. Of all runs the best counts: whatever else the machine does only slows. The exit code is 1 where a target is missed. */
export async function webBench({ json, runs, seed }: Options): Promise<string> {
  const result = await withSubject(async (subject): Promise<WebResult> => {
    const overview = await measureOverview(subject, runs);
    const panning = await measurePanning(subject, { runs, seed });
    return {
      bytes: {
        initial: await scriptBytes(await initialScripts()),
        overview: await scriptBytes(overview.scripts),
        graph: await scriptBytes(panning.scripts.difference(overview.scripts)),
      },
      overviewMilliseconds: overview.milliseconds,
      framesPerSecond: panning.framesPerSecond,
    };
  });
  if (targetsOf(result).some(({ isMet }) => !isMet)) process.exitCode = 1;
  return json ? `${JSON.stringify(result)}\n` : presentWeb(result);
}
