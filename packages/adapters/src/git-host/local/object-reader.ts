import { text } from "node:stream/consumers";
import { createByteReader } from "./byte-reader.ts";
import { unreadable, spawnGit } from "./git.ts";

/** A `git cat-file` process. Requests are sent in batches, and responses arrive in order. */
export interface ObjectReader {
  /** Requests the size or the content of each object. */
  ask(question: "info" | "contents", objects: readonly string[]): void;
  /** Sends the buffered requests. */
  flush(): void;
  /** Reads the next response to `info`. Undefined if the object is missing or not a blob. */
  size(): Promise<number | undefined>;
  /** Reads the next response to `contents` of a blob. */
  content(): Promise<Uint8Array>;
  /** Reads the next response to `contents` of a tree, and its object ID. */
  folder(): Promise<{ oid: string; content: Buffer }>;
  close(): void;
}

/** Responses are read with backpressure, which bounds memory. */
export function openObjectReader(gitDir: string): ObjectReader {
  const git = spawnGit(gitDir, ["cat-file", "--batch-command", "--buffer"]);
  // Whichever stream breaks, the answers end early, and then stderr tells.
  git.on("error", () => {}).stdin.on("error", () => {});
  const stderr = text(git.stderr).catch(() => "");
  const answers = createByteReader(git.stdout);

  async function orFail<T>(answer: Promise<T | undefined>): Promise<T> {
    const value = await answer;
    if (value === undefined) throw unreadable(gitDir, await stderr);
    return value;
  }

  /** `<oid> <type> <size>`, or `<what was asked for> missing`. */
  async function header(wanted: "blob" | "tree"): Promise<{ oid: string; size: number | undefined }> {
    const [oid = "", type, size] = (await orFail(answers.line())).split(" ");
    return { oid, size: type === wanted ? Number(size) : undefined };
  }

  /** The content is followed by a line feed. */
  async function bytes(length: number): Promise<Buffer> {
    return (await orFail(answers.bytes(length + 1))).subarray(0, length);
  }

  return {
    ask: (question, objects) => void git.stdin.write(objects.map((one) => `${question} ${one}\n`).join("")),
    flush: () => void git.stdin.write("flush\n"),
    size: async () => (await header("blob")).size,
    async content() {
      const { size } = await header("blob");
      if (size === undefined) throw unreadable(gitDir, "an object vanished while it was read");
      return bytes(size);
    },
    async folder() {
      const { oid, size } = await header("tree");
      if (size !== undefined) return { oid, content: await bytes(size) };
      throw unreadable(gitDir, oid.endsWith("^{tree}") ? "not a tree object" : `Could not read ${oid}`);
    },
    close: () => {
      git.kill();
      git.stdout.destroy();
    },
  };
}
