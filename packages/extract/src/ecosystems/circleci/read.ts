import { at, entriesOf, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** One line that names an orb or an image. */
export interface Use {
  rule: "circleci.orb" | "circleci.image";
  text: string;
  line: number;
}

const ORB_PART = /(?:^|\/)(?:executors|jobs)\/[^/]+\.ya?ml$/;
const PART_TEXT = /^docker[ \t]*:/m;

/** An executor or a job of an orb, if the orb's head lies above its folder. */
export const isOrbPart = ({ path, text }: { path: string; text: string }): boolean =>
  ORB_PART.test(path) && PART_TEXT.test(text);

export interface CircleFacts {
  /** It counts only below the head of an orb. */
  isPart: boolean;
  uses: Use[];
  /** The orbs that its workflows publish. */
  published: { name: string; line: number }[];
}

/** Facts of a config, of an orb, which has the same form, or of one of an orb's executors or jobs. Throws SyntaxProblem. */
export function readCircleFile(file: SourceFile): CircleFacts {
  const [document] = file.yaml();
  if (document?.kind === "list" || textOf(document))
    throw new SyntaxProblem("A configuration is a map.", document?.line ?? null);
  if (isOrbPart(file)) return { isPart: true, uses: distinct(imagesOf(document)), published: [] };
  return { isPart: false, uses: distinct(usesOf(document)), published: publishedOrbs(document) };
}

/** An orb that is written in place has orbs, executors and jobs of its own. */
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

/** What several jobs share by an anchor is written once. */
const distinct = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.line} ${use.text}`, use])).values(),
];

const PUBLISHING = /\/.*(?:publish|promote)/;
const ORB_NAME = /^[\w-]+\/[\w-]+$/;

/** The name is a parameter of the job, `orb_name` or formerly `orb-name`. */
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
