import type { Declaration } from "../../ecosystem.ts";
import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { artifactName, conventionName } from "../../name.ts";
import type { Use } from "./read.ts";

export type Reference = Pick<
  Declaration,
  "artifact" | "dependencyType" | "lookups" | "unbound" | "versionConstraint" | "versioning"
>;

const ORB = /^(?<name>[\w-]+\/[\w-]+)(?:@(?<version>.+))?$/;
/** Bounded, so that a text full of openings costs no more than its length. */
const PARAMETER = /<<(?<parameter>[^<>]{1,200})>>|\$\{?(?<variable>\w{1,100})\}?/;

/** Undefined for what names no orb or image. */
export function findReference({ rule, text }: Use): Reference | undefined {
  const { parameter, variable } = PARAMETER.exec(text)?.groups ?? {};
  const unbound = parameter?.trim() ?? variable ?? null;
  return rule === "circleci.orb" ? findOrb(text, unbound) : findImage(text, unbound);
}

function findOrb(text: string, unbound: string | null): Reference | undefined {
  const { name, version = null } = ORB.exec(text)?.groups ?? {};
  if (name === undefined && unbound === null) return undefined;
  const artifact = name?.toLowerCase();
  return {
    dependencyType: "circleci_orb",
    artifact: artifact ?? text,
    versionConstraint: version,
    versioning: "circleci",
    lookups:
      artifact === undefined
        ? []
        : [artifactName("circleci_orb", artifact), conventionName("circleci_orb", artifact)],
    unbound,
  };
}

function findImage(text: string, unbound: string | null): Reference | undefined {
  if (unbound === null && !parseImageReference(text)) return undefined;
  const { repository, versionConstraint } = splitImageReference(text);
  const name = parseImageReference(repository)?.name;
  return {
    dependencyType: "container_image",
    artifact: name ?? repository,
    versionConstraint,
    versioning: "docker",
    lookups: name === undefined ? [] : imageLookups(name),
    unbound,
  };
}
