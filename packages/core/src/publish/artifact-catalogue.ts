import { posix } from "node:path";
import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { Declaration, ProducedArtifact, VersioningScheme } from "@knockon/extract/ecosystem";
import type { Resolution } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import { declarationState } from "@knockon/graph/versions/scheme";
import { moduleVersions } from "@knockon/graph/versions/module-versions";
import { latestOf, newestFirst } from "@knockon/graph/versions/standing";
import { tagVersion } from "@knockon/graph/versions/tag-version";
import type { RepositoryRow } from "../repository/repository-row.ts";

const ARTIFACT_NAMESPACE = "b0c5a9d4-2f6e-4a61-8f1d-5e7c3a9b2d04";

export type NewArtifact = Omit<typeof artifact.$inferSelect, "createdAt" | "updatedAt">;

/** What the catalogue asks of a source. */
interface Source {
  repository: Pick<RepositoryRow, "id" | "workspaceId" | "connectedOrgId" | "fullPath" | "tags">;
  artifacts: readonly ProducedArtifact[];
}

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
  enter(
    consumer: Source,
    declaration: Pick<Declaration, "dependencyType" | "versioning" | "versionConstraint" | "unbound">,
    resolution: Pick<Resolution, "targetRepositoryId" | "artifactName">,
  ): string {
    const producer = this.#sources.get(resolution.targetRepositoryId ?? "");
    const owner = producer ?? consumer;
    const entry = this.#entry(owner, declaration.dependencyType, resolution.artifactName);
    if (producer && entry.row.sourceRepositoryId === null) {
      const { fullPath } = producer.repository;
      this.#own(entry, producer, folderNamedBy(resolution.artifactName, fullPath));
    }
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
    this.#own(entry, source, posix.dirname(produced.sourceFile));
    entry.row.registryUrl ??= produced.registryUrl;
    if (produced.version !== null) entry.published.add(produced.version);
  }

  /** `folder` is where the artifact lies in its repository. */
  #own(entry: Entry, { repository }: Source, folder: string): void {
    entry.row.sourceRepositoryId ??= repository.id;
    for (const tag of releasesOf(entry.row, folder, repository.tags)) entry.published.add(tag);
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

/** The tags that release an artifact. An npm package's version is in its manifest; tags may be other things' versions. */
function releasesOf(
  { artifactType, name }: Entry["row"],
  folder: string,
  tags: readonly string[],
): readonly string[] {
  if (artifactType === "npm_package") return [];
  return artifactType === "go_module" ? moduleVersions(name, folder, tags) : tags;
}

/** `github.com/acme/app/api` of `acme/app` is in `api`. */
function folderNamedBy(name: string, fullPath: string): string {
  const [, folder = ""] = name.toLowerCase().split(`/${fullPath.toLowerCase()}/`);
  return folder;
}

/** How most consumers write its versions; `git` for what nobody consumes. */
const commonest = (schemes: ReadonlyMap<VersioningScheme, number>): VersioningScheme =>
  [...schemes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "git";
