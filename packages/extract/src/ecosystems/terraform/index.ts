import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { isLockFile } from "./lock.ts";
import { read, type TerraformFacts } from "./read.ts";

const TERRAFORM_FILE = /\.(?:tf|tofu)(?:\.json)?$/;
/** Includes `root.hcl` and `_envcommon/mysql.hcl`; excludes `web.pkr.hcl`, `app.nomad.hcl` and `.terraform.lock.hcl`. */
const PLAIN_HCL_FILE = /(?:^|\/)(?:[^/.]+|terragrunt\.stack)\.hcl$/;
const TERRAGRUNT_FILE = /(?:^|\/)terragrunt(?:\.stack)?\.hcl$/;
const TERRAGRUNT_BLOCK = /^[ \t]*(?:terraform|locals)[ \t]*\{/m;

/** Many tools use `.hcl`, so files without a name specific to Terragrunt must contain its blocks. */
function claims(file: { path: string; text: string }): boolean {
  if (!file.path.endsWith(".hcl")) return TERRAFORM_FILE.test(file.path);
  if (isLockFile(file.path)) return true;
  if (!PLAIN_HCL_FILE.test(file.path)) return false;
  return TERRAGRUNT_FILE.test(file.path) || TERRAGRUNT_BLOCK.test(file.text);
}

export const terraform: Ecosystem<TerraformFacts> = {
  id: "terraform",
  extensions: /^(?:tf|tofu|json|hcl)$/,
  claims,
  interfaceFrom: "repository",
  linksTree: true,
  read,
  link,
};
