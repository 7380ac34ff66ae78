import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { OpenKinds } from "../../interface.ts";
import { foldersUpFrom } from "../../lock-file.ts";
import { bindSpecifier, type Bindings } from "./binding.ts";
import type { NpmFacts } from "./read.ts";

type NpmFile = Facts<NpmFacts>;

/** A package that consumers install too, in one of these versions. */
export interface Peer {
  name: string;
  line: number;
  range: string;
}

/** Returns the peers of a package, without those of which a placeholder or catalog hides the versions. */
export const peersOf = ({ path, facts }: NpmFile, bindings: Bindings): Peer[] =>
  facts.entries
    .filter(({ group }) => group === "peer_dependencies")
    .flatMap((entry) => {
      const { text, unbound } = bindSpecifier(bindings, path, entry);
      return unbound === null ? [{ name: entry.name, line: entry.line, range: text }] : [];
    });

/** Whether npm installs packages with any versions of their peers. */
export const hasLegacyPeers = (npmrc: string): boolean =>
  /^[ \t]*legacy-peer-deps[ \t]*=[ \t]*true\b/m.test(npmrc);

/** What manifests declare that install packages with any versions of their peers. */
export const ANY_PEERS: OpenKinds = { peer: "legacy-peer-deps" };

/** Returns a function that tells whether an `.npmrc` next to or above a manifest sets `legacy-peer-deps`. */
export function findLegacyPeers(files: readonly NpmFile[]): (manifest: string) => boolean {
  const folders = new Set(
    files.flatMap(({ path, facts }) => (facts.hasLegacyPeers ? [posix.dirname(path)] : [])),
  );
  return (manifest) =>
    folders.size > 0 && foldersUpFrom(posix.dirname(manifest)).some((folder) => folders.has(folder));
}
