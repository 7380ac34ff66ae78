/** What a notation names. A plugin is the module that stands for its id. */
export interface Module {
  group: string;
  artifact: string;
  version: string | null;
  /** `:classifier@extension` as written, else empty. */
  file: string;
  /** Of a plugin, else null. */
  id: string | null;
}

/** `group:name:version:classifier@extension`; a version may hold what it likes but colons. */
const MODULE =
  /^(?<group>[^\s:@]+):(?<artifact>[^\s:@]+)(?::(?<version>[^:@]*))?(?<file>(?::[^:@]*)?(?:@[\w.-]*)?)$/;
const PLUGIN = /^(?<id>[^\s:@]+)(?::(?<version>[^:@]*))?$/;
const MAX_LENGTH = 512;

export function parseModule(text: string, isPlugin: boolean): Module | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  const {
    group,
    artifact,
    id,
    version,
    file = "",
  } = (isPlugin ? PLUGIN : MODULE).exec(spaceless(written))?.groups ?? {};
  const stated = { version: version || null, file };
  if (id !== undefined) return { group: id, artifact: `${id}.gradle.plugin`, id, ...stated };
  if (group === undefined || artifact === undefined) return undefined;
  return { group, artifact, id: null, ...stated };
}

/** Code that nobody runs may hold blanks, and stands for a name all the same. */
const spaceless = (text: string): string =>
  text.replace(/\$\{[^{}]*\}/g, (code) => code.replace(/\s+/g, "_"));

export const moduleName = ({ group, artifact }: Module): string => `${group}:${artifact}`;
