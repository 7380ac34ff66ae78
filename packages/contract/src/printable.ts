/**
 * Characters that a terminal interprets, and those that break lines, are invisible or change the direction of text. `##vso[` and
 * `##[` anywhere in the log of a pipeline start a command of Azure Pipelines or GitHub Actions.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#(?=\w*\[)/gu;

/**
 * Returns text from a repository as one visible line: unprintable characters become `\u{1b}`. File names, references and messages
 * are written by others, and must not pass for output of Knockon or control a terminal or pipeline.
 */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
