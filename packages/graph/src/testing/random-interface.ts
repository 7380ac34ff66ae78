import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { MEMBER_KINDS, type MemberKind } from "@knockon/contract/vocabulary/interface";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
  type OpenKinds,
} from "@knockon/extract/interface";
import * as fc from "fast-check";
import { EFFECT_RULES } from "../interface/effects.ts";
import type { InterfaceChange } from "../interface/diff-interfaces.ts";
import type { InterfaceUse } from "../interface/find-breaks.ts";

/** Few names, so that interfaces share them, and names that are below others. */
const COMMON = "a b a.b a.b.c a/b a/b/c B token TOKEN build build.image build.tag deploy deploy.env".split(
  " ",
);
/** Names that break naive code: inherited properties, separators only, long, invisible and unpaired characters. */
const HOSTILE = [
  "",
  ".",
  "...",
  "/",
  "//",
  "__proto__",
  "__proto__.constructor",
  "constructor",
  "hasOwnProperty",
  "toString.length",
  "a.",
  ".a",
  "\u202egpj.exe",
  "é\u0301😀",
  "\ud800",
  "\0",
  "a\0b",
  "a\nb",
  "x".repeat(10_000),
  "a.".repeat(5000),
];
const anyName = fc.oneof(
  { arbitrary: fc.constantFrom(...COMMON), weight: 20 },
  { arbitrary: fc.constantFrom(...HOSTILE), weight: 1 },
  { arbitrary: fc.string({ maxLength: 8 }), weight: 1 },
);

const TYPES = Object.keys(EFFECT_RULES) as ArtifactType[];

/** Mostly the kinds that artifacts of the type have. */
const anyKind = (type: ArtifactType): fc.Arbitrary<MemberKind> => {
  const kinds = Object.keys(EFFECT_RULES[type]?.members ?? {}) as MemberKind[];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...kinds), weight: 9 },
    { arbitrary: fc.constantFrom(...MEMBER_KINDS), weight: 1 },
  );
};

const anyTraits = fc.record({
  required: fc.boolean(),
  type: fc.constantFrom(undefined, undefined, "string", "number"),
  value: fc.constantFrom(undefined, "1", "2"),
  acceptsAny: fc.constantFrom(false, false, false, true),
});

const anyMember = (type: ArtifactType): fc.Arbitrary<Member> =>
  fc
    .tuple(
      anyKind(type),
      anyName,
      anyTraits,
      fc.constantFrom("a.yml", "b.yml"),
      fc.integer({ min: 1, max: 99 }),
    )
    .map(([kind, name, traits, file, line]) => member({ file, line }, kind, name, traits));

const anyInterface = (type: ArtifactType, name: string): fc.Arbitrary<ArtifactInterface> =>
  fc
    .tuple(
      fc.array(anyMember(type), { maxLength: 12 }),
      fc.dictionary(anyKind(type), fc.constant("A reason"), { maxKeys: 1 }),
      fc.constantFrom([], [], ["", "a"]),
    )
    .map(([members, open, strict]) =>
      interfaceOf(
        { artifactType: type, name, sourceFile: "a.yml", sourceLine: 1 },
        members,
        open as OpenKinds,
        strict,
      ),
    );

/** Interfaces of up to two artifacts of one type. */
const anyInterfaces = (type: ArtifactType): fc.Arbitrary<ArtifactInterface[]> =>
  fc
    .uniqueArray(fc.constantFrom("kit", "lib", "__proto__"), { minLength: 1, maxLength: 2 })
    .chain((names) => fc.tuple(...names.map((name) => anyInterface(type, name))));

const anyArgument = (type: ArtifactType): fc.Arbitrary<Argument> =>
  fc
    .tuple(anyKind(type), anyName, fc.integer({ min: 1, max: 99 }))
    .map(([kind, name, line]) => ({ kind, name, file: "main.yml", line }));

const anyUse = (type: ArtifactType): fc.Arbitrary<InterfaceUse> =>
  fc
    .tuple(
      fc.constantFrom("kit", "lib", "__proto__", "other"),
      fc.option(fc.array(anyArgument(type), { maxLength: 8 })),
      fc.dictionary(anyKind(type), fc.constant("A reason"), { maxKeys: 1 }),
    )
    .map(([name, names, open]) => ({
      scope: `${type}:${name}`,
      file: "main.yml",
      line: 1,
      ...(names && argumentsOf(names, open as OpenKinds)),
    }));

/** Two versions of the interfaces of a repository, uses of them, and members to add. */
export const anyChange = fc.constantFrom(...TYPES).chain((type) =>
  fc.record({
    before: anyInterfaces(type),
    after: anyInterfaces(type),
    uses: fc.array(anyUse(type), { maxLength: 6 }),
    added: fc.array(anyMember(type), { maxLength: 5 }),
  }),
);

/** Applies changes to the interfaces of a commit, and returns those of the other one. */
export function applyChanges(
  before: readonly ArtifactInterface[],
  changes: readonly InterfaceChange[],
): ArtifactInterface[] {
  const interfaces = new Map(before.map((one) => [one.scope, one]));
  for (const { scope, after, members } of changes) {
    if (!after) interfaces.delete(scope);
    else {
      const known = new Map(interfaces.get(scope)?.members.map((one) => [keyOf(one), one]));
      for (const change of members) {
        if (change.before && !change.after) known.delete(keyOf(change.before));
        if (change.after) known.set(keyOf(change.after), change.after);
      }
      interfaces.set(scope, { ...after, members: [...known.values()] });
    }
  }
  return [...interfaces.values()];
}

const keyOf = ({ kind, name }: Member): string => `${kind}\0${name}`;

/** Leaves out order and places, which a change does not contain if nothing else differs. */
export const withoutPlaces = (interfaces: readonly ArtifactInterface[]): unknown[] =>
  interfaces
    .map(({ scope, members, open, strict }) => ({
      scope,
      open,
      strict,
      members: members.map(({ file: _file, line: _line, ...traits }) => traits).toSorted(compareKeys),
    }))
    .toSorted((a, b) => (a.scope < b.scope ? -1 : 1));

const compareKeys = (a: Pick<Member, "kind" | "name">, b: Pick<Member, "kind" | "name">): number =>
  `${a.kind}\0${a.name}` < `${b.kind}\0${b.name}` ? -1 : 1;

/** Kinds that a parameter belongs to: `build.image` is one of the job `build`. */
const OWNERS: ReadonlySet<MemberKind> = new Set<MemberKind>(["job", "command", "executor", "step"]);

/** Returns a use that passes every name of an interface, and the parameters of each job or step after it. */
export function useAll({ scope, members }: ArtifactInterface): InterfaceUse {
  const argument = ({ kind, name }: Member): Argument => ({ kind, name, file: "main.yml", line: 1 });
  const isOwned = ({ kind, name }: Member, owner: string): boolean =>
    kind === "parameter" && name.slice(0, name.lastIndexOf(".")) === owner && name.includes(".");
  const names = members.flatMap((one) =>
    OWNERS.has(one.kind)
      ? [argument(one), ...members.filter((each) => isOwned(each, one.name)).map(argument)]
      : one.kind === "parameter" && one.name.includes(".")
        ? []
        : [argument(one)],
  );
  return { scope, file: "main.yml", line: 1, arguments: names };
}
