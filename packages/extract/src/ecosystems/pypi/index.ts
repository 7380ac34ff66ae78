import type { Ecosystem } from "../../ecosystem.ts";
import type { PypiFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read, type FileKind } from "./read.ts";

const REQUIREMENTS =
  /^(?:[\w.-]*[-_.])?requirements?(?:[-_.][\w.-]*)?\.(?:txt|in|pip)$|^requirements[\w.-]*\.(?:txt|in)$/i;
const CONSTRAINTS = /^(?:[\w.-]*[-_.])?constraints?(?:[-_.][\w.-]*)?\.(?:txt|in)$/i;
const REQUIREMENTS_FOLDER = /(?:^|\/)requirements\/(?:[^/]+\/)?[^/]+\.(?:txt|in)$/i;
/** A call of `setup`, and one of the sections that setuptools reads. */
const SETUP_CALL = /\bsetup\s*\(/;
const SETUP_SECTION = /^\[(?:metadata|options)\b/m;

/** What the path says; a name that other tools use too counts by what the text holds. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "pyproject.toml") return "pyproject";
  if (name === "Pipfile") return "pipfile";
  if (name === "setup.py") return SETUP_CALL.test(text) ? "setup_py" : undefined;
  if (name === "setup.cfg") return SETUP_SECTION.test(text) ? "setup_cfg" : undefined;
  const listed = CONSTRAINTS.test(name)
    ? "constraints"
    : REQUIREMENTS.test(name) || REQUIREMENTS_FOLDER.test(path)
      ? "requirements"
      : undefined;
  return listed && isListOfRequirements(text) ? listed : undefined;
}

/** Enough to tell a list from prose. */
const MAX_LINES = 200;
const LISTED =
  /^(?:-|\\?$|[\w.-]+\s*(?:\[[^\]]*\]\s*)?(?:$|[<>=!~;@#(\\]|--)|[a-z+]+:|git\+|\.{0,2}[\\/]|\.$|\.\[|[\w.-]+\/|[{$])/i;

/** Requirements of a product are written in files of such names, too: at least half of the lines must be pip's. */
function isListOfRequirements(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.filter((line) => LISTED.test(line)).length * 2 >= lines.length;
}

export const pypi: Ecosystem<PypiFacts> = {
  id: "pypi",
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file)),
  link,
};
