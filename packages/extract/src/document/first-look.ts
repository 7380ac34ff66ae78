const TEMPLATE =
  "gotmpl|go-?tmpl|te?mpl|tpl|j2|jinja2?|jinja|erb|ejs|hbs|mustache|template|example|sample|dist|in";
/**
 * YAML files by their last extension, also as templates: `ci.yml`, `ci.yml.j2`, `helmfile.yaml.gotmpl`. Templates are
 * read as far as they are YAML.
 */
const YAML_FILE = new RegExp(String.raw`\.ya?ml(?:\.(?:${TEMPLATE}))?$`, "i");

/** The extensions of all paths of `isYamlPath`, and of others. */
export const YAML_EXTENSIONS = new RegExp(`^(?:ya?ml|${TEMPLATE})$`);

export const isYamlPath = (path: string): boolean => YAML_FILE.test(path);

/** A key at the start of a line, plain or quoted. */
const ROOT_KEY = /(["']?)([A-Za-z_][\w.-]{0,60})\1[ \t]*:(?=[ \t\r\n]|$)/y;

/** The result for the latest text: several ecosystems ask for the keys of the same file, one after another. */
let latest: { text: string; keys: ReadonlySet<string> } = { text: "", keys: new Set() };

/**
 * Returns the keys that start a line of a YAML text: those of its documents' root maps, except in flow style. Does not
 * parse, so a line of a block scalar at the left margin counts as well.
 */
export function rootKeys(text: string): ReadonlySet<string> {
  if (latest.text !== text) latest = { text, keys: findRootKeys(text) };
  return latest.keys;
}

const SPACE = 0x20;
const HASH = 0x23;
const DASH = 0x2d;

function findRootKeys(text: string): Set<string> {
  const keys = new Set<string>();
  for (let start = 0; start < text.length;) {
    const code = text.charCodeAt(start);
    if (code > SPACE && code !== HASH && code !== DASH) {
      ROOT_KEY.lastIndex = start;
      const key = ROOT_KEY.exec(text)?.[2];
      if (key !== undefined) keys.add(key);
    }
    const newline = text.indexOf("\n", start);
    if (newline === -1) break;
    start = newline + 1;
  }
  return keys;
}
