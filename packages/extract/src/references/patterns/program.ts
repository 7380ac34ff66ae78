import { programName } from "../../name.ts";
import type { Sighting } from "../reference.ts";

/** Scripts, and configurations of CI whose lines are commands. */
const SCRIPT =
  /(?:^|\/)(?:(?:gnu|bsd)?makefile(?:[._-][^/]*)?|\.?justfile)$|\.(?:mk|just|sh|bash)$|(?:^|\/)(?:\.github\/(?:workflows|actions)\/.*|\.circleci\/.*|action|\.gitlab-ci[^/]*)\.ya?ml$/i;
/** The first word of a command with arguments: after the start of a line, `run:`, `- `, `&&`, `|`, `;`, `$(`. */
const COMMAND =
  /(?:^[ \t]*(?:-[ \t]{1,40})?(?:(?:run|script|command):[ \t]{1,40})?(?:(?:@-?|-@)[ \t]{0,4})?|(?:&&|\|\|?|;|\$\((?:shell\b)?|\bsudo|\bexec|\btime)[ \t]{0,4})(?<name>[a-z][a-z\d]{1,30}(?:-[a-z\d]{1,30}){0,5})(?=[ \t]+[\w./$"'{-])/gm;

/** Words of the shell, and programs that every machine has or that no repository of the workspace is meant by. */
const COMMON = new Set(
  (
    "if then else elif fi for while until do done case esac in function return exit export local set unset shift eval exec source echo printf cd " +
    "pushd popd pwd test read cat cp mv rm mkdir rmdir ls ln touch chmod chown find grep egrep sed awk sort uniq cut head tail tr wc xargs tee date " +
    "sleep kill true false trap type command which env sudo time apt apt-get apk yum dnf brew pip pip3 pipx uv uvx python python3 node npm npx pnpm " +
    "yarn bun go gofmt cargo rustc rustup make cmake gcc clang git docker podman kubectl helm terraform aws gcloud az curl wget tar gzip gunzip " +
    "unzip zip jq yq ssh scp rsync openssl gh base64 diff dirname basename mktemp seq stat du df ps id whoami hostname uname tput bash sh zsh perl " +
    "poetry pdm bunx pnpx kustomize crane skopeo buildah nerdctl ansible ansible-galaxy ansible-playbook puppet tox nox import " +
    "ruby java mvn gradle bundle gem dotnet composer php install ifeq ifneq ifdef ifndef endif define endef include override vpath declare readonly " +
    "typeset alias let wait ulimit umask getopts logger realpath readlink sha256sum shasum md5sum timeout nohup service systemctl mount umount nice " +
    "patch strip file less more vi vim nano column join paste split comm expand fold rev od xxd bc expr yes nproc free top lsof nc ping dig host " +
    "the this that to a an and or not is are be it of on with from by as at use uses using run runs see note name default description"
  ).split(" "),
);

/** A file with more different commands is no script. */
const MAX_PROGRAMS = 100;

/** Whether the lines of a file are commands. */
export const hasCommands = (path: string): boolean => SCRIPT.test(path);

/** Returns the first use of each program that a script runs by its name. Its version is the one that the PATH has. */
export function readPrograms(text: string): Sighting[] {
  const first = new Map<string, number>();
  for (const { 0: match, index, groups } of text.matchAll(COMMAND)) {
    const name = groups?.["name"] ?? "";
    if (name.length < 4 || COMMON.has(name) || first.has(name) || isFunction(text, name)) continue;
    first.set(name, index + match.length - name.length);
    if (first.size === MAX_PROGRAMS) break;
  }
  return Array.from(first, ([name, offset]) => ({
    offset,
    dependencyType: "go_module",
    rawReference: name,
    artifact: name,
    versionConstraint: null,
    versioning: "go",
    unbound: "PATH",
    lookups: [programName(name)],
    repository: null,
    rule: "program",
    isFetched: true,
    isDiscussion: false,
    requiresProducer: true,
    position: "start",
  }));
}

/** Whether a shell script defines a function of that name. */
const isFunction = (text: string, name: string): boolean =>
  text.includes(`${name}()`) || text.includes(`${name} ()`) || text.includes(`function ${name}`);
