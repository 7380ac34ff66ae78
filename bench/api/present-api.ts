import { table } from "@knockon/cli/output/format";
import { milliseconds } from "../measure/units.ts";
import type { ApiResult } from "./api-bench.ts";

export const presentApi = ({
  seed,
  repositories,
  connections,
  answers,
}: ApiResult): string => `${repositories} repositories, seed ${seed}, ${connections} connections

${table([
  ["answer", "statements", "bytes", "p50 ours", "bare", "ratio", "p99 ours", "bare", "ratio"],
  ...answers.map(({ name, statements, bytes, ours, bare }) => [
    name,
    String(statements),
    String(bytes),
    milliseconds(ours.p50),
    milliseconds(bare.p50),
    (ours.p50 / bare.p50).toFixed(2),
    milliseconds(ours.p99),
    milliseconds(bare.p99),
    (ours.p99 / bare.p99).toFixed(2),
  ]),
])}
`;
