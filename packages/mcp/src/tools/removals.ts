import { nearest } from "@knockon/contract/suggest";
import { describeKind } from "@knockon/contract/check/words";
import type { ArtifactInterface } from "@knockon/contract/resources/check";
import type { RepositoryReference } from "@knockon/contract/resources/fields";
import * as z from "zod";
import type { Answers, ChangeRequest, KnownArtifact } from "../answers/answers.ts";
import { getArtifact, scopeOf } from "../names.ts";
import { ToolError } from "../tool-error.ts";

const name = z.string().min(1).max(500);

export const Removal = z.object({
  artifact: name.optional(),
  kind: z.string().max(30).optional().describe("such as input or secret"),
  name: name.optional(),
});
type Removal = z.output<typeof Removal>;

/** Interfaces read to find a name without its artifact. */
const MAX_INTERFACES = 100;
/** Members of an interface that the API accepts. */
const MAX_MEMBERS = 2000;

type Member = ArtifactInterface["members"][number];
type Interface = ArtifactInterface & { file: string; line: number };

type Removed = Pick<ChangeRequest, "before" | "after" | "changed_paths">;

/**
 * Returns the change that removes names from the interfaces as of the last scan, or whole artifacts, and these artifacts. Throws
 * ToolError if a name is unknown or the interfaces are not read.
 */
export async function planRemovals(
  answers: Answers,
  repository: RepositoryReference,
  removals: readonly Removal[],
): Promise<{ change: Removed; artifacts: KnownArtifact[] }> {
  const reader = new InterfaceReader(answers, repository);
  const planned = new Map<Interface, Set<Member> | "all">();
  for (const removal of removals) {
    for (const [one, members] of await findRemoved(reader, removal)) {
      const known = planned.get(one);
      const isWhole = members === "all" || known === "all";
      planned.set(one, isWhole ? "all" : new Set([...(known ?? []), ...members]));
    }
  }
  const changes = [...planned].map(([one, removed]) => {
    const gone = removed === "all" ? one.members : [...removed];
    const kept = removed === "all" ? [] : one.members.filter((member) => !removed.has(member));
    const before = [...gone, ...kept].slice(0, MAX_MEMBERS);
    const files = removed === "all" ? [one.file] : gone.map(({ file }) => file);
    return {
      files,
      before: toExtracted(one, before),
      after: removed === "all" ? [] : [toExtracted(one, before.slice(gone.length))],
    };
  });
  const whole = new Set([...planned].flatMap(([one, removed]) => (removed === "all" ? [scopeOf(one)] : [])));
  return {
    change: {
      changed_paths: [...new Set(changes.flatMap(({ files }) => files))],
      before: changes.map(({ before }) => before),
      after: changes.flatMap(({ after }) => after),
    },
    artifacts: whole.size === 0 ? [] : (await reader.products()).filter((one) => whole.has(scopeOf(one))),
  };
}

const toExtracted = (
  { artifact_type, name: artifact, file, line, open, strict }: Interface,
  members: Member[],
) => ({ scope: scopeOf({ artifact_type, name: artifact }), file, line, members, open, strict });

/** Reads each interface of a repository once. */
class InterfaceReader {
  readonly repository: RepositoryReference;
  readonly #answers: Answers;
  readonly #read = new Map<string, Interface | undefined>();
  #products: KnownArtifact[] | undefined;

  constructor(answers: Answers, repository: RepositoryReference) {
    this.#answers = answers;
    this.repository = repository;
  }

  async products(): Promise<KnownArtifact[]> {
    this.#products ??= await this.#answers.listProducts(this.repository.id);
    return this.#products;
  }

  /** Throws ToolError. */
  find(artifact: string): Promise<KnownArtifact> {
    return getArtifact(this.#answers, artifact, this.repository);
  }

  /** Returns the interfaces that are known, of the given artifacts. */
  async interfaces(artifacts: readonly KnownArtifact[]): Promise<Interface[]> {
    for (const { id } of artifacts) {
      if (this.#read.has(id)) continue;
      const found = await this.#answers.getInterface(id);
      this.#read.set(id, isKnown(found) ? found : undefined);
    }
    return artifacts.flatMap(({ id }) => this.#read.get(id) ?? []);
  }
}

const isKnown = (one: ArtifactInterface): one is Interface => one.file !== null && one.line !== null;

async function findRemoved(
  reader: InterfaceReader,
  { artifact, kind, name: wanted }: Removal,
): Promise<[Interface, Set<Member> | "all"][]> {
  if (artifact === undefined && wanted === undefined)
    throw new ToolError("Each removal needs a name, an artifact, or both.");
  const artifacts = artifact === undefined ? await reader.products() : [await reader.find(artifact)];
  if (artifacts.length > MAX_INTERFACES)
    throw new ToolError(
      `${reader.repository.full_path} produces ${artifacts.length} artifacts. Name the artifact of each removal.`,
    );
  const interfaces = await reader.interfaces(artifacts);
  if (interfaces.length === 0)
    throw new ToolError(
      `Knockon knows no names that ${artifact ?? reader.repository.full_path} offers, so it can't tell who uses them. impact_of_change lists all who use the artifact.`,
    );
  if (wanted === undefined) return interfaces.map((one) => [one, "all"]);
  const found = interfaces.flatMap((one): [Interface, Set<Member>][] => {
    const members = one.members.filter(
      (member) => member.name === wanted && (kind === undefined || member.kind === kind),
    );
    return members.length > 0 ? [[one, new Set(members)]] : [];
  });
  if (found.length > 0) return found;
  const known = new Set(interfaces.map(scopeOf));
  const unread = artifacts
    .filter((one) => one.artifact_type !== "git_repository" && !known.has(scopeOf(one)))
    .map(scopeOf);
  throw unknownName({ wanted, kind, interfaces, unread });
}

interface Unknown {
  wanted: string;
  kind: string | undefined;
  interfaces: readonly Interface[];
  /** Artifacts whose interfaces a scan does not read. */
  unread: readonly string[];
}

function unknownName({ wanted, kind, interfaces, unread }: Unknown): ToolError {
  const members = interfaces.flatMap((one) => one.members);
  const close = new Set(nearest(wanted, [...new Set(members.map((one) => one.name))]));
  const similar = members.filter((one) => close.has(one.name) || one.name === wanted);
  const named = (similar.length > 0 ? similar : members).map(
    (one) => `${describeKind(one.kind)} "${one.name}"`,
  );
  const names = [...new Set(named)].slice(0, 10).join(", ");
  const where = interfaces
    .map((one) => one.name)
    .slice(0, 3)
    .join(", ");
  const known = names === "" ? "Knockon knows no names that they offer." : `Known: ${names}.`;
  const [first, ...others] = unread;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const hint =
    first === undefined
      ? ""
      : ` A scan does not read the names that ${first}${more} offer${others.length === 0 ? "s" : ""}: compare two commits, or use impact_of_change.`;
  return new ToolError(`There is no ${kind ?? "name"} "${wanted}" in ${where}. ${known}${hint}`);
}
