import { findHclArgument, type HclBlock, type HclExpression } from "../../document/hcl.ts";
import type { Declaration } from "../../ecosystem.ts";
import { gitName } from "../../name.ts";
import { findRepository } from "../../references/repository-url.ts";
import { bind, restore, type BoundText, type Scope } from "./bind.ts";

export interface Download {
  line: number;
  url: HclExpression;
}

/** What a `data "http"` fetches. */
export const downloads = (blocks: readonly HclBlock[]): Download[] =>
  blocks.filter(({ labels: [type] }) => type === "http").flatMap(inBlock);

function inBlock({ body }: HclBlock): Download[] {
  const valueOf = (name: string) => body.attributes.find((attribute) => attribute.name === name)?.value;
  const url = valueOf("url");
  if (!url) return [];
  const isEach = url.kind === "code" && /^each\.(?:key|value)$/.test(url.text);
  const urls = isEach ? listed(valueOf("for_each")) : [url];
  return urls.map((each) => ({ line: each.line, url: each }));
}

/** `{ a = "…" }`, `toset(["…"])`. */
function listed(forEach: HclExpression | undefined): HclExpression[] {
  if (forEach?.kind === "object") return forEach.entries.map(({ value }) => value);
  const set = forEach && findHclArgument(forEach, "toset");
  return set?.kind === "list" ? set.items : [];
}

/** Counts where a git host serves it, and as in a script: a download is a fetch, but not one of what people talk about. */
export function downloadDeclaration(
  sourceFile: string,
  use: Download,
  scope: Scope,
  ownLocation: string | undefined,
): Declaration[] {
  const url = bind(use.url, scope);
  const found = findRepository(restore(url.text, url));
  if (!found || found.location === ownLocation) return [];
  const unnamed = findWritten(found.artifact, url);
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
      unbound: unnamed ?? findWritten(found.ref ?? "", url),
      versionComment: null,
      lookups: unnamed === null ? [gitName(found.location)] : [],
      evidence: { class: found.isTalk ? "prose" : "build_file", rule: "terraform.http" },
    },
  ];
}

/** What the first unbound reference that stands in a restored text sought, else null. */
const findWritten = (text: string, { unbound }: BoundText): string | null =>
  unbound.find(({ written }) => text.includes(written))?.name ?? null;
