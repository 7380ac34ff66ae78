const PACKAGE_NAME = /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/** False for comments (`//`), placeholders (`{{ name }}`) and anything else no registry would take. */
export const isPackageName = (text: string): boolean => PACKAGE_NAME.test(text);

/** The name in `name@range`; a scope's own `@` is no separator. */
export function nameOfSelector(selector: string): string {
  const separator = selector.indexOf("@", 1);
  return separator === -1 ? selector : selector.slice(0, separator);
}

/** pnpm's `parent@1>name@2` overrides `name`. The `>` of a range (`name@>=2`, `name@1 || >2`) separates nothing. */
export function nameOfPnpmOverride(key: string): string {
  const parent = /[^ |@]>/.exec(key);
  return nameOfSelector(parent ? key.slice(parent.index + 2) : key);
}

const RESOLUTION_STEP = /(?:\*\*|(?<name>(?:@[^/@]*\/)?[^/@]+)(?:@(?<range>[^/]*))?)(?:\/|$)/gy;

/** yarn replaces the last package of a path (`parent/name`, `**` for any depth), which may have a range. */
export function nameOfResolution(key: string): string {
  let last = key;
  for (const { groups } of key.matchAll(RESOLUTION_STEP)) {
    last = groups?.["name"] ?? last;
    // What follows such a range may look like further packages: `name@patch:./a/b`.
    if (/^(?!npm:)[a-z+]+:/.test(groups?.["range"] ?? "")) break;
  }
  return last;
}
