import type { ScaleResult } from "./scale-bench.ts";

export const presentScale = (result: ScaleResult): string => `${JSON.stringify(result, null, 1)}\n`;
