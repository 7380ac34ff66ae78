import type { Ecosystem } from "../../ecosystem.ts";
import type { NugetFacts } from "./facts.ts";
import { isLockFile } from "./lock.ts";
import { link } from "./link.ts";
import { PROJECT } from "./roles.ts";
import { read, type FileKind } from "./read.ts";

/** Files that projects import, and projects of other tools such as `.sqlproj`, which are not announced. */
const OTHER_MSBUILD = /\.(?:props|targets|[a-z]*proj)$/i;
const MSBUILD_ROOT = /<Project[\s>]/;
const PACKAGES_CONFIG = /(?:^|\/)packages(?:\.[^/]+)?\.config$/i;
const NUSPEC = /\.nuspec$/i;
const TOOLS = /(?:^|\/)dotnet-tools\.json$/;
const GLOBAL = /(?:^|\/)global\.json$/;

function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (PROJECT.test(path) || (OTHER_MSBUILD.test(path) && MSBUILD_ROOT.test(text))) return "msbuild";
  if (isLockFile(path)) return "lock";
  if (PACKAGES_CONFIG.test(path)) return "packages_config";
  if (NUSPEC.test(path)) return "nuspec";
  if (TOOLS.test(path)) return "tools";
  return GLOBAL.test(path) && text.includes('"msbuild-sdks"') ? "global" : undefined;
}

export const nuget: Ecosystem<NugetFacts> = {
  id: "nuget",
  extensions: /^(?:[a-z]*proj|props|targets|config|nuspec|json)$/,
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file)),
  link,
};
