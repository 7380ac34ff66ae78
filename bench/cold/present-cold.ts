import { table } from "@knockon/cli/output/format";
import { milliseconds } from "../measure/units.ts";
import type { ColdResult } from "./cold-bench.ts";

/** Packages that weigh, and that only some functions are meant to hold. */
const SDK = /^(?:@aws-sdk\/client-(?<aws>.+)|(?<other>stripe|better-auth|modern-tar))$/u;

interface Results {
  bareHono: ColdResult;
  bareNeon: ColdResult;
  functions: ColdResult[];
}

/** Functions by what they hold, the quickest first. */
export function presentCold({ bareHono, bareNeon, functions }: Results): string {
  const row = (result: ColdResult): string[] => [
    result.name,
    `${Math.round(result.bytes / 1024)} kB`,
    milliseconds(result.milliseconds),
    (result.milliseconds / bareHono.milliseconds).toFixed(1),
    (result.milliseconds / bareNeon.milliseconds).toFixed(2),
    sdksOf(result).join(", "),
  ];
  const ordered = functions.toSorted(
    (a, b) => sdksOf(a).length - sdksOf(b).length || a.milliseconds - b.milliseconds,
  );
  return `${table([
    ["function", "bundle", "first response", "bare Hono", "with Neon", "SDKs"],
    ...[bareHono, bareNeon, ...ordered].map(row),
  ])}
`;
}

const sdksOf = ({ packages }: ColdResult): string[] =>
  packages.flatMap((name) => {
    const { aws, other } = SDK.exec(name)?.groups ?? {};
    return aws ?? other ?? [];
  });
