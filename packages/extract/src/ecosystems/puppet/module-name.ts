const NAME = /^(?<owner>[a-z\d]+)[-/](?<name>[a-z]\w*)$/i;
const MAX_LENGTH = 200;

/**
 * Returns the name of a module as `owner/name` in lower case, or undefined if the text is not the name of a module of the
 * Forge. `owner-name` is the same name.
 *
 * https://help.puppet.com/core/current/Content/PuppetCore/modules_metadata.htm
 */
export function parseModuleName(text: string): string | undefined {
  const { owner, name } = (text.length <= MAX_LENGTH && NAME.exec(text.trim())?.groups) || {};
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`.toLowerCase();
}
