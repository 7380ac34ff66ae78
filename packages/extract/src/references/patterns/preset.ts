import { gitName, pathName } from "../../name.ts";
import type { Sighting } from "../reference.ts";

/** A preset of Renovate in a repository: `"github>acme/presets"`, `"local>acme/presets//go:library.json5#v1"`. */
const PRESET =
  /(?<=["'])(?<host>github|gitlab|local)>(?<repository>[\w.-]{1,100}(?:\/[\w.-]{1,100}){1,10})(?:\/\/(?<folder>[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,10}))?(?::(?<name>[\w./-]{1,200}))?(?:\([^"'\n]{0,500}\))?(?:#(?<ref>[\w./-]{1,200}))?(?=["'])/g;

/** `local` is the host of the repository itself, which only its path identifies. */
const HOSTS: Record<string, string> = { github: "github.com", gitlab: "gitlab.com" };

/** Returns the presets that a configuration of Renovate extends. */
export const readPresets = (text: string): Sighting[] =>
  Array.from(text.matchAll(PRESET)).map((match) => {
    const { host: platform = "", repository = "", folder, name, ref = null } = match.groups ?? {};
    const host = HOSTS[platform];
    const location = host === undefined ? null : `${host}/${repository}`;
    return {
      offset: match.index,
      dependencyType: "git_repository",
      rawReference: match[0],
      artifact: location ?? repository,
      versionConstraint: ref,
      versioning: "git",
      unbound: null,
      lookups: location === null ? [pathName(repository)] : [gitName(location)],
      repository: location?.toLowerCase() ?? null,
      file: presetFile(folder, name),
      rule: "preset",
      isFetched: true,
      isDiscussion: false,
    };
  });

function presetFile(folder: string | undefined, name = "default"): string {
  const file = /\.json5?$/.test(name) ? name : `${name}.json`;
  return folder === undefined ? file : `${folder}/${file}`;
}
