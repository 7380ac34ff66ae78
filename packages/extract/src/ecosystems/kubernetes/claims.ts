const YAML = /\.ya?ml$/i;
const MANIFEST = [/^["']?apiVersion["']?[ \t]*:/m, /^["']?kind["']?[ \t]*:/m];
/** Without any of these a manifest takes nothing that is read here. */
const TAKES = /image|repoURL|toolkit\.fluxcd\.io|tekton\.dev|crossplane\.io/i;

/** YAML with `apiVersion` and `kind` that some manifest of this ecosystem could be, or a template of one. */
export const claims = ({ path, text }: { path: string; text: string }): boolean =>
  YAML.test(path) && TAKES.test(text) && MANIFEST.every((key) => key.test(text));
