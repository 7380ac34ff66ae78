import { go } from "./go.ts";

const MAJOR_VERSION = /(?:\/|\.)v(?<major>\d+)$/;

/**
 * What the tags of a repository release of one Go module. A module in a folder has that folder before its versions
 * (`api/v1.2.0`), and its path names every major version from the second on: `v3.0.0` is none of `acme.io/x`.
 */
export function moduleVersions(path: string, folder: string, tags: readonly string[]): string[] {
  const major = MAJOR_VERSION.exec(path)?.groups?.["major"];
  const majors = major === undefined ? ["0", "1"] : [major];
  const place = folder.replace(major === undefined ? "" : new RegExp(`(?:^|/)v${major}$`), "");
  const prefix = place === "" || place === "." ? "" : `${place}/`;
  return tags
    .filter((tag) => tag.startsWith(prefix))
    .map((tag) => tag.slice(prefix.length))
    .filter(
      (version) =>
        go.compare(version, version) === 0 && majors.some((each) => version.startsWith(`v${each}.`)),
    );
}
