import { posix } from "node:path";
import { valuesOf } from "../../chart-values.ts";
import type { Facts, LinkInput, ProducedArtifact } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import { interfaceOf, member, type ArtifactInterface, type Member } from "../../interface.ts";
import type { HelmFacts } from "./read.ts";
import { readsOfPassed } from "./template-parameters.ts";
import type { DependencyValues, ValueFacts } from "./value-facts.ts";

export const isValues = ({ kind }: HelmFacts): boolean => kind === "values" || kind === "plain_values";

/** Returns what a chart passes to a dependency: the values below its name. Values that enable it are not passed. */
export function subchartValues(
  key: string,
  { dependencies }: HelmFacts,
  files: readonly Facts<HelmFacts>[],
): ReturnType<typeof valuesOf> {
  const below = `${key}.`;
  const conditions = new Set(dependencies.flatMap((each) => each.conditions));
  const found = files.flatMap(({ path, facts }) =>
    facts.values.members
      .filter(({ name }) => name.startsWith(below) && !conditions.has(name))
      .map(({ name, line }) => ({
        kind: "value" as const,
        name: name.slice(below.length),
        file: path,
        line,
      })),
  );
  const partial = files.find(({ facts }) => facts.isPartial || facts.problem !== null);
  return valuesOf({ found, open: partial ? `${partial.path} could not be read` : null, files: [] });
}

const VALUES_FILE = /\/(?:values\.yaml|values\.schema\.json)$/;

/** Returns the values of each chart. Library charts have none: their values are those of the charts that use them. */
export function chartInterfaces(
  { files, tree }: LinkInput<HelmFacts>,
  artifacts: readonly ProducedArtifact[],
  folders: ReadonlySet<string>,
): ArtifactInterface[] {
  const charts = new Map(files.map((file) => [file.path, file]));
  const templates = Map.groupBy(
    files.filter(({ facts }) => facts.kind === "template"),
    ({ path }) => chartFolderOf(path, folders),
  );
  return artifacts.flatMap((artifact) => {
    const chart = charts.get(artifact.sourceFile)?.facts;
    if (!chart?.chart || chart.chart.isLibrary) return [];
    const folder = posix.dirname(artifact.sourceFile);
    const inChart = (name: string) => charts.get(posix.join(folder, name));
    const [values, schema] = [inChart("values.yaml"), inChart("values.schema.json")];
    const requirements = inChart("requirements.yaml");
    const dependencies = [...chart.dependencies, ...(requirements?.facts.dependencies ?? [])];
    const ownFiles = templates.get(folder) ?? [];
    const own = ownFiles.map(({ facts }) => facts.values);
    const embedded = [...folders].filter((each) => posix.dirname(each) === posix.join(folder, "charts"));
    const subcharts = embedded.map((each) => ({
      key: charts.get(posix.join(each, "Chart.yaml"))?.facts.chart?.name ?? posix.basename(each),
      line: 1,
      conditions: [],
      hasTags: false,
      imports: [],
    }));
    const defaults = values?.facts.values.members ?? [];
    const required = schema ? requiredValues(schema, defaults) : [];
    const refused = refusedValues(own, [...defaults, ...(schema?.facts.values.members ?? [])]);
    const isRefused = ({ name }: Member): boolean =>
      refused.some((path) => name === path || name.startsWith(`${path}.`));
    const members = chartMembers([
      ...required,
      ...defaults,
      ...(schema?.facts.values.members ?? []),
      ...[...own.flatMap((each) => each.members), ...passedMembers(ownFiles)].filter(
        (each) => !isRefused(each),
      ),
      ...dependencyMembers([...dependencies, GLOBAL], artifact.sourceFile),
      ...dependencyMembers(subcharts, artifact.sourceFile),
    ]);
    const unread = tree.find(
      ({ path }) =>
        posix.dirname(path) === folder &&
        VALUES_FILE.test(`/${path}`) &&
        (!charts.has(path) || charts.get(path)?.facts.isPartial || charts.get(path)?.facts.problem),
    );
    const named = files.filter(
      ({ path, facts }) => facts.chart?.name === artifact.name && !isTestInput(path),
    );
    const reason =
      (unread && `${unread.path} could not be read`) ??
      (named.length > 1 ? "Several charts have this name" : whyOpen(own, dependencies));
    const open = reason === undefined ? {} : { value: reason };
    return [interfaceOf(artifact, members, open, [...(schema?.facts.values.strict ?? []), ...refused])];
  });
}

/** Returns what named templates of the chart read of the values that are passed to them. Those of other charts may read all. */
function passedMembers(files: readonly Facts<HelmFacts>[]): Member[] {
  const templates = Map.groupBy(
    files.flatMap(({ facts }) => facts.values.templates),
    ({ name }) => name,
  );
  return files.flatMap(({ path: file, facts }) =>
    facts.values.passed.flatMap((one) => {
      const place = { file, line: one.line };
      const names = readsOfPassed(one, templates);
      return (names ?? [one.path]).map((name) => member(place, "value", name, { acceptsAny: true }));
    }),
  );
}

/** Returns the values with which templates fail, without those that the chart has: its own defaults would fail too. */
function refusedValues(templates: readonly ValueFacts[], offered: readonly Member[]): string[] {
  const refused = [...new Set(templates.flatMap((each) => each.refused))];
  return refused.filter((path) => !offered.some(({ name }) => name === path || name.startsWith(`${path}.`)));
}

/** Helm passes global values to every chart. */
const GLOBAL = { key: "global", line: 1, conditions: [], hasTags: false, imports: [] };

/** Returns the folder of the nearest chart in whose templates a file is; empty if there is none. */
function chartFolderOf(path: string, folders: ReadonlySet<string>): string {
  for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at))
    if (posix.basename(at) === "templates" && folders.has(posix.dirname(at))) return posix.dirname(at);
  return "";
}

/** Returns the values that Helm itself reads: those of subcharts, their conditions, and global ones. */
const dependencyMembers = (dependencies: readonly DependencyValues[], file: string): Member[] =>
  dependencies.flatMap(({ key, line, conditions, hasTags, imports }) => [
    member({ file, line }, "value", key, { acceptsAny: true }),
    ...conditions.map((name) => member({ file, line }, "value", name)),
    ...(hasTags ? [member({ file, line }, "value", "tags", { acceptsAny: true })] : []),
    ...imports.flatMap((name) =>
      name === null ? [] : [member({ file, line }, "value", name, { acceptsAny: true })],
    ),
  ]);

/** Returns the values that a schema requires and that have no default. Below a map that is missing, nothing is required. */
function requiredValues({ path, facts }: Facts<HelmFacts>, defaults: readonly Member[]): Member[] {
  const given = new Set(defaults.map(({ name }) => name));
  const required = new Set<string>();
  return facts.values.required.flatMap(({ name, line }) => {
    const map = name.slice(0, Math.max(0, name.lastIndexOf(".")));
    if (given.has(name) || !(map === "" || given.has(map) || required.has(map))) return [];
    required.add(name);
    return [member({ file: path, line }, "value", name, { required: true })];
  });
}

/** Joins what the files of a chart say. A value in several files has the place of the first one. */
function chartMembers(members: readonly Member[]): Member[] {
  const joined = new Map<string, Member>();
  for (const one of members) {
    const known = joined.get(one.name);
    if (!known) joined.set(one.name, one);
    else if (one.acceptsAny && !known.acceptsAny) joined.set(one.name, { ...known, acceptsAny: true });
  }
  return [...joined.values()];
}

/** Returns why a chart may have more values than are known. */
function whyOpen(
  templates: readonly ValueFacts[],
  dependencies: readonly DependencyValues[],
): string | undefined {
  if (templates.some(({ readsAll }) => readsAll)) return "Templates use all values";
  if (dependencies.some(({ imports }) => imports.includes(null))) return "A dependency exports values";
  const defined = new Set(templates.flatMap(({ defines }) => defines));
  const usesLibrary = templates.some(({ includes }) => includes.some((name) => !defined.has(name)));
  const readsOwn = templates.some(({ members }) => members.length > 0);
  return usesLibrary && !readsOwn ? "The templates of a library use the values" : undefined;
}
