import type { Grouping } from "./graph-search.ts";
import { sentenceCase } from "../../format/words.ts";

export const GROUPS = [
  { value: "owner", text: "By owner" },
  { value: "namespace", text: "By organization" },
  { value: "prefix", text: "By name prefix" },
  { value: "ecosystem", text: "By ecosystem" },
] as const;

export const ALL_REPOSITORIES = { value: "none", text: "All repositories" } as const;

/** `By owner`. */
export const groupingInWords = (grouping: Grouping | "none"): string =>
  [ALL_REPOSITORIES, ...GROUPS].find(({ value }) => value === grouping)?.text ?? ALL_REPOSITORIES.text;

/** What a group is, above a column of them: `Owner`. */
export const kindInWords = (grouping: Grouping): string => sentenceCase(groupingInWords(grouping).slice(3));

/** One group and several: `owner`, `owners`. */
export const kindsInWords = (grouping: Grouping): readonly [one: string, many: string] => {
  const kind = groupingInWords(grouping).slice(3);
  return [kind, kind.endsWith("x") ? `${kind}es` : `${kind}s`];
};

/** Which group a repository is in, where the name of the groups does not say it. */
export const placeInWords = (grouping: Grouping): string | undefined =>
  grouping === "ecosystem" ? "A repository is in the ecosystem of its main type." : undefined;
