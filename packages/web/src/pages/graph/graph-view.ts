import type { Onward } from "../../components/passes-on.tsx";
import type { LineOwner } from "@knockon/contract/resources/fields";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { withDeciding } from "./deciding.ts";
import { afterRepository } from "../impact/impact-followers.ts";
import { isLimited } from "@knockon/contract/vocabulary/limited-version";
import { ownerInWords, ownerWithin } from "../../format/words.ts";

export interface ViewNode {
  id: string;
  fullPath: string;
  archived: boolean;
  /** Whether another repository has the same name, so that its organization tells them apart. */
  sharesName?: boolean | undefined;
  /** Its owner in words, if known, without the organization if that is its own. */
  owner?: string | undefined;
  /** The same in full. */
  ownerName?: string | undefined;
  /** The same as an impact has it. */
  lineOwner?: LineOwner | undefined;
  /** Number of distinct dependents and dependencies. */
  fanIn: number;
  fanOut: number;
  /** Of its dependents, those that get a change of it on their next run, and those of these that do if a version admits it. */
  nextRun: number;
  nextRunMay: number;
  /** When a change of the root affects it. Null without a root. */
  affected: {
    hops: number;
    clock: Clock;
    /** Whether a version or a file decides if it gets the change on its next run. By default, the evidence tells. */
    conditional?: boolean | undefined;
    /** `after flux2 bumps`, if another repository decides when, and this one needs no edit. */
    after?: string | undefined;
    /** The version that decides when. */
    clock_evidence?:
      | {
          version_constraint: string;
          version_constraint_state: VersionConstraintState;
          target_file?: string | undefined;
        }
      | undefined;
    onward?: Onward | undefined;
  } | null;
  /** Of what is drawn around a root: when a change arrives, from the root or, with negative hops, from a dependency at it. */
  arrival?: Arrival | undefined;
  /** The most frequent type among its dependents or, without dependents, among its dependencies. */
  mainType: ArtifactType | null;
}

interface Arrival {
  hops: number;
  clock: Clock;
  /** Whether a version or a file decides it. */
  isMaximum: boolean;
  /** Whether it is only reached through archived repositories, which pass nothing on. */
  isBehindArchived?: boolean;
  /** Next to the root, the versions that one declares of the other. */
  versions?: readonly string[];
  /** Beyond one hop, the repositories between one and the root that are next to it, the most used first. */
  through?: readonly ViewNode[];
}

export interface ViewEdge {
  id: string;
  source: string;
  target: string;
  type: ArtifactType;
  version: string | null;
  confidence: number;
  role: Role;
  clock: Clock;
  /** Whether it is of one file each: no other change arrives. False by default. */
  oneFile?: boolean | undefined;
  /** Whether it passes a change of the root on. True without a root. */
  passes: boolean;
  /** Whether it decides when its consumer gets a change, beside others of the same two. True by default. */
  decides?: boolean;
}

export interface GraphView {
  nodes: ViewNode[];
  edges: ViewEdge[];
  /** All dependency types, most frequent first, regardless of the filter by type. */
  types: { type: ArtifactType; count: number }[];
  /** All clocks, fastest first, regardless of the filter by clock. */
  clocks: { clock: Clock; count: number }[];
  /** How many a change of the root affects at one hop, at two and so on, drawn or not. Undefined if filters may hide some. */
  affectedByHops?: readonly number[] | undefined;
}

type Affected = NonNullable<DependencyGraph["nodes"][number]["metadata"]["affected"]>;

interface Filters {
  minConfidence: number;
  type?: ArtifactType | undefined;
  clock?: Clock | undefined;
  hideArchived: boolean;
  /** Never filtered out. */
  root?: string | undefined;
}

/** Whether it is an archived dependent, which gets no change. */
export const isEnd = ({ archived, arrival }: Pick<ViewNode, "archived" | "arrival">): boolean =>
  archived && (arrival?.hops ?? 0) > 0;

/** Whether a repository is only reached through archived ones, which pass nothing on. */
export const hasOnlyArchivedWays = ({ arrival }: Pick<ViewNode, "arrival">): boolean =>
  arrival?.isBehindArchived === true;

/** Whether a dependency takes some changes of the producer and not others: some versions, or one file. */
export const isSelective = ({ version, oneFile = false }: Pick<ViewEdge, "version" | "oneFile">): boolean =>
  oneFile || isLimited(version);

/** Filters the API's graph. With a filter by type or clock, repositories without such a dependency are left out. */
export function viewOf(
  graph: DependencyGraph,
  { minConfidence, type, clock, hideArchived, root }: Filters,
): GraphView {
  const known = new Map(
    graph.nodes
      .filter(({ id, metadata }) => id === root || !(hideArchived && metadata.archived))
      .map((node) => [node.id, node]),
  );
  const sure = withDeciding(
    graph.edges
      .filter(
        ({ source, target, confidence }) =>
          confidence >= minConfidence && known.has(source) && known.has(target),
      )
      .map(viewEdge),
  );
  const isOfType = (edge: ViewEdge): boolean => type === undefined || edge.type === type;
  const isOfClock = (edge: ViewEdge): boolean => clock === undefined || edge.clock === clock;
  const edges = sure.filter((edge) => isOfType(edge) && isOfClock(edge));
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const archived = new Set(graph.nodes.flatMap(({ id, metadata }) => (metadata.archived ? id : [])));
  const uses = usesOf(sure, archived);
  const isFiltered = type !== undefined || clock !== undefined;
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const afterIn = ({ clock: when, clock_repository_id }: Pick<Affected, "clock" | "clock_repository_id">) => {
    const name = labels.get(clock_repository_id ?? "");
    return name === undefined ? undefined : afterRepository(name, when);
  };
  const namesakes = new Map<string, number>();
  for (const { label } of graph.nodes) namesakes.set(label, (namesakes.get(label) ?? 0) + 1);
  return {
    nodes: [...known.values()]
      .filter(({ id }) => !isFiltered || ends.has(id) || id === root)
      .map(({ id, label, metadata }) => ({
        id,
        fullPath: metadata.full_path,
        archived: metadata.archived,
        mainType: metadata.main_type ?? null,
        sharesName: metadata.shares_name ?? (namesakes.get(label) ?? 0) > 1,
        ...ownerOf(metadata),
        affected: metadata.affected ? { ...metadata.affected, after: afterIn(metadata.affected) } : null,
        ...(uses.get(id) ?? { fanIn: 0, fanOut: 0, nextRun: 0, nextRunMay: 0 }),
      })),
    edges,
    types: ranked(sure.filter(isOfClock).map((edge) => edge.type)),
    clocks: countClocks(sure.filter(isOfType).map((edge) => edge.clock)),
    affectedByHops:
      isFiltered || hideArchived
        ? undefined
        : graph.nodes.find(({ id }) => id === root)?.metadata.affected_by_hops,
  };
}

const viewEdge = (edge: DependencyGraph["edges"][number]): ViewEdge => ({
  id: edge.id,
  source: edge.source,
  target: edge.target,
  type: edge.dependency_type,
  version: edge.version_constraint,
  confidence: edge.confidence,
  role: edge.role,
  clock: edge.clock,
  oneFile: edge.one_file,
  passes: edge.affected ?? true,
});

const ownerOf = ({ owner, full_path }: DependencyGraph["nodes"][number]["metadata"]) =>
  owner
    ? { owner: ownerWithin(owner.names, full_path), ownerName: ownerInWords(owner.names), lineOwner: owner }
    : {};

/** Restricts a view to some repositories and the edges between them, or some of these. */
export function restrict(
  view: GraphView,
  ids: ReadonlySet<string>,
  isShown: (edge: ViewEdge) => boolean = () => true,
): GraphView {
  const edges = view.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target) && isShown(edge));
  return {
    nodes: view.nodes.filter(({ id }) => ids.has(id)),
    edges,
    types: ranked(edges.map(({ type }) => type)),
    clocks: countClocks(edges.map(({ clock }) => clock)),
  };
}

const countClocks = (clocks: readonly Clock[]): GraphView["clocks"] =>
  CLOCKS.map((clock) => ({ clock, count: clocks.filter((one) => one === clock).length })).filter(
    ({ count }) => count > 0,
  );

interface Use {
  dependents: Set<string>;
  dependencies: Set<string>;
  nextRun: Set<string>;
  /** Of these, those of which neither a version nor a file decides it. */
  certain: Set<string>;
}

function usesOf(
  edges: readonly (ViewEdge & { decides: boolean })[],
  archived: ReadonlySet<string>,
): Map<string, Pick<ViewNode, "fanIn" | "fanOut" | "nextRun" | "nextRunMay">> {
  const uses = new Map<string, Use>();
  const useOf = (id: string): Use => {
    const known = uses.get(id);
    if (known) return known;
    const use = {
      dependents: new Set<string>(),
      dependencies: new Set<string>(),
      nextRun: new Set<string>(),
      certain: new Set<string>(),
    };
    uses.set(id, use);
    return use;
  };
  for (const edge of edges) {
    const { source, target } = edge;
    const [consumer, producer] = [useOf(source), useOf(target)];
    consumer.dependencies.add(target);
    producer.dependents.add(source);
    // Nothing runs in an archived repository.
    if (edge.decides && edge.clock === "next_run" && !archived.has(source)) {
      producer.nextRun.add(source);
      if (!isSelective(edge)) producer.certain.add(source);
    }
  }
  return new Map(
    [...uses].map(([id, { dependents, dependencies, nextRun, certain }]) => [
      id,
      {
        fanIn: dependents.size,
        fanOut: dependencies.size,
        nextRun: nextRun.size,
        nextRunMay: nextRun.size - certain.size,
      },
    ]),
  );
}

function ranked(types: readonly ArtifactType[]): GraphView["types"] {
  const counts = new Map<ArtifactType, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return byCount(counts);
}

const byCount = (counts: ReadonlyMap<ArtifactType, number>): GraphView["types"] =>
  [...counts]
    .map(([type, count]) => ({ type, count }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
