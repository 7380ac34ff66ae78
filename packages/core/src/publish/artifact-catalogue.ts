import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { artifact } from "@knockon/db/schema/dependency.sql";
import type { Declaration, ProducedArtifact, VersioningScheme } from "@knockon/extract/ecosystem";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import type { Resolution } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import { declarationState } from "@knockon/graph/versions/scheme";
import { latestOf, newestFirst } from "@knockon/graph/versions/standing";
import { plainVersion, taggedVersions } from "@knockon/graph/versions/tag-version";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { directoryOf, directoryNamedBy } from "./producer-directory.ts";

const ARTIFACT_NAMESPACE = "b0c5a9d4-2f6e-4a61-8f1d-5e7c3a9b2d04";

export type NewArtifact = Omit<typeof artifact.$inferSelect, "createdAt" | "updatedAt">;

/** What the catalogue asks of a source. */
interface Source {
  repository: Pick<RepositoryRow, "id" | "workspaceId" | "connectedOrgId" | "fullPath" | "tags">;
  artifacts: readonly ProducedArtifact[];
}

type Producers = Pick<ProducerIndex, "byName">;

interface Entry {
  row: NewArtifact;
  schemes: Map<VersioningScheme, number>;
  /** The tags that may release it, and where in their repository it lies. */
  tags: readonly string[];
  directory: string;
  /** What its manifests say. */
  stated: Set<string>;
  /** What consumers name. */
  seen: Set<string>;
}

/** How an artifact that nobody consumes writes its versions; elsewhere most consumers decide. */
const SCHEMES: Partial<Record<ArtifactType, VersioningScheme>> = {
  container_image: "docker",
  go_module: "go",
  npm_package: "npm",
};

/** Every artifact of the workspace while it is resolved: produced ones first, then whatever is consumed. */
export class ArtifactCatalogue {
  readonly #entries = new Map<string, Entry>();
  readonly #sources: ReadonlyMap<string, Source>;
  #entered: NewArtifact[] = [];

  constructor(sources: readonly Source[], producers: Producers) {
    this.#sources = new Map(sources.map((source) => [source.repository.id, source]));
    for (const source of sources) {
      for (const produced of source.artifacts) {
        if (!produced.assumed) this.#produce(source, produced, producers);
      }
    }
  }

  /** The id of the artifact that a declaration consumes. */
  enter(
    consumer: Source,
    declaration: Pick<Declaration, "dependencyType" | "versioning" | "versionConstraint" | "unbound">,
    resolution: Pick<Resolution, "targetRepositoryId" | "artifactName">,
  ): string {
    const producer = this.#sources.get(resolution.targetRepositoryId ?? "");
    const entry = this.#entry(producer ?? consumer, declaration.dependencyType, resolution.artifactName);
    if (producer && entry.row.sourceRepositoryId === null) {
      this.#own(entry, producer, directoryNamedBy(resolution.artifactName, producer.repository.fullPath));
    }
    const { versioning, versionConstraint } = declaration;
    entry.schemes.set(versioning, (entry.schemes.get(versioning) ?? 0) + 1);
    if (versionConstraint !== null && declarationState(declaration) === "pinned")
      entry.seen.add(versionConstraint);
    return entry.row.id;
  }

  /** What was entered since the last call: names and types are final, versions are not. */
  takeEntered(): NewArtifact[] {
    const entered = this.#entered;
    this.#entered = [];
    return entered;
  }

  /** All of them, with their versions, when the last declaration was entered. */
  rows(): NewArtifact[] {
    return [...this.#entries.values()].map((entry) => {
      const { row, tags, directory, stated, seen } = entry;
      const versioning = commonest(entry.schemes) ?? SCHEMES[row.artifactType] ?? row.versioning;
      const published = [
        ...[...stated].flatMap((version) => plainVersion(versioning, version) ?? []),
        ...taggedVersions(versioning, tags, { name: row.name, directory }),
      ];
      const version = latestOf(versioning, published) ?? latestOf(versioning, seen) ?? null;
      return { ...row, versioning, version, versions: newestFirst(versioning, published) };
    });
  }

  /** Of several producers the one that resolution chooses owns it. */
  #produce(source: Source, produced: ProducedArtifact, { byName }: Producers): void {
    const entry = this.#entry(source, produced.artifactType, produced.name);
    const isChosen = produced.announces.some(
      (name) => byName.get(name)?.[0]?.repository.id === source.repository.id,
    );
    if (isChosen || entry.row.sourceRepositoryId === null)
      this.#own(entry, source, directoryOf(produced.sourceFile));
    entry.row.registryUrl ??= produced.registryUrl;
    if (produced.version !== null) entry.stated.add(produced.version);
  }

  #own(entry: Entry, source: Source, directory: string): void {
    entry.row.sourceRepositoryId = source.repository.id;
    entry.directory = directory;
    // A package's version is in its manifest; tags of its repository are other things' versions, too.
    if (entry.row.artifactType !== "npm_package") entry.tags = source.repository.tags;
  }

  #entry(owner: Source, artifactType: ArtifactType, name: string): Entry {
    const { connectedOrgId, workspaceId } = owner.repository;
    const id = uuidV5(ARTIFACT_NAMESPACE, JSON.stringify([connectedOrgId, artifactType, name]));
    const known = this.#entries.get(id);
    if (known) return known;
    const row: NewArtifact = {
      id,
      workspaceId,
      connectedOrgId,
      artifactType,
      name,
      version: null,
      versioning: "git",
      registryUrl: null,
      sourceRepositoryId: null,
      versions: [],
    };
    const entry = {
      row,
      schemes: new Map(),
      tags: [],
      directory: "",
      stated: new Set<string>(),
      seen: new Set<string>(),
    };
    this.#entries.set(id, entry);
    this.#entered.push(row);
    return entry;
  }
}

const commonest = (schemes: ReadonlyMap<VersioningScheme, number>): VersioningScheme | undefined =>
  [...schemes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
