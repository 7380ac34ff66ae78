const YAML = /\.ya?ml$/i;
const MANIFEST = [/^["']?apiVersion["']?[ \t]*:/m, /^["']?kind["']?[ \t]*:/m];
/** Without any of these a manifest takes nothing that is read here. */
const TAKES = /image|repoURL|toolkit\.fluxcd\.io|tekton\.dev|crossplane\.io/i;
/** What only Helm calls so. */
const HELM =
  /\{\{-?(?:[^{}\n]{0,300}[ \t(])?(?:\$?\.(?:Values|Release|Chart|Capabilities|Template|Files)\b|(?:include|tpl)[ \t])/;
/** A template where YAML has its structure: as a whole line, or bare where a value begins. */
const STRUCTURAL = /^[ \t]*(?:- +)*(?:[^\s"'#{][^"'#{]{0,200}:[ \t]+)?(?:\{\{|\{%|<%)/;
const BLOCK_SCALAR = /(?:^|[:-][ \t]+)(?:[&!]\S+[ \t]+){0,2}[|>][\d+-]{0,2}[ \t]*(?:#.*)?$/;

/** YAML with `apiVersion` and `kind` that some manifest of this ecosystem could be, and no template that has yet to become one. */
export function claims({ path, text }: { path: string; text: string }): boolean {
  if (!YAML.test(path) || !TAKES.test(text) || !MANIFEST.every((key) => key.test(text))) return false;
  return !(/\{\{|\{%|<%/.test(text) && isTemplate(text));
}

/**
 * Is the text one that an engine (Helm, Jinja, ERB) makes into YAML? Manifests have `{{ … }}` of their own, which
 * Argo and others replace: in strings and in block scalars, whose lines mean nothing here.
 */
function isTemplate(text: string): boolean {
  let blockIndent: number | undefined;
  for (const line of linesOf(text)) {
    const content = line.trim();
    if (content === "") continue;
    const indent = line.length - line.trimStart().length;
    if (blockIndent !== undefined && indent > blockIndent) continue;
    blockIndent = undefined;
    if (content.startsWith("#")) continue;
    if (STRUCTURAL.test(line) || HELM.test(line)) return true;
    if (BLOCK_SCALAR.test(line.trimEnd())) blockIndent = indent;
  }
  return false;
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    yield text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    start = end + 1;
  }
}

/** What a longer line says further on is no structure. */
const MAX_LINE_LENGTH = 2_000;
