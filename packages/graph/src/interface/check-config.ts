import { entriesOf, itemsOf, textOf, type DataNode, type MapEntry } from "@knockon/extract/document/node";
import { parseYaml } from "@knockon/extract/document/yaml";
import { SyntaxProblem } from "@knockon/extract/ecosystem";
import { FAIL_ON, type FailOn } from "@knockon/contract/check/fail-on";
import { suggest } from "@knockon/contract/suggest";

/** The settings are invalid. The message names the file and line, for users. */
export class InvalidConfigError extends Error {}

/** A break that someone accepted. It applies to breaks that have all given fields. */
export interface Ignore {
  artifact?: string;
  name?: string;
  consumer?: string;
  reason: string;
  /** The first day on which it no longer applies. */
  expires?: Date;
}

/** The settings of `.knockon.yml`. */
export interface CheckConfig {
  failOn?: FailOn;
  /** 0 to 1. */
  minConfidence?: number;
  /** In milliseconds. */
  maxAge?: number;
  /** Files and folders whose changes are checked. By default, all. */
  paths?: string[];
  ignores: Ignore[];
}

const KEYS = ["fail_on", "min_confidence", "max_age", "paths", "ignores"] as const;
const IGNORE_KEYS = ["artifact", "name", "consumer", "reason", "expires"] as const;

/** Parses a configuration. `file` is its name in messages. Throws InvalidConfigError. */
export function parseConfig(text: string, file: string): CheckConfig {
  const refuse = (line: number | null, message: string): never => {
    throw new InvalidConfigError(`${file}${line === null ? "" : `:${line}`}: ${message}`);
  };
  const [document, second] = parse(text, refuse);
  if (second) refuse(second.line, "Use a single YAML document.");
  const config: CheckConfig = { ignores: [] };
  if (document === undefined || textOf(document) === "") return config;
  if (document.kind !== "map") refuse(document.line, `Use a map of settings: ${KEYS.join(", ")}.`);
  for (const entry of entriesOf(document)) {
    const { key, line, value } = entry;
    const scalar = textOf(value);
    if (key === "fail_on") {
      const found = FAIL_ON.find((one) => one === scalar);
      config.failOn =
        found ??
        refuse(line, `Invalid fail_on "${scalar}".${suggest(scalar ?? "", FAIL_ON)} Use ${either(FAIL_ON)}.`);
    } else if (key === "min_confidence") {
      const number = Number(scalar || Number.NaN);
      if (!(number >= 0 && number <= 1))
        refuse(line, `Invalid min_confidence "${scalar}". Use a number from 0 to 1.`);
      config.minConfidence = number;
    } else if (key === "max_age") {
      config.maxAge =
        parseAge(scalar) ??
        refuse(line, `Invalid max_age "${scalar}". Use hours or days, such as 12h or 7d.`);
    } else if (key === "paths") {
      config.paths = textsOf(entry) ?? refuse(line, '"paths" must be a list of files and folders.');
    } else if (key === "ignores") {
      if (value.kind !== "list") refuse(line, '"ignores" must be a list.');
      config.ignores = itemsOf(value).map((item) => parseIgnore(item, refuse));
    } else refuse(line, `Unknown setting "${key}".${suggest(key, KEYS)} Settings: ${KEYS.join(", ")}.`);
  }
  return config;
}

type Refuse = (line: number | null, message: string) => never;

function parse(text: string, refuse: Refuse): DataNode[] {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof SyntaxProblem) return refuse(error.line, `Invalid YAML: ${error.message}`);
    throw error;
  }
}

const either = (words: readonly string[]): string => `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

const HOUR = 3_600_000;

function parseAge(text: string | undefined): number | undefined {
  const { number, unit } = /^(?<number>\d{1,5})(?<unit>[hd])$/.exec(text ?? "")?.groups ?? {};
  return number === undefined ? undefined : Number(number) * (unit === "d" ? 24 * HOUR : HOUR);
}

function textsOf({ value }: MapEntry): string[] | undefined {
  const texts = itemsOf(value).map(textOf);
  return value.kind === "list" && texts.every((one): one is string => one !== undefined && one !== "")
    ? texts
    : undefined;
}

function parseIgnore(item: DataNode, refuse: Refuse): Ignore {
  const fields: Partial<Record<(typeof IGNORE_KEYS)[number], string>> = {};
  for (const { key, line, value } of entriesOf(item)) {
    const known = IGNORE_KEYS.find((one) => one === key);
    const text = textOf(value) ?? "";
    if (!known) refuse(line, `Unknown field "${key}" of an ignore.${suggest(key, IGNORE_KEYS)}`);
    else if (text === "") refuse(line, `"${key}" of an ignore must be text.`);
    else fields[known] = text;
  }
  const { reason = "", expires, artifact, name, consumer } = fields;
  if (reason === "") refuse(item.line, 'An ignore needs a "reason".');
  if ((artifact ?? name ?? consumer) === undefined)
    refuse(item.line, 'An ignore needs an "artifact", a "name" or a "consumer".');
  const date =
    expires === undefined ? undefined : new Date(/^\d{4}-\d{2}-\d{2}$/.test(expires) ? expires : "");
  if (date && Number.isNaN(date.getTime()))
    refuse(item.line, `Invalid expires "${expires}". Use a date such as 2026-12-31.`);
  return {
    reason,
    ...(artifact !== undefined && { artifact }),
    ...(name !== undefined && { name }),
    ...(consumer !== undefined && { consumer }),
    ...(date && { expires: date }),
  };
}
