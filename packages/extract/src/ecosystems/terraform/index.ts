import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type TerraformFacts } from "./read.ts";

const TERRAFORM_FILE = /\.(?:tf|tofu)(?:\.json)?$/;
/** `terragrunt.hcl`, `root.hcl`, `_envcommon/mysql.hcl`, but not `web.pkr.hcl`, `app.nomad.hcl`, `.terraform.lock.hcl`. */
const PLAIN_HCL_FILE = /(?:^|\/)(?:[^/.]+|terragrunt\.stack)\.hcl$/;
const TERRAGRUNT_FILE = /(?:^|\/)terragrunt(?:\.stack)?\.hcl$/;
const TERRAGRUNT_BLOCK = /^[ \t]*(?:terraform|locals)[ \t]*\{/m;

/** `.hcl` is the ending of many tools: other names than Terragrunt's own are judged by the blocks that matter here. */
function claims(file: { path: string; text: string }): boolean {
  if (!file.path.endsWith(".hcl")) return TERRAFORM_FILE.test(file.path);
  if (!PLAIN_HCL_FILE.test(file.path)) return false;
  return TERRAGRUNT_FILE.test(file.path) || TERRAGRUNT_BLOCK.test(file.text);
}

export const terraform: Ecosystem<TerraformFacts> = { id: "terraform", claims, read, link };
