import { URL_PATTERN } from "../repository-url.ts";
import { flagValue, isFlag, type Command, type UrlHint, type VariableHint, type Word } from "./command.ts";

const URL_IN_WORD = new RegExp(URL_PATTERN);

/** A word that is a single variable. */
const VARIABLE = /^\$(?:\{(?<braced>\w+)\}|\((?<make>\w+)\)|(?<plain>\w+))$/;

/** Reads `git clone -b v1 URL`, `git pull URL main` and `git submodule add URL`, where any URL is a repository. */
export function readGit({ verb, words }: Command): { hints: UrlHint[]; variableHints: VariableHint[] } {
  const takesRef = /(?:fetch|pull|subtree[ \t]+\w+)$/.test(verb);
  const flagged = flagValue(words, "-b", "--branch");
  const hints = urlsOf(words).map(({ offset, next }) => {
    const following = takesRef && next !== undefined && !isFlag(next) ? next.text : null;
    return { offset, rule: "git", isRepository: true, ref: flagged ?? following };
  });
  const cloned = verb.endsWith("clone") && hints.length === 0 ? firstVariable(words) : undefined;
  const variableHints =
    cloned === undefined ? [] : [{ variable: cloned, rule: "git", isRepository: true, ref: flagged }];
  return { hints, variableHints };
}

/** Returns the first argument if it is a variable, ignoring flags and their values: `git clone -b "$REF" -- "$URL" "$DIRECTORY"`. */
function firstVariable(words: readonly Word[]): string | undefined {
  const first = words.findIndex((word, index) => !isFlag(word) && !takesValue(words[index - 1]));
  const { braced, make, plain } = VARIABLE.exec(words[first]?.text ?? "")?.groups ?? {};
  return braced ?? make ?? plain;
}

const takesValue = (flag: Word | undefined): boolean =>
  /^(?:-[bocju]|--(?:branch|origin|config|depth|filter|jobs|reference|shallow-since|template|upload-pack|separate-git-dir))$/.test(
    flag?.text ?? "",
  );

/**
 * Reads `cargo install --git URL --tag v1`, `helm plugin install URL --version v1` and `ansible-galaxy install git+URL,v1`.
 * For pip, the ref and the `git+` prefix are part of the URL.
 */
export function readPackageUrl({ verb, words }: Command): { hints: UrlHint[] } {
  const isRepository = /^(?:cargo|helm)/.test(verb);
  const flagged = isRepository ? flagValue(words, "--tag", "--rev", "--branch", "--version") : null;
  const hints = urlsOf(words).map(({ word, offset }) => {
    const ref = verb.startsWith("ansible") ? (word.text.split(",")[1] ?? null) : flagged;
    return { offset, rule: "package", isRepository, ref };
  });
  return { hints };
}

/** Reads `curl`, `kubectl apply -f`, `kustomize build` and similar, where a URL only counts if its host is a git host. */
export function readUrls({ words }: Command): { hints: UrlHint[] } {
  return {
    hints: urlsOf(words).map(({ offset }) => ({ offset, rule: "fetch", isRepository: false, ref: null })),
  };
}

function urlsOf(words: readonly Word[]): { word: Word; offset: number; next: Word | undefined }[] {
  return words.flatMap((word, index) => {
    const at = URL_IN_WORD.exec(word.text)?.index;
    return at === undefined ? [] : [{ word, offset: word.offset + at, next: words[index + 1] }];
  });
}
