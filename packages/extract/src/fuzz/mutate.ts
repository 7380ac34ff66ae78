import type { Encoding, Mutation } from "./any-mutation.ts";
import { CORPUS } from "./corpus.ts";

/** Each line doubles the size of the previous one. */
const ALIAS_BOMB = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join("");

/** Larger than real manifests, and small enough for thousands of cases. */
const MAX_BYTES = 128 * 1024;

export interface MutatedFile {
  path: string;
  bytes: Uint8Array;
}

/** Applies mutations to a file of the corpus. Truncates files that grow too large. */
export function mutateFile(index: number, mutations: readonly Mutation[]): MutatedFile {
  const text = mutations.reduce((before, each) => mutate(before, each).slice(0, MAX_BYTES), textOf(index));
  return { path: CORPUS[index]?.path ?? "", bytes: Buffer.from(text, "latin1") };
}

/** Mutations work on bytes, one per character, so that they can split multibyte characters. */
const textOf = (index: number): string => bytesOf(CORPUS[index]?.text ?? "");
const bytesOf = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

function mutate(text: string, mutation: Mutation): string {
  const position = (part: number): number => Math.floor(part * text.length);
  switch (mutation.kind) {
    case "truncate":
      return text.slice(0, position(mutation.at));
    case "delete":
      return text.slice(0, position(mutation.from)) + text.slice(position(mutation.from + mutation.length));
    case "splice": {
      const other = textOf(mutation.other);
      return text.slice(0, position(mutation.at)) + other.slice(Math.floor(mutation.from * other.length));
    }
    case "repeat": {
      const part = text.slice(position(mutation.from), position(mutation.from + mutation.length));
      return insert(text, position(mutation.from), part, mutation.times);
    }
    case "insert":
      return insert(text, position(mutation.at), bytesOf(mutation.text), mutation.times);
    case "bytes":
      return insert(text, position(mutation.at), String.fromCharCode(...mutation.bytes), 1);
    case "alias bomb":
      return insert(text, position(mutation.at), ALIAS_BOMB, 1);
    case "lines":
      return text.replaceAll("\n", mutation.end);
    case "encode":
    default:
      return encode(Buffer.from(text, "latin1").toString("utf8"), mutation.as);
  }
}

function insert(text: string, at: number, part: string, times: number): string {
  const fitting = Math.min(times, Math.ceil(MAX_BYTES / Math.max(part.length, 1)));
  return text.slice(0, at) + part.repeat(fitting) + text.slice(at);
}

/** Latin-1 has no byte-order mark, so readers cannot detect it. */
function encode(text: string, encoding: Encoding): string {
  return Buffer.from(encoding === "latin1" ? text : `\ufeff${text}`, encoding).toString("latin1");
}
