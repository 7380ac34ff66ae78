import { findHclArgument, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { gitName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import { fileUse } from "../../scope.ts";
import { bind, restore, type BoundText, type Scope } from "./bind.ts";

export interface Download {
  line: number;
  url: HclExpression;
}

/** Returns the URLs of `data "http"` blocks. */
export const downloads = (blocks: readonly HclBlock[]): Download[] =>
  blocks.filter(({ labels: [type] }) => type === "http").flatMap(inBlock);

function inBlock({ body }: HclBlock): Download[] {
  const valueOf = (name: string) => body.attributes.find((attribute) => attribute.name === name)?.value;
  const url = valueOf("url");
  if (!url) return [];
  const isEach = url.kind === "code" && /^each\.(?:key|value)$/.test(url.text);
  const urls = isEach ? valuesIn(valueOf("for_each")) : [url];
  return urls.map((each) => ({ line: each.line, url: each }));
}

/** Returns the values of `{ a = "…" }` and `toset(["…"])`. */
function valuesIn(forEach: HclExpression | undefined): HclExpression[] {
  if (forEach?.kind === "object") return forEach.entries.map(({ value }) => value);
  const set = forEach && findHclArgument(forEach, "toset");
  return set?.kind === "list" ? set.items : [];
}

/** Returns nothing for URLs that are not on a git host. URLs of issues and similar pages are only mentions. */
export function downloadDeclaration(
  sourceFile: string,
  use: Download,
  scope: Scope,
  ownLocation: string | undefined,
): Declaration[] {
  const url = bind(use.url, scope);
  const found = findRepository(restore(url.text, url));
  if (!found || found.location === ownLocation) return [];
  const unboundName = findUnboundIn(found.artifact, url);
  return [
    {
      ecosystem: "terraform",
      dependencyType: "git_repository",
      sourceFile,
      sourceLine: use.line,
      rawReference: found.raw,
      artifact: found.artifact,
      versionConstraint: found.ref,
      versioning: "git",
      unbound: unboundName ?? findUnboundIn(found.ref ?? "", url),
      versionComment: null,
      lookups: unboundName === null ? [gitName(found.location)] : [],
      evidence: { class: found.isDiscussion ? "prose" : "build_file", rule: "terraform.http" },
      ...fileUse(found.file),
    },
  ];
}

/** Returns the first unbound reference in a restored text, else null. */
const findUnboundIn = (text: string, { unbound }: BoundText): string | null =>
  unbound.find(({ sourceText }) => text.includes(sourceText))?.name ?? null;
