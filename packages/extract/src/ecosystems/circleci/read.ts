import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A line that uses an orb or an image. */
export interface Use {
  rule: "circleci.orb" | "circleci.image";
  text: string;
  line: number;
}

const ORB_SOURCE = /(?:^|\/)@orb\.ya?ml$/;

/** Whether the file is the root of an orb's source. The orb's parts are in folders next to it. */
export const isOrbSource = (path: string): boolean => ORB_SOURCE.test(path);

const ORB_PART = /(?:^|\/)(?:executors|jobs)\/[^/]+\.ya?ml$/;
const PART_TEXT = /^docker[ \t]*:/m;

/** Whether the file is an executor or a job of an orb if the orb's root is in the parent folder. */
export const isOrbPart = ({ path, text }: { path: string; text: string }): boolean =>
  ORB_PART.test(path) && PART_TEXT.test(text);

export interface CircleFacts {
  /** True for an executor or job of an orb, which counts only if the orb's root is in the parent folder. */
  isPart: boolean;
  uses: Use[];
  /** The orbs that the workflows publish. */
  published: { name: string; line: number }[];
}

/** Reads the facts of a configuration, an orb, or one of an orb's executors and jobs. Throws SyntaxProblem. */
export function readCircleFile(file: SourceFile): CircleFacts {
  const [document] = file.yaml();
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("A configuration must be a map.", document?.line ?? null);
  if (isOrbPart(file)) return { isPart: true, uses: distinct(imagesOf(document)), published: [] };
  return { isPart: false, uses: distinct(usesOf(document)), published: publishedOrbs(document) };
}

/** An inline orb has the same form as a configuration. */
function usesOf(config: DataNode | undefined): Use[] {
  const orbs = entriesOf(at(config, "orbs")).flatMap(({ value }) =>
    value.kind === "scalar" ? useOf("circleci.orb", value.text, value.line) : usesOf(value),
  );
  const runners = [...entriesOf(at(config, "executors")), ...entriesOf(at(config, "jobs"))];
  return [...orbs, ...runners.flatMap(({ value }) => imagesOf(value))];
}

const imagesOf = (runner: DataNode | undefined): Use[] =>
  itemsOf(at(runner, "docker")).flatMap((container) => {
    const image = scalarAt(container, "image");
    return image ? useOf("circleci.image", image.text, image.line) : [];
  });

const useOf = (rule: Use["rule"], written: string, line: number): Use[] => {
  const text = written.trim();
  return text === "" ? [] : [{ rule, text, line }];
};

/** Jobs that share a YAML anchor yield the same line several times. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

const PUBLISHING = /\/.*(?:publish|promote)/;
const ORB_NAME = /^[\w-]+\/[\w-]+$/;

/** The name is a parameter of the job: `orb_name`, or `orb-name` in older versions. */
function publishedOrbs(config: DataNode | undefined): CircleFacts["published"] {
  const jobs = entriesOf(at(config, "workflows")).flatMap(({ value }) => itemsOf(at(value, "jobs")));
  return jobs
    .flatMap(entriesOf)
    .filter(({ key }) => PUBLISHING.test(key))
    .flatMap(({ value }) => {
      const name = scalarAt(value, "orb_name") ?? scalarAt(value, "orb-name");
      return name && ORB_NAME.test(name.text) ? [{ name: name.text.toLowerCase(), line: name.line }] : [];
    });
}
