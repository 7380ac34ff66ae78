/**
 * A package names its peers and their versions. A consumer does not pass them to the package: it declares them beside it, in the same
 * manifest. Therefore they become arguments only when a peer is compared.
 */
import { compareOrdinal } from "../ordinal.ts";
import type { InterfaceChange } from "./diff-interfaces.ts";
import type { InterfaceUse } from "./find-breaks.ts";
import type { ArtifactInterface } from "@knockon/extract/interface";

/** A use, as far as its peers depend on it. */
interface PeerUse extends InterfaceUse {
  consumer: { id: string };
  /** The rule that found the declaration. */
  evidenceRule: string;
}

/** A package that a manifest declares. */
export interface DeclaredPackage {
  /** Of the repository. */
  consumerId: string;
  name: string;
  file: string;
  line: number;
  versionConstraint: string | null;
  evidenceRule: string;
  lockFile: string | null;
}

/** Names of packages, by the scope of the artifact that has them as peers. */
export type PeerNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of a manifest whose packages npm installs. Others constrain versions of packages. */
const PEERS = "npm.peer_dependencies";
const INSTALLED: ReadonlySet<string> = new Set([
  "npm.dependencies",
  "npm.dev_dependencies",
  "npm.optional_dependencies",
  PEERS,
]);

/** Only npm fails. pnpm, Yarn and Bun print a warning. */
const WARNING_LOCK = /(?:^|\/)(?:pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

const manifestKey = (consumerId: string, file: string): string => `${consumerId}\0${file}`;

/** Returns the peers that a change adds, or of which it changes the versions. */
export const changedPeers = (changes: readonly InterfaceChange[]): PeerNames =>
  namesByScope(
    changes.flatMap(({ scope, members }) =>
      members.flatMap(({ after }) => (after?.kind === "peer" ? [[scope, after.name] as const] : [])),
    ),
  );

/** Returns all peers of artifacts. */
export const currentPeers = (interfaces: readonly ArtifactInterface[]): PeerNames =>
  namesByScope(
    interfaces.flatMap(({ scope, members }) =>
      members.flatMap(({ kind, name }) => (kind === "peer" ? [[scope, name] as const] : [])),
    ),
  );

const namesByScope = (pairs: readonly (readonly [scope: string, name: string])[]): PeerNames =>
  new Map(
    [...Map.groupBy(pairs, ([scope]) => scope)].map(([scope, found]) => [
      scope,
      new Set(found.map(([, name]) => name)),
    ]),
  );

/** Returns the uses that may pass a version of one of the peers. A package that is a peer and a development dependency is one use. */
export function usesWithPeers<U extends PeerUse>(uses: readonly U[], peers: PeerNames): U[] {
  const keyOf = ({ consumer, file, scope }: PeerUse): string => `${manifestKey(consumer.id, file)}\0${scope}`;
  const found = uses.filter(
    ({ scope, evidenceRule, openArguments }) =>
      peers.has(scope) && INSTALLED.has(evidenceRule) && openArguments?.peer === undefined,
  );
  const others = new Set(found.filter(({ evidenceRule }) => evidenceRule !== PEERS).map(keyOf));
  return found.filter((use) => use.evidenceRule !== PEERS || !others.has(keyOf(use)));
}

/** Adds what the manifest of each use declares of the peers to its arguments. */
export function withPeers<U extends PeerUse>(
  uses: readonly U[],
  peers: PeerNames,
  declared: readonly DeclaredPackage[],
): U[] {
  const byManifest = Map.groupBy(
    declared
      .filter(({ evidenceRule }) => INSTALLED.has(evidenceRule))
      .toSorted((a, b) => a.line - b.line || compareOrdinal(a.name, b.name)),
    ({ consumerId, file }) => manifestKey(consumerId, file),
  );
  const affected = new Set(usesWithPeers(uses, peers));
  return uses.map((use) => {
    if (!affected.has(use)) return use;
    const beside = byManifest.get(manifestKey(use.consumer.id, use.file)) ?? [];
    const passed = beside.flatMap(({ name, file, line, versionConstraint, lockFile }) =>
      versionConstraint !== null && peers.get(use.scope)?.has(name)
        ? [
            {
              kind: "peer" as const,
              name: `${name} ${versionConstraint}`,
              file,
              line,
              ...(WARNING_LOCK.test(lockFile ?? "") && { effect: "warns" as const }),
            },
          ]
        : [],
    );
    return passed.length === 0 ? use : { ...use, arguments: [...(use.arguments ?? []), ...passed] };
  });
}
