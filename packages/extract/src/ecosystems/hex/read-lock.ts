import { eachLine, LockEntries, type LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

export const LOCK_FILE = /(?:^|\/)(?:mix|rebar)\.lock$/;

const ENTRY = /^(?:%\{)? *"(?<app>[^"]+)": *\{:(?:hex, :(?:"[^"]*"|\w+)|git, "[^"]*"), "(?<version>[^"]*)"/;

const REBAR_ENTRY =
  /<<"(?<app>\w{1,200})">>,\s{0,80}\{(?:pkg,\s{0,80}<<"\w{1,200}">>,\s{0,80}<<"(?<version>[^"\s]{1,200})">>|git(?:_subdir)?,\s{0,80}"[^"\s]{1,500}",\s{0,80}\{ref,\s{0,80}"(?<commit>[^"\s]{1,200})"\})/g;

/** Returns the locked packages of `rebar.lock`, whose entries can span lines. */
export function readRebarLock(file: SourceFile): LockFacts {
  const entries = new LockEntries();
  if (/^\s*(?:\{"[\d.]+",|\[\])/.test(file.text)) entries.recognize();
  for (const { index, groups: { app = "", version, commit } = {} } of file.text.matchAll(REBAR_ENTRY))
    entries.add(app, version ?? commit ?? null, file.lineAt(index));
  return entries.facts();
}

/** Returns the locked packages by application: their version or, with a Git source, their commit. */
export function readLock(text: string): LockFacts {
  const entries = new LockEntries();
  eachLine(text, (line, number) => {
    if (line.startsWith("%{")) entries.recognize();
    const { app, version = "" } = ENTRY.exec(line)?.groups ?? {};
    if (app !== undefined) entries.add(app, version, number);
  });
  return entries.facts();
}
