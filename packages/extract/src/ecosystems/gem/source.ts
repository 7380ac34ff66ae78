import { templateOf, type ScriptArguments } from "../../document/ruby-elixir.ts";
import type { Source } from "./read.ts";

/** URL templates of the built-in shorthands. Scripts may define others with `git_source`. */
const SHORTHANDS: Record<string, string> = {
  github: "https://github.com/${repo}.git",
  gitlab: "https://gitlab.com/${repo}.git",
  bitbucket: "https://bitbucket.org/${repo}.git",
  gist: "https://gist.github.com/${repo}.git",
};

/** `acme/kit/pull/12` refers to a pull request of `acme/kit`. */
const PULL_REQUEST = /^(?:https?:\/\/github\.com\/)?(?<repository>[^/]+\/[^/]+)\/pull\/\d+$/;

export class GitSources {
  readonly #urls = new Map(Object.entries(SHORTHANDS));

  define(name: string, url: string): void {
    this.#urls.set(name, url.replace(/\$\{[^{}]*\}/, "${repo}"));
  }

  has(name: string): boolean {
    return this.#urls.has(name);
  }

  urlOf(shorthand: string, written: string): string {
    const repository = PULL_REQUEST.exec(written)?.groups?.["repository"] ?? written;
    if (/^https?:/.test(repository)) return repository;
    const isOneName = (shorthand === "github" || shorthand === "bitbucket") && !repository.includes("/");
    const path = isOneName ? `${repository}/${repository}` : repository;
    return (this.#urls.get(shorthand) ?? "").replace("${repo}", () => path);
  }

  /** Returns the source that a call's options state. */
  of({ named }: ScriptArguments): Source {
    const text = (key: string): string | null => {
      const value = named.get(key);
      return value ? (templateOf(value) ?? `\${${key}}`) : null;
    };
    const shorthand = [...named.keys()].find((key) => this.has(key));
    const written = shorthand === undefined ? null : text(shorthand);
    const git = written === null || shorthand === undefined ? text("git") : this.urlOf(shorthand, written);
    return { git, ref: text("tag") ?? text("ref") ?? text("branch"), path: text("path") };
  }
}
