import type { Facts, ProducedArtifact, RepositoryIdentity } from "../../ecosystem.ts";
import { artifactName, conventionName } from "../../name.ts";
import type { CircleFacts } from "./read.ts";

const ORB_SOURCE = /(?:^|\/)@orb\.ya?ml$/;

/** The head of an orb whose parts lie in folders beside it. */
export const isOrbSource = (path: string): boolean => ORB_SOURCE.test(path);

/** The orbs that a workflow publishes; without one, the orb whose source there is, after the repository's name. */
export function producedArtifacts(
  files: readonly Facts<CircleFacts>[],
  repository: RepositoryIdentity,
): ProducedArtifact[] {
  const published = new Map<string, ProducedArtifact>();
  for (const { path, facts } of files) {
    for (const { name, line } of facts.published) {
      if (published.has(name)) continue;
      published.set(name, {
        ...orb(path, line, name),
        announces: [artifactName("circleci_orb", name)],
        evidence: { class: "manifest", rule: "circleci.publish" },
      });
    }
  }
  const source = files.find(({ path }) => isOrbSource(path));
  return published.size === 0 && source ? [assumedOrb(source.path, repository)] : [...published.values()];
}

function assumedOrb(path: string, { fullPath }: RepositoryIdentity): ProducedArtifact {
  const whole = fullPath.toLowerCase();
  const start = whole.lastIndexOf("/") + 1;
  const short = whole.slice(start).replace(/^(?:circleci-)?orb-(?=.)|(?<=.)-orb$/, "");
  const names = [...new Set([whole.slice(0, start) + short, whole])];
  return {
    ...orb(path, 1, names[0] ?? whole),
    announces: names.map((name) => conventionName("circleci_orb", name)),
    assumed: true,
    evidence: { class: "manifest", rule: "circleci.orb_source" },
  };
}

const orb = (sourceFile: string, sourceLine: number, name: string) => ({
  ecosystem: "circleci",
  artifactType: "circleci_orb" as const,
  name,
  version: null,
  registryUrl: null,
  sourceFile,
  sourceLine,
});
