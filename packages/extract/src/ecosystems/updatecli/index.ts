import { rootKeys } from "../../document/first-look.ts";
import type { Ecosystem } from "../../ecosystem.ts";
import { linkManifests } from "./link.ts";
import { readManifest, type UpdatecliFacts } from "./read.ts";

const MANIFEST = /\.(?:ya?ml|tpl)$/;
/** A resource of a known kind. */
const KIND =
  /^[ \t]+["']?kind["']?[ \t]*:[ \t]*["']?(?:github|gittag|gitbranch|helmchart|dockerimage|dockerdigest|git\b|gitlab)/im;

/** Claims manifests by their content: sources, conditions or targets of a known kind. */
function claims({ path, text }: { path: string; text: string }): boolean {
  if (!MANIFEST.test(path)) return false;
  const keys = rootKeys(text);
  const isManifest = keys.has("targets") || keys.has("conditions") || keys.has("actions") || keys.has("scms");
  return keys.has("sources") && isManifest && KIND.test(text);
}

export const updatecli: Ecosystem<UpdatecliFacts> = {
  id: "updatecli",
  extensions: /^(?:ya?ml|tpl)$/,
  role: "ci",
  claims,
  isGuess: () => true,
  read: readManifest,
  link: linkManifests,
};
