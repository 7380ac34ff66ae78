import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { Declaration, ProducedArtifact, VersioningScheme } from "@knockon/extract/ecosystem";
import type { Resolution } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import { declarationState } from "@knockon/graph/versions/scheme";
import { latestOf, newestFirst } from "@knockon/graph/versions/standing";
import { tagVersion } from "@knockon/graph/versions/tag-version";
import type { Source } from "./load-sources.ts";

const ARTIFACT_NAMESPACE = "b0c5a9d4-2f6e-4a61-8f1d-5e7c3a9b2d04";

export type NewArtifact = Omit<typeof artifact.$inferSelect, "createdAt" | "updatedAt">;

interface Entry {
  row: Omit<NewArtifact, "version" | "versions" | "versioning">;
  schemes: Map<VersioningScheme, number>;
  /** What its producer publishes: manifest version and tags. */
  published: Set<string>;
  /** What consumers name. */
  seen: Set<string>;
}

/** Every artifact of the workspace while it is resolved: produced ones first, then whatever is consumed. */
export class ArtifactCatalogue {
  readonly #entries = new Map<string, Entry>();
  readonly #sources: ReadonlyMap<string, Source>;

  constructor(sources: readonly Source[]) {
    this.#sources = new Map(sources.map((source) => [source.repository.id, source]));
    for (const source of sources) {
      for (const produced of source.artifacts) if (!produced.assumed) this.#produce(source, produced);
    }
  }

  /** The id of the artifact that a declaration consumes. */
  enter(consumer: Source, declaration: Declaration, resolution: Resolution): string {
    const producer = this.#sources.get(resolution.targetRepositoryId ?? "");
    const owner = producer ?? consumer;
    const entry = this.#entry(owner, declaration.dependencyType, resolution.artifactName);
    if (producer && entry.row.sourceRepositoryId === null)
      this.#own(entry, producer, declaration.dependencyType);
    const { versioning, versionConstraint } = declaration;
    entry.schemes.set(versioning, (entry.schemes.get(versioning) ?? 0) + 1);
    if (versionConstraint !== null && declarationState(declaration) === "pinned")
      entry.seen.add(versionConstraint);
    return entry.row.id;
  }

  rows(): NewArtifact[] {
    return [...this.#entries.values()].map((entry) => {
      const versioning = commonest(entry.schemes);
      const published = [...entry.published].flatMap((tag) => tagVersion(versioning, tag) ?? []);
      const version = latestOf(versioning, published) ?? latestOf(versioning, entry.seen) ?? null;
      return { ...entry.row, versioning, version, versions: newestFirst(versioning, published) };
    });
  }

  #produce(source: Source, produced: ProducedArtifact): void {
    const entry = this.#entry(source, produced.artifactType, produced.name);
    this.#own(entry, source, produced.artifactType);
    entry.row.registryUrl ??= produced.registryUrl;
    if (produced.version !== null) entry.published.add(produced.version);
  }

  #own(entry: Entry, source: Source, type: string): void {
    entry.row.sourceRepositoryId ??= source.repository.id;
    // A package's version is in its manifest; tags of its repository are other things' versions, too.
    if (type !== "npm_package") for (const tag of source.repository.tags) entry.published.add(tag);
  }

  #entry(owner: Source, artifactType: NewArtifact["artifactType"], name: string): Entry {
    const { connectedOrgId, workspaceId } = owner.repository;
    const id = uuidV5(ARTIFACT_NAMESPACE, JSON.stringify([connectedOrgId, artifactType, name]));
    const known = this.#entries.get(id);
    if (known) return known;
    const row = {
      id,
      workspaceId,
      connectedOrgId,
      artifactType,
      name,
      registryUrl: null,
      sourceRepositoryId: null,
    };
    const entry: Entry = { row, schemes: new Map(), published: new Set(), seen: new Set() };
    this.#entries.set(id, entry);
    return entry;
  }
}

/** How most consumers write its versions; `git` for what nobody consumes. */
const commonest = (schemes: ReadonlyMap<VersioningScheme, number>): VersioningScheme =>
  [...schemes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "git";
