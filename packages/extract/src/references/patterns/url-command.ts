import { URL_PATTERN } from "../repository-url.ts";
import type { Command, UrlHint, VariableHint } from "./command.ts";
import { flagValue, isFlag, type Word } from "./words.ts";

const URL_IN_WORD = new RegExp(URL_PATTERN);

/** A word that is one variable and nothing else. */
const VARIABLE = /^\$(?:\{(?<braced>\w+)\}|\((?<make>\w+)\)|(?<plain>\w+))$/;

/** `git clone -b v1 URL`, `git pull URL main`, `git submodule add URL`: whatever stands there is a repository. */
export function readGit({ verb, words }: Command): { hints: UrlHint[]; variableHints: VariableHint[] } {
  const takesRef = /(?:fetch|pull|subtree[ \t]+\w+)$/.test(verb);
  const flagged = flagValue(words, "-b", "--branch");
  const hints = urlsOf(words).map(({ offset, next }) => {
    const following = takesRef && next !== undefined && !isFlag(next) ? next.text : null;
    return { offset, rule: "git", isNamed: true, ref: flagged ?? following };
  });
  const cloned = verb.endsWith("clone") && hints.length === 0 ? variableAmong(words) : undefined;
  const variableHints =
    cloned === undefined ? [] : [{ variable: cloned, rule: "git", isNamed: true, ref: flagged }];
  return { hints, variableHints };
}

/** The first word that is a variable, but for the values of flags: `git clone -b "$REF" -- "$URL" "$DIRECTORY"`. */
function variableAmong(words: readonly Word[]): string | undefined {
  const first = words.findIndex((word, index) => !isFlag(word) && !takesValue(words[index - 1]));
  const { braced, make, plain } = VARIABLE.exec(words[first]?.text ?? "")?.groups ?? {};
  return braced ?? make ?? plain;
}

const takesValue = (flag: Word | undefined): boolean =>
  /^(?:-[bocju]|--(?:branch|origin|config|depth|filter|jobs|reference|shallow-since|template|upload-pack|separate-git-dir))$/.test(
    flag?.text ?? "",
  );

/**
 * `cargo install --git URL --tag v1`, `helm plugin install URL --version v1`, `ansible-galaxy install git+URL,v1`; pip states the ref in the URL, as it says there
 * that git reads it.
 */
export function readPackageUrl({ verb, words }: Command): { hints: UrlHint[] } {
  const isNamed = /^(?:cargo|helm)/.test(verb);
  const flagged = isNamed ? flagValue(words, "--tag", "--rev", "--branch", "--version") : null;
  const hints = urlsOf(words).map(({ word, offset }) => {
    const ref = verb.startsWith("ansible") ? (word.text.split(",")[1] ?? null) : flagged;
    return { offset, rule: "package", isNamed, ref };
  });
  return { hints };
}

/** `curl`, `kubectl apply -f`, `kustomize build`, …: a URL counts when its host is a git host. */
export function readUrls({ words }: Command): { hints: UrlHint[] } {
  return { hints: urlsOf(words).map(({ offset }) => ({ offset, rule: "fetch", isNamed: false, ref: null })) };
}

function urlsOf(words: readonly Word[]): { word: Word; offset: number; next: Word | undefined }[] {
  return words.flatMap((word, index) => {
    const at = URL_IN_WORD.exec(word.text)?.index;
    return at === undefined ? [] : [{ word, offset: word.offset + at, next: words[index + 1] }];
  });
}
