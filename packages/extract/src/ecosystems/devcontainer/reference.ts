import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, conventionName } from "../../name.ts";
import type { Use } from "./read.ts";
import { bindVariables } from "./variables.ts";

export type Reference = Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "rawReference" | "unbound" | "versionConstraint"
>;

const REGISTRY = "ghcr.io";
/** Features that had no address once; that is where they live now. */
const FORMER_FEATURES = `${REGISTRY}/devcontainers/features`;

/** Undefined for what names no image or feature. */
export function findReference({ rule, text }: Use): Reference | undefined {
  return rule === "devcontainer.image" ? findImage(text) : findFeature(text);
}

function findImage(written: string): Reference | undefined {
  const { text, unbound } = bindVariables(written);
  if (unbound === null && !parseImageReference(text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(text);
  const name = parseImageReference(repository)?.name;
  return {
    dependencyType: "container_image",
    artifact: name ?? repository,
    rawReference: text,
    versionConstraint,
    lookups: name === undefined ? [] : imageLookups(name),
    unbound,
  };
}

function findFeature(text: string): Reference | undefined {
  const parsed = parseImageReference(addressOf(text));
  if (!parsed) return undefined;
  const path = parsed.name.slice(parsed.name.indexOf("/") + 1);
  return {
    dependencyType: "devcontainer_feature",
    artifact: parsed.name,
    rawReference: text,
    versionConstraint: parsed.versionConstraint,
    lookups: [
      artifactName("devcontainer_feature", parsed.name),
      conventionName("devcontainer_feature", path),
    ],
    unbound: null,
  };
}

/** The whole address of a feature, of which former versions wrote `owner/repository/id@v1` or the id alone. */
function addressOf(text: string): string {
  if (!text.includes("/")) return `${FORMER_FEATURES}/${text.replace(/[:@].*$/s, "")}`;
  const isFormer = /^[\w-]+\/[\w.-]+\/[\w.-]+(?:@[^:]+)?$/.test(text);
  return isFormer ? `${REGISTRY}/${text.replace("@", ":")}` : text;
}
