import { text } from "node:stream/consumers";
import { createByteReader } from "./byte-reader.ts";
import { unreadable, spawnGit } from "./git.ts";

/** One `git cat-file` process: questions go in by the batch, answers come out in their order. */
export interface ObjectReader {
  /** Asks for the size of each object, or for its content. */
  ask(question: "info" | "contents", objects: readonly string[]): void;
  /** Lets git work on what was asked so far. */
  flush(): void;
  /** The answer to `info`; undefined if the object is absent or no blob. */
  size(): Promise<number | undefined>;
  /** The answer to `contents` of a blob. */
  content(): Promise<Uint8Array>;
  /** The answer to `contents` of a tree, and its object id. */
  folder(): Promise<{ oid: string; content: Buffer }>;
  close(): void;
}

/** Git waits while nobody reads its answers, so however much is asked, little is in memory. */
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

  /** A line feed ends it. */
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
