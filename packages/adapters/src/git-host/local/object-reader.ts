import { text } from "node:stream/consumers";
import { createByteReader } from "./byte-reader.ts";
import { unreadable, spawnGit } from "./git.ts";

/** A `git cat-file` process. Requests are sent in batches, and responses arrive in order. */
export interface ObjectReader {
  /** Requests the size or the content of each object. */
  request(kind: "info" | "contents", objects: readonly string[]): void;
  /** Sends the buffered requests. */
  flush(): void;
  /** Reads the next response to `info`. Undefined if the object is missing or not a blob. */
  size(): Promise<number | undefined>;
  /** Reads the next response to `info` of a revision. Undefined if it does not lead to a commit. */
  commit(): Promise<string | undefined>;
  /** Reads the next response to `contents` of a blob. */
  content(): Promise<Uint8Array>;
  /** Reads the next response to `contents` of a tree, and its object ID. */
  folder(): Promise<{ oid: string; content: Buffer }>;
  close(): void;
}

/** About 500,000 entries. */
const MAX_FOLDER_BYTES = 32 * 1024 * 1024;

/** A response takes milliseconds. Git waits forever for an object that is a pipe. */
const SILENCE_MS = 60_000;

/** A revision may contain spaces, but other responses end with another word. */
const COMMIT = /^(?<oid>[\da-f]{40,64}) commit \d+$/;

const SILENT = `Git did not answer for ${SILENCE_MS / 1000} seconds`;

/** Responses are read with backpressure, which bounds memory. */
export function openObjectReader(gitDir: string): ObjectReader {
  const git = spawnGit(gitDir, ["cat-file", "--batch-command", "--buffer"]);
  // If a stream breaks, the responses end early, and stderr has the reason.
  git.on("error", () => {}).stdin.on("error", () => {});
  const stderr = text(git.stderr).catch(() => "");
  const chunks: AsyncIterator<Buffer, undefined> = git.stdout[Symbol.asyncIterator]();
  const responses = createByteReader(() => nextChunk());

  /** Kills a silent Git. Only a chunk is waited for: most responses are in one that arrived. */
  async function nextChunk(): Promise<Buffer | undefined> {
    const silence = setTimeout(() => git.kill("SIGKILL"), SILENCE_MS);
    const { value } = await chunks.next().finally(() => clearTimeout(silence));
    return value;
  }

  async function orFail<T>(response: Promise<T | undefined>): Promise<T> {
    const value = await response;
    if (value !== undefined) return value;
    throw unreadable(gitDir, git.signalCode === "SIGKILL" ? SILENT : await stderr);
  }

  /** Parses `<oid> <type> <size>`, or `<request> missing`. */
  async function header(wanted: "blob" | "tree"): Promise<{ oid: string; size: number | undefined }> {
    const [oid = "", type, size] = (await orFail(responses.line())).split(" ");
    return { oid, size: type === wanted ? Number(size) : undefined };
  }

  /** The content is followed by a line feed. */
  async function bytes(length: number): Promise<Buffer> {
    return (await orFail(responses.bytes(length + 1))).subarray(0, length);
  }

  return {
    request: (kind, objects) => void git.stdin.write(objects.map((one) => `${kind} ${one}\n`).join("")),
    flush: () => void git.stdin.write("flush\n"),
    size: async () => (await header("blob")).size,
    commit: async () => COMMIT.exec(await orFail(responses.line()))?.groups?.["oid"],
    async content() {
      const { size } = await header("blob");
      if (size === undefined) throw unreadable(gitDir, "an object disappeared while it was read");
      return bytes(size);
    },
    async folder() {
      const { oid, size } = await header("tree");
      if (size !== undefined && size > MAX_FOLDER_BYTES)
        throw unreadable(gitDir, "A folder has too many entries");
      if (size !== undefined) return { oid, content: await bytes(size) };
      throw unreadable(gitDir, oid.endsWith("^{tree}") ? "not a tree object" : `Could not read ${oid}`);
    },
    close: () => {
      git.kill();
      git.stdout.destroy();
    },
  };
}
