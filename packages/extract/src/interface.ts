/**
 * An interface is what an artifact offers by name: the inputs of an action, the variables and outputs of a Terraform
 * module, the values of a chart. The arguments of a declaration are the names that the consumer passes or reads.
 * `graph/src/interface` compares the interfaces of two commits and finds the arguments that no longer fit.
 */
import type { Effect, MemberKind } from "@knockon/contract/vocabulary/interface";
import type { Declaration, ProducedArtifact } from "./ecosystem.ts";
import { scopeOf } from "./scope.ts";

/** A name that an artifact offers. */
export interface Member {
  kind: MemberKind;
  name: string;
  file: string;
  /** 1-based. */
  line: number;
  /** Consumers must pass it. */
  required?: true | undefined;
  /** As written. Absent if the format has no types. */
  type?: string | undefined;
  /** A digest, because defaults can be secrets: see `digestOf`. Absent without a default. */
  default?: string | undefined;
  /** Names below this one, such as `ingress.annotations.NAME`, are accepted too. */
  acceptsAny?: true | undefined;
}

/** The interface of one artifact of a repository. */
export interface ArtifactInterface {
  /** See `scopeOf`. */
  scope: string;
  /** Where the artifact is defined. */
  file: string;
  /** 1-based. */
  line: number;
  /** Sorted by kind and name. */
  members: Member[];
  /** For each kind of which there may be more members than are known, or all names are accepted: the reason. */
  open?: OpenKinds | undefined;
  /**
   * Paths of maps that reject unknown names, sorted; the root is empty. A path that no member has is rejected itself. Elsewhere,
   * unknown names are ignored.
   */
  strict?: string[] | undefined;
}

/** A name that a consumer passes or reads. */
export interface Argument {
  kind: MemberKind;
  name: string;
  file: string;
  /** 1-based. */
  line: number;
  /** How the use fails without the name, where it does not fail as uses of the kind do. */
  effect?: Effect;
  /** Names a job without calling it, so that no parameters follow. */
  isMentioned?: true;
}

/** Names that cannot be listed, by kind, with the reason for the user: `{ secret: "secrets: inherit" }`. */
export type OpenKinds = Partial<Record<MemberKind, string>>;

/** Limits the members of an artifact and the arguments of a declaration. Handwritten ones have fewer. */
export const MAX_NAMES = 5000;

/** Limits the members of a schema, of which large ones are generated. Only a comparison has them. */
export const MAX_SCHEMA_NAMES = 20_000;

/** Identifies a default value without storing it (FNV-1a, 32 bits). Returns undefined for a missing value. */
export function digestOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Returns a member without the fields that are undefined. */
export function member(
  place: { file: string; line: number },
  kind: MemberKind,
  name: string,
  { required = false, type, value, acceptsAny = false }: MemberTraits = {},
): Member {
  const digest = digestOf(value);
  return {
    kind,
    name,
    file: place.file,
    line: place.line,
    ...(required && { required }),
    ...(type !== undefined && { type }),
    ...(digest !== undefined && { default: digest }),
    ...(acceptsAny && { acceptsAny }),
  };
}

interface MemberTraits {
  required?: boolean;
  type?: string | undefined;
  /** The default as written. */
  value?: string | undefined;
  acceptsAny?: boolean;
}

/** Returns the interface of an artifact, with at most `limit` members, the first of each kind and name. */
export function interfaceOf(
  artifact: Pick<ProducedArtifact, "artifactType" | "name" | "sourceFile" | "sourceLine">,
  members: readonly Member[],
  open?: OpenKinds,
  strict: readonly string[] = [],
  limit = MAX_NAMES,
): ArtifactInterface {
  const distinct = new Map<string, Member>();
  for (const one of members) {
    const key = `${one.kind}\0${one.name}`;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  const sorted = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
  const kinds = new Set(sorted.slice(limit).map(({ kind }) => kind));
  const truncated = Object.fromEntries([...kinds].map((kind) => [kind, `More than ${limit} names`]));
  const all: OpenKinds = { ...open, ...truncated };
  return {
    scope: scopeOf(artifact),
    file: artifact.sourceFile,
    line: artifact.sourceLine ?? 1,
    members: sorted.slice(0, limit),
    ...(Object.keys(all).length > 0 && { open: all }),
    ...(strict.length > 0 && { strict: [...new Set(strict)].toSorted() }),
  };
}

/** Returns the fields of a declaration for its arguments: each name once per line, at most MAX_NAMES. */
export function argumentsOf(
  found: readonly Argument[],
  open: OpenKinds = {},
): Pick<Declaration, "arguments" | "openArguments"> {
  const distinct = new Map(found.map((one) => [`${one.kind}\0${one.name}\0${one.file}\0${one.line}`, one]));
  const kept = [...distinct.values()].slice(0, MAX_NAMES);
  const left = [...distinct.values()].slice(MAX_NAMES).map(({ kind }) => kind);
  const truncated = Object.fromEntries(left.map((kind) => [kind, `More than ${MAX_NAMES} names`]));
  const all: OpenKinds = { ...open, ...truncated };
  return { arguments: kept, ...(Object.keys(all).length > 0 && { openArguments: all }) };
}
