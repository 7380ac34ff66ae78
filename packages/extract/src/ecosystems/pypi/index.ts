import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { isPythonSource } from "./interface.ts";
import { link } from "./link.ts";
import { LOCK_FILE, readLock } from "./read-lock.ts";
import { readHatch, readPyproject } from "./read-pyproject.ts";
import { readRequirements } from "./read-requirements.ts";
import { readSetupCfg } from "./read-setup-cfg.ts";
import { readSetupPy } from "./read-setup-py.ts";
import { readScript } from "./read-script.ts";
import { mayImport, readPythonSource, type PythonSource } from "./read-source.ts";
import { readMetadata } from "./read-metadata.ts";
import { readPipfile } from "./read-tables.ts";
import { readToxIni, readToxToml } from "./read-tox.ts";
import { mayRunTox, readToxRuns } from "./tox-environments.ts";

type FileKind =
  | "lock"
  | "pyproject"
  | "pipfile"
  | "setup_py"
  | "setup_cfg"
  | "requirements"
  | "constraints"
  | "vendored"
  | "metadata"
  | "tox_ini"
  | "tox_toml"
  | "pipeline"
  | "hatch"
  | "script";

const REQUIREMENTS =
  /^(?:[\w.-]*[-_.])?requirements?(?:[-_.][\w.-]*)?\.(?:txt|in|pip)$|^requirements[\w.-]*\.(?:txt|in)$/i;
const CONSTRAINTS = /^(?:[\w.-]*[-_.])?constraints?(?:[-_.][\w.-]*)?\.(?:txt|in)$/i;
const REQUIREMENTS_FOLDER = /(?:^|\/)requirements\/(?:[^/]+\/)?[^/]+\.(?:txt|in|pip)$/i;
/** The list of the packages that are copied into a folder, as of pip and pipenv. */
const VENDORED_LIST = /(?:^|\/)(?:vendor(?:ed)?|patched)\.txt$/;
/** The metadata of a package that is copied into a folder. */
const VENDORED_METADATA =
  /(?:^|\/)(?:_?vendor(?:ed)?|third_party|patched)\/(?:[^/]+\/)*[^/]+\.dist-info\/METADATA$/;
/** Lists without an extension: `requirements/base`, `requirements-tools/uv`, `requirements-dev`. */
const BARE_LIST =
  /(?:^|\/)(?:requirements[\w-]*\/(?:[^/.]+\/)?[^/.]+|(?:requirements|constraints)(?:[-_]\w[\w-]*)?)$/i;
const LISTED_FOLDER = /(?:^|\/)requirements[-_][\w-]+\/[^/]+\.(?:txt|in|pip)$/i;
const SCRIPT_START = "# /// script";
const SCRIPT = /\.py$/;
const SETUP_CALL = /\bsetup\s*\(/;
const SETUP_SECTION = /^\[(?:metadata|options|tox:tox|testenv)\b/m;

/** Judges by the path, and by the text for names that other tools use as well. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "pyproject.toml") return "pyproject";
  if (name === "Pipfile") return "pipfile";
  if (name === "setup.py") return SETUP_CALL.test(text) ? "setup_py" : undefined;
  if (name === "setup.cfg") return SETUP_SECTION.test(text) ? "setup_cfg" : undefined;
  if (name === "tox.ini") return "tox_ini";
  if (name === "tox.toml") return "tox_toml";
  if (name === "hatch.toml") return "hatch";
  if (mayRunTox(path, text)) return "pipeline";
  if (VENDORED_METADATA.test(path)) return "metadata";
  if (VENDORED_LIST.test(path)) return isListOfRequirements(text) ? "vendored" : undefined;
  if (LOCK_FILE.test(path)) return "lock";
  if (SCRIPT.test(name)) return text.includes(SCRIPT_START) ? "script" : undefined;
  if (BARE_LIST.test(path)) return isBareList(text) ? "requirements" : undefined;
  const listed = CONSTRAINTS.test(name)
    ? "constraints"
    : REQUIREMENTS.test(name) || REQUIREMENTS_FOLDER.test(path) || LISTED_FOLDER.test(path)
      ? "requirements"
      : undefined;
  return listed && isListOfRequirements(text) ? listed : undefined;
}

/** The number of lines to examine. */
const MAX_LINES = 200;
const REQUIREMENT_LINE =
  /^(?:-|\\?$|[\w.-]+\s*(?:\[[^\]]*\]\s*)?(?:$|[<>=!~;@#(\\]|--)|[a-z+]+:|git\+|\.{0,2}[\\/]|\.$|\.\[|[\w.-]+\/|[{$])/i;

/** A package with a version, an extra or a marker, or alone. */
const PLAIN_REQUIREMENT = /^[a-z\d][\w.-]*\s*(?:\[[^\]]*\]\s*)?(?:$|[<>=!~;@\\])/i;

/** Whether all lines of a file without an extension are packages, options or comments. */
function isBareList(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => line.trim());
  const listed = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const isListed = (line: string): boolean =>
    PLAIN_REQUIREMENT.test(line) || /^-[-rce]/.test(line) || line.startsWith("git+");
  return listed.length > 0 && !text.startsWith("#!") && listed.every(isListed);
}

/** Whether at least half of the lines are in pip's syntax: such files may also contain a product's requirements in prose. */
function isListOfRequirements(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.filter((line) => REQUIREMENT_LINE.test(line)).length * 2 >= lines.length;
}

/** Reads the facts of a file. Throws SyntaxProblem. */
function read(file: SourceFile, kind: FileKind | undefined): PypiFacts {
  switch (kind) {
    case "lock":
      return { ...emptyFacts(), lock: readLock(file.path, file.text) };
    case "pyproject":
      return readPyproject(file.toml());
    case "pipfile":
      return readPipfile(file.toml());
    case "setup_py":
      return readSetupPy(file);
    case "setup_cfg":
      return readSetupCfg(file);
    case "script":
      return readScript(file);
    case "requirements":
    case "constraints":
    case "vendored":
      return readRequirements(file, kind);
    case "metadata":
      return readMetadata(file);
    case "tox_ini":
      return readToxIni(file);
    case "tox_toml":
      return readToxToml(file.toml());
    case "pipeline":
      return { ...emptyFacts(), toxRuns: readToxRuns(file.text) };
    case "hatch":
      return readHatch(file.toml());
    case undefined:
    default:
      return emptyFacts();
  }
}

export const pypi: Ecosystem<PypiFacts | PythonSource> = {
  id: "pypi",
  interfaceFrom: "repository",
  extensions: /^(?:|toml|txt|in|pip|cfg|ini|py|lock|ya?ml)$/,
  forRepository,
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file)),
  link,
};

/** Also reads what sources import; for the names that they define, all of them. */
function forRepository({
  withSourceInterfaces = false,
}: RepositoryIdentity): Ecosystem<PypiFacts | PythonSource> {
  return {
    ...pypi,
    claims: (file) =>
      (isPythonSource(file.path) && (withSourceInterfaces || mayImport(file.text))) || pypi.claims(file),
    read: (file) => {
      const kind = findFileKind(file);
      return kind === undefined && isPythonSource(file.path)
        ? readPythonSource(file, withSourceInterfaces)
        : read(file, kind);
    },
    link: (input) => link(input, { withInterfaces: withSourceInterfaces }),
  };
}
