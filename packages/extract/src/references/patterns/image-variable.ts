import { imageLookups, parseImageReference } from "../../image-reference.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

/** `IMAGE ?= ghcr.io/acme/base:1.2`, `export BUILD_IMAGE="…"`, `CI_IMAGE: …`, at the start of a line. */
const ASSIGNMENT =
  /^[ \t]*(?:- )?(?:(?:export|readonly|local|set|ENV|ARG)[ \t]+)?(?<name>[A-Za-z][A-Za-z\d_]{0,60})[ \t]*(?:[?:+]{0,2}=|:)[ \t]*["']?(?<image>[a-z\d][a-z\d.-]{0,100}(?::\d{1,5})?\/[^\s"'#;,]{1,300})["']?[ \t]*(?:#.*)?\r?$/gm;
const IMAGE_NAME = /(?:^|_)(?:[A-Z\d]*IMAGE|IMG)(?:_|$)|(?:^|_)image(?:_|$)/;
/** Any such name contains one of these. */
const MENTION = /IMAGE|IMG|image[ \t]*[?:+]?=/;
/** Parts of a name that only say that it is the name of an image. */
const NAME_SUFFIX = /_(?:NAME|REPO|REPOSITORY|URL|REF)$/;
const NAME = /^[a-z\d][a-z\d.-]*(?::\d+(?=\/))?(?:\/[\w.-]+)+$/;

/** Reads images that variables name, with the tag in the variable next to them: `IMAGE` and `TAG`, `CI_IMAGE` and `CI_TAG`. */
export function readImageVariables(text: string, bindings: () => Bindings): Sighting[] {
  if (!MENTION.test(text)) return [];
  return Array.from(text.matchAll(ASSIGNMENT)).flatMap((match) => {
    const { name = "", image = "" } = match.groups ?? {};
    if (!IMAGE_NAME.test(name)) return [];
    const { text: expanded, unbound } = expand(image, bindings);
    const [, repository = "", own = null] = /^(.+?)(?:(?::(?!\d+\/)|@)(.+))?$/.exec(expanded) ?? [];
    const found = NAME.test(repository) ? parseImageReference(repository) : undefined;
    if (!found) return [];
    const version = own ?? tagOf(name, bindings());
    return [
      {
        offset: match.index + match[0].indexOf(image),
        dependencyType: "container_image" as const,
        rawReference: expanded,
        artifact: found.name,
        versionConstraint: version,
        versioning: "docker" as const,
        unbound,
        lookups: imageLookups(found.name),
        repository: null,
        rule: "image_variable",
        isFetched: true,
        isDiscussion: false,
        requiresProducer: true as const,
      },
    ];
  });
}

/** Returns the value of the variable for the tag of an image, or null. */
function tagOf(name: string, bindings: Bindings): string | null {
  const image = name.replace(NAME_SUFFIX, "");
  const prefix = image.replace(/_?(?:IMAGE|IMG)$/, "");
  const names = [
    `${image}_TAG`,
    `${image}_VERSION`,
    ...(prefix === "" ? ["TAG"] : [`${prefix}_TAG`, `${prefix}_VERSION`]),
  ];
  for (const each of names) {
    const value = bindings.get(each);
    if (value !== undefined && /^[\w][\w.-]*$/.test(value)) return value;
  }
  return null;
}
