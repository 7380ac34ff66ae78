const CONFIG = /(?:^|\/)\.circleci\/config\.ya?ml$/;
/** A config may continue with another of any name. */
const IN_FOLDER = /(?:^|\/)\.circleci\/.+\.ya?ml$/;
const CONFIG_TEXT = /^(?:orbs|jobs|executors|workflows)[ \t]*:/m;
const ORB_SOURCE = /(?:^|\/)@orb\.ya?ml$/;
const ORB_PART = /(?:^|\/)(?:executors|jobs)\/[^/]+\.ya?ml$/;
const PART_TEXT = /^docker[ \t]*:/m;

export const isConfig = ({ path, text }: { path: string; text: string }): boolean =>
  CONFIG.test(path) ||
  isOrbSource(path) ||
  (IN_FOLDER.test(path) && CONFIG_TEXT.test(text)) ||
  isOrbPart({ path, text });

/** An executor or a job of an orb, if the orb's head lies above its folder. */
export const isOrbPart = ({ path, text }: { path: string; text: string }): boolean =>
  ORB_PART.test(path) && PART_TEXT.test(text);

/** The head of an orb whose parts lie in folders beside it. */
export const isOrbSource = (path: string): boolean => ORB_SOURCE.test(path);
