import type { Ecosystem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { linkModules } from "./link.ts";
import { mentionsInstall, readAcceptanceTest } from "./read-acceptance.ts";
import { readPuppetfile } from "./read-puppetfile.ts";
import { readFixtures, readMetadata, type PuppetFacts } from "./read.ts";

const METADATA = /(?:^|\/)metadata\.json$/;
/** Other tools have files of this name, too: Chef, for example. */
const METADATA_TEXT = /"(?:version_requirement|operatingsystem_support|project_page|pdk-version)"\s*:/;
const PUPPETFILE = /(?:^|\/)Puppetfile(?:[._-][\w.-]+)?$/;
const NOT_A_PUPPETFILE = /\.(?:lock|resolved|erb|epp|md|bak|orig)$/i;
const FIXTURES = /(?:^|\/)\.fixtures[\w.-]*\.ya?ml$/;
const FIXTURES_TEXT = /^["']?fixtures["']?[ \t]*:/m;
const TEST = /(?:^|\/)(?:spec|tests?|acceptance)\/(?:.*\/)?[^/]+\.rb$/;

type Read = (file: SourceFile) => PuppetFacts;

function readerOf({ path, text }: { path: string; text: string }): Read | undefined {
  if (METADATA.test(path)) return METADATA_TEXT.test(text) ? readMetadata : undefined;
  if (PUPPETFILE.test(path)) return NOT_A_PUPPETFILE.test(path) ? undefined : readPuppetfile;
  if (FIXTURES.test(path)) return FIXTURES_TEXT.test(text) ? readFixtures : undefined;
  return TEST.test(path) && mentionsInstall(text) ? readAcceptanceTest : undefined;
}

export const puppet: Ecosystem<PuppetFacts> = {
  id: "puppet",
  claims: (file) => readerOf(file) !== undefined,
  read: (file) => (readerOf(file) ?? readMetadata)(file),
  link: linkModules,
};
