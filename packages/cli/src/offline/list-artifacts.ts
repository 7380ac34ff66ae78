import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { compareOrdinal } from "@knockon/graph/ordinal";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import type { ReportArtifact, ReportDeclaration } from "./report.ts";

interface Production extends Pick<ProducedArtifact, "artifactType" | "name" | "version" | "announces"> {
  repository: string;
}

type Use = Pick<ReportDeclaration, "dependency_type" | "artifact" | "target_repository">;

/**
 * One artifact per type and name: of several producers that which resolution chooses, without any the repository that
 * its uses resolve to.
 */
export function listArtifacts(
  productions: readonly Production[],
  uses: readonly Use[],
  index: Pick<ProducerIndex, "producersOf">,
): ReportArtifact[] {
  const isChosen = ({ announces, repository }: Production): boolean =>
    announces.some((name) => index.producersOf(name)[0]?.repository.id === repository);
  const chosenFirst = productions.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  const artifacts = new Map<string, ReportArtifact>();
  for (const one of [...chosenFirst.map(produced), ...uses.map(used)]) {
    const key = `${one.artifact_type}\0${one.name}`;
    if ((artifacts.get(key)?.source_repository ?? null) === null) artifacts.set(key, one);
  }
  return [...artifacts.values()].toSorted(
    (a, b) => compareOrdinal(a.artifact_type, b.artifact_type) || compareOrdinal(a.name, b.name),
  );
}

const produced = ({ artifactType, name, version, repository }: Production): ReportArtifact => ({
  artifact_type: artifactType,
  name,
  version,
  source_repository: repository,
});

const used = ({ dependency_type, artifact, target_repository }: Use): ReportArtifact => ({
  artifact_type: dependency_type,
  name: artifact,
  version: null,
  source_repository: target_repository,
});
