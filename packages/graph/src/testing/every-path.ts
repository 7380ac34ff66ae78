import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { useKey, type Use } from "../edges.ts";
import { clockOf, SPEEDS } from "../impact/clock.ts";

export interface PathQuery {
  through: "artifacts" | "repositories";
  /** Scopes of `a`. By default, all. */
  starts?: readonly string[] | undefined;
  maxDepth: number;
  floor: number;
  roles: readonly Role[];
  /** By repository. */
  releases: Readonly<Record<string, string>>;
}

/** Uses between repositories, from `a` outward. */
export interface Path {
  uses: readonly Use[];
  speed: number;
  strength: number;
}

export interface Reached {
  hops: number;
  speed: number;
  /** The paths with the fewest hops and that speed. */
  best: readonly Path[];
  /** Keys of the last uses of all paths with the fewest hops. */
  lastUses: ReadonlySet<string>;
}

export interface Reachable {
  affected: ReadonlyMap<string, Reached>;
  /** The uses between affected repositories that the change travels over. */
  traveled: readonly Use[];
}

export const speedOf = (use: Use, releases: PathQuery["releases"]): number =>
  SPEEDS.indexOf(clockOf(use, use.versionConstraint, releases[use.target] ?? null));

/** A repository and one of its scopes, or with an empty scope the repository itself. */
const placeOf = (repository: string, scope: string): string => `${repository} ${scope}`;

/** The specification of `impactOf`: enumerates every path that a change of `a` takes. */
export function everyPath(uses: readonly Use[], query: PathQuery): Reachable {
  const { releases } = query;
  const isUsable = (use: Use): boolean => use.confidence >= query.floor && query.roles.includes(use.role);
  const scopeIn = (use: Use): string | null => (query.through === "repositories" ? "" : use.scope);
  const artifactIn = (use: Use): string => (query.through === "repositories" ? "" : use.artifact);
  const scopesOf = (repository: string): Set<string> =>
    new Set(
      uses.flatMap((use) => [
        ...(use.source === repository ? [scopeIn(use) ?? []].flat() : []),
        ...(use.target === repository ? [artifactIn(use)] : []),
      ]),
    );

  /** The scopes that a scope is built into, in any number of steps, including itself, by the strongest way there. */
  const closure = (repository: string, scope: string, strength: number): Map<string, number> => {
    const scopes = scopesOf(repository);
    const own = uses.filter((use) => use.source === repository && use.target === repository);
    const steps = (inner: string): [string, number][] => [
      ...[...scopes]
        .filter((set) => contains(set, inner, scopes))
        .map((set): [string, number] => [set, 1000]),
      ...own
        .filter((use) => use.artifact === inner && use.confidence >= query.floor)
        .flatMap((use): [string, number][] => (use.scope === null ? [] : [[use.scope, use.confidence]])),
    ];
    const strengths = new Map([[scope, strength]]);
    for (let pass = 0; pass < scopes.size; pass++) {
      for (const [inner, known] of strengths) {
        for (const [outer, weakest] of steps(inner))
          strengths.set(outer, Math.max(strengths.get(outer) ?? 0, Math.min(known, weakest)));
      }
    }
    return strengths;
  };

  interface Walk {
    path: readonly Use[];
    /** Where each use leads: the place of its scope, or the repository. */
    places: readonly string[];
    /** Including uses within repositories. */
    strength: number;
  }
  const walks: Walk[] = [];
  const walk = (repository: string, scope: string, from: Walk): void => {
    for (const [reached, strength] of closure(repository, scope, from.strength)) {
      for (const use of uses) {
        if (use.target !== repository || use.source === repository || artifactIn(use) !== reached) continue;
        if (!isUsable(use) || from.path.length === query.maxDepth) continue;
        const weakest = Math.min(strength, use.confidence);
        const path = [...from.path, use];
        const landing = `${use.source} lands`;
        walks.push({ path, places: [...from.places, landing], strength: weakest });
        const into = scopeIn(use);
        if (into === null || from.places.includes(placeOf(use.source, into))) continue;
        const longer = { path, places: [...from.places, placeOf(use.source, into)], strength: weakest };
        walks.push(longer);
        walk(use.source, into, longer);
      }
    }
  };
  const starts = query.through === "repositories" ? [""] : (query.starts ?? [...scopesOf("a")]);
  for (const scope of starts) walk("a", scope, { path: [], places: [], strength: 1000 });

  const fewest = new Map<string, number>();
  for (const { path, places } of walks) {
    const place = places.at(-1) ?? "";
    fewest.set(place, Math.min(fewest.get(place) ?? Infinity, path.length));
  }
  const shortest = walks.filter(({ path, places }) =>
    places.every((place, i) => i + 1 < places.length || fewest.get(place) === path.length),
  );
  const isSecondary = (use: Use | undefined): boolean =>
    use?.role === "example" || (use?.role === "dev" && /^(?:docker|git)$/.test(use.versioning));
  const hasPrimary = new Set(
    shortest.filter(({ path }) => !isSecondary(path.at(-1))).map(({ places }) => places.at(-1)),
  );
  /** Examples decide only where nothing else leads. */
  const decides = ({ path, places }: Walk): boolean =>
    places.every((place, i) => !isSecondary(path[i]) || !hasPrimary.has(place));

  const affected = new Map<string, Reached>();
  for (const repository of new Set(uses.map(({ source }) => source))) {
    const landing = `${repository} lands`;
    const found = shortest.filter(({ places }) => places.at(-1) === landing);
    if (repository === "a" || found.length === 0) continue;
    const paths = found.filter(decides).map(({ path, strength }) => ({
      uses: path,
      speed: Math.min(...path.map((use) => speedOf(use, releases))),
      strength,
    }));
    const speed = Math.max(...paths.map((path) => path.speed));
    affected.set(repository, {
      hops: found[0]?.path.length ?? 0,
      speed,
      best: paths.filter((path) => path.speed === speed),
      lastUses: new Set(found.flatMap(({ path }) => path.slice(-1)).map(useKey)),
    });
  }

  const reachedPlaces = new Set([
    ...starts.flatMap((scope) => [...closure("a", scope, 1000).keys()].map((one) => placeOf("a", one))),
    ...shortest.flatMap(({ path, places }) => {
      const [repository, into] = [path.at(-1)?.source ?? "", places.at(-1) ?? ""];
      if (into.endsWith(" lands")) return [];
      const scope = into.slice(repository.length + 1);
      return [...closure(repository, scope, 1000).keys()].map((one) => placeOf(repository, one));
    }),
  ]);
  const traveled = uses.filter(
    (use) =>
      use.source !== use.target &&
      isUsable(use) &&
      affected.has(use.source) &&
      reachedPlaces.has(placeOf(use.target, artifactIn(use))),
  );
  return { affected, traveled };
}

/** Whether a set of scopes contains a scope of the same repository. */
function contains(set: string, scope: string, scopes: ReadonlySet<string>): boolean {
  if (!set.startsWith("*") || scope.startsWith("*")) return false;
  const typeOf = (one: string): string =>
    one.startsWith("unit:docker:") ? "container_image" : (one.split(":")[0] ?? "");
  const isKnown = [...scopes].some((one) => !one.startsWith("*") && `*:${typeOf(one)}` === set);
  return !isKnown || set === `*:${typeOf(scope)}`;
}

export const AFFECTING: readonly Role[] = ROLES.filter(
  (role) => !["fixture", "documentation", "vendored"].includes(role),
);
