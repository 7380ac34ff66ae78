import type { Ecosystem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { isScenario } from "../ansible/molecule.ts";
import { linkBoxes } from "./link.ts";
import { isTemplate, readHclTemplate, readJsonTemplate } from "./packer.ts";
import { emptyFacts, type VagrantFacts } from "./facts.ts";
import { readKitchen, readScenario } from "./read-tests.ts";
import { readVagrantfile } from "./read-vagrantfile.ts";

const VAGRANTFILE = /(?:^|\/)(?:Vagrantfile[\w.-]*|vagrantfile)$/;
/** Templates, which are not valid Ruby, and documentation. */
const NOT_A_VAGRANTFILE = /\.(?:erb|epp|j2|jinja2?|tt|tpl|tmpl|mustache|md|rst|txt|bak|orig|sh)$/i;
const KITCHEN = /(?:^|\/)\.?kitchen(?:\.[\w-]+)*\.ya?ml$/;
const BOX = /\bbox["']?[ \t]*:/;

type Read = (file: SourceFile) => VagrantFacts;

function readerOf({ path, text }: { path: string; text: string }): Read | undefined {
  if (VAGRANTFILE.test(path)) return NOT_A_VAGRANTFILE.test(path) ? undefined : readVagrantfile;
  if (path.endsWith(".pkr.hcl")) return readHclTemplate;
  if (path.endsWith(".json")) return isTemplate(text) ? readJsonTemplate : undefined;
  if (KITCHEN.test(path)) return BOX.test(text) ? readKitchen : undefined;
  return isScenario(path) && BOX.test(text) ? readScenario : undefined;
}

export const vagrant: Ecosystem<VagrantFacts> = {
  id: "vagrant",
  role: "dev",
  claims: (file) => readerOf(file) !== undefined,
  isGuess: (path) => !VAGRANTFILE.test(path),
  read: (file) => readerOf(file)?.(file) ?? emptyFacts(),
  link: linkBoxes,
};
