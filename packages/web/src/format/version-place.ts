/** What stands before the version in a URL, the surest first: a parameter, a word of the Git host, or the owner and the repository. */
const BEFORE_IN_URL = [
  /[?&](?:ref|branch|tag|rev|version)=$/u,
  /\/(?:blob|raw|tree|archive|src)\/(?:refs\/(?:heads|tags)\/|(?:branch|tag)\/)?$/u,
  /\/(?:refs\/(?:heads|tags)|releases\/download)\/$/u,
  /@$/u,
  /^\w+:\/\/[^/]+\/[^/]+\/[^/]+\/$/u,
];

const URL_START = /^(?:git::)?https?:\/\//u;

/** The name goes on with an extension or another part: `main` in `main.go`. */
const GOES_ON = /^[.+-]?\w/u;

/** A version has started before: `2` in `1.2`. */
const HAS_STARTED = /\w[.+-]?$/u;

/** An archive has an extension after its version: `main.tar.gz`. */
const IS_ARCHIVE = /^\.(?:zip|tar|tgz)\b/u;

/**
 * Returns the place of the version in a reference, or -1. The same text may occur in a name: `main` is the branch of
 * `https://raw.example.com/acme/app/main/main.go` only before the file.
 */
export function versionPlace(reference: string, version: string): number {
  const places = placesOf(reference, version);
  const before = (place: number): string => reference.slice(0, place);
  const after = (place: number): string => reference.slice(place + version.length);
  const isWhole = (place: number): boolean =>
    (IS_ARCHIVE.test(after(place)) || !GOES_ON.test(after(place)) || /\W$/u.test(version)) &&
    (!HAS_STARTED.test(before(place)) || /^\W/u.test(version));
  const whole = places.filter(isWhole);
  if (URL_START.test(reference)) {
    for (const marker of BEFORE_IN_URL) {
      const found = whole.find((place) => marker.test(before(place)));
      if (found !== undefined) return found;
    }
  }
  return whole.at(-1) ?? places.at(-1) ?? -1;
}

/** All places of a part of a text. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  if (part === "") return places;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}
