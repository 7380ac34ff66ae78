import type { HclAttribute, HclExpression } from "../../document/hcl.ts";

/** A line that names a box, with `${name}` for what the file does not state. */
export interface BoxUse {
  rule: "box" | "hash" | "kitchen" | "molecule";
  line: number;
  name: string;
  version: string | null;
}

/** A box that a Packer template publishes. */
export interface PublishedBox {
  line: number;
  /** In JSON, a literal with the values of variables. */
  tag: HclExpression;
  version: HclExpression | null;
}

export interface VagrantFacts {
  uses: BoxUse[];
  published: PublishedBox[];
  /** The variables and locals of a template in HCL: `var.owner`, `local.name`. All files of a folder share them. */
  names: HclAttribute[];
}

export const emptyFacts = (): VagrantFacts => ({ uses: [], published: [], names: [] });

/** `owner/name`. Names without an owner are boxes of the machine, and those with more slashes are paths. */
const REMOTE = /^[\w.-]+\/[\w.-]+$/;
/** A path: `./base`, `builds/base.box`. */
const PATH = /^\.|\.box$/;
const PLACEHOLDER = /\$\{[^{}]*\}/g;

/** Whether a text is the name of a box in a registry. Placeholders may be part of it. */
export function isBoxName(text: string): boolean {
  const name = text.replace(PLACEHOLDER, "x");
  return name.length <= 200 && REMOTE.test(name) && !PATH.test(name);
}
