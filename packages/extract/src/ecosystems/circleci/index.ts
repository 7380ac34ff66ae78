import type { Ecosystem } from "../../ecosystem.ts";
import { linkCircleFiles } from "./link.ts";
import {
  isOrbFilePath,
  isOrbPart,
  isOrbPartPath,
  isOrbSource,
  readCircleFile,
  type CircleFacts,
} from "./read.ts";

const CONFIG = /(?:^|\/)\.circleci\/config\.ya?ml$/;
/** Dynamic configuration continues in files of any name. */
const IN_FOLDER = /(?:^|\/)\.circleci\/.+\.ya?ml$/;
const CONFIG_TEXT = /^(?:orbs|jobs|executors|workflows)[ \t]*:/m;

const isConfig = ({ path, text }: { path: string; text: string }): boolean =>
  CONFIG.test(path) ||
  isOrbSource({ path, text }) ||
  (IN_FOLDER.test(path) && CONFIG_TEXT.test(text)) ||
  isOrbPart({ path, text });

export const circleci: Ecosystem<CircleFacts> = {
  id: "circleci",
  interfaceFrom: "repository",
  extensions: /^ya?ml$/,
  role: "ci",
  claims: isConfig,
  isGuess: (path) => isOrbPartPath(path) || isOrbFilePath(path),
  read: readCircleFile,
  link: linkCircleFiles,
};
