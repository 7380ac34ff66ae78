import { imageLookups, parseImageReference, splitImageReference } from "../../image-reference.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

const VARIABLE = String.raw`\$(?:\w{1,60}|\{[^\s{}]{1,100}\})`;
const HOST = String.raw`(?:[a-z\d-]{1,60}(?:\.[a-z\d-]{1,60}){1,6}(?::\d{1,5})?|localhost(?::\d{1,5})?)`;
const PATH = String.raw`[a-z\d][a-z\d._-]{0,100}(?:\/[a-z\d][a-z\d._-]{0,100}){1,5}`;
const TAG = String.raw`:(?:[\w.-]|${VARIABLE}){1,200}`;
const DIGEST = String.raw`@sha256:[\da-f]{64}`;
/** An image with owner and version, also in a registry that a variable names. */
const IMAGE = String.raw`(?<registry>(?:${VARIABLE}|${HOST})\/)?(?<name>${PATH}(?:${TAG}(?:${DIGEST})?|${DIGEST}))`;

/** A line of a here-document, an array or a text in quotes: only an image. */
const LINE = new RegExp(
  String.raw`^[ \t]*["']?(?<image>${IMAGE})["']?[ \t]*(?:\\[ \t]*)?\)?(?:#[^\n]*)?\r?$`,
  "gm",
);
/** `-X main.DefaultImage=acme/job:1`: the linker of Go sets a variable of a program. */
const LINKED = new RegExp(
  String.raw`-X[ =]{0,3}["']?[^\s"'=]{1,200}[iI]mage\w{0,60}=(?<image>${IMAGE})(?=["'\s]|$)`,
  "g",
);
/** Any image in one of these forms contains it. */
const MENTION = /[a-z\d]\/[a-z\d][a-z\d._-]{0,100}[:@]/;

/** Whether a text may list images. */
export const mayListImages = (text: string): boolean => MENTION.test(text);

/** Returns the images that a script lists line by line, for others to pull, and those that it links into a program. */
export function readImageLists(text: string, bindings: () => Bindings): Sighting[] {
  return [LINE, LINKED].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: whole, index, groups = {} }) => {
      const { image = "", registry = "", name = "" } = groups;
      const isNamed = !registry.includes("$");
      const { text: reference, unbound } = expand(isNamed ? image : name, bindings);
      const { repository, versionConstraint } = splitImageReference(reference);
      const found = parseImageReference(repository);
      if (!found) return [];
      return [
        {
          offset: index + whole.indexOf(image),
          dependencyType: "container_image" as const,
          rawReference: isNamed ? reference : registry + reference,
          artifact: found.name,
          versionConstraint,
          versioning: "docker" as const,
          unbound,
          lookups: imageLookups(found.name),
          repository: null,
          rule: "image_list",
          isFetched: true,
          isDiscussion: false,
          requiresProducer: true as const,
        },
      ];
    }),
  );
}
