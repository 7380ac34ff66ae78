import { UsageError } from "./usage-error.ts";

interface Bounds {
  least: number;
  most: number;
  isWhole?: boolean;
}

/** A number as people write one: `0x10`, `1e2` and nothing at all are refused. Throws UsageError. */
export function plainNumber(option: string, text: string, { least, most, isWhole = false }: Bounds): number {
  const number = (isWhole ? /^\d+$/ : /^\d+(?:\.\d+)?$/).test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${option} ${text}: give a ${isWhole ? "whole " : ""}number from ${least} to ${most}.`,
  );
}
