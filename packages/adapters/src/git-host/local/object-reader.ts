import { text } from "node:stream/consumers";
import { createByteReader } from "./byte-reader.ts";
import { unreadable, spawnGit } from "./git.ts";

/** One `git cat-file` process: questions go in by the batch, answers come out in their order. */
export interface ObjectReader {
  /** Asks for the size of each object, or for its content. */
  ask(question: "info" | "contents", oids: readonly string[]): void;
  /** Lets git work on what was asked so far. */
  flush(): void;
  /** The answer to `info`; undefined if the object is absent or no blob. */
  size(): Promise<number | undefined>;
  /** The answer to `contents`. */
  content(): Promise<Uint8Array>;
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

  /** `<oid> blob <size>`, or `<oid> missing`. */
  async function size(): Promise<number | undefined> {
    const [, type, bytes] = (await orFail(answers.line())).split(" ");
    return type === "blob" ? Number(bytes) : undefined;
  }

  return {
    ask: (question, oids) => void git.stdin.write(oids.map((oid) => `${question} ${oid}\n`).join("")),
    flush: () => void git.stdin.write("flush\n"),
    size,
    async content() {
      const length = await size();
      if (length === undefined) throw unreadable(gitDir, "an object vanished while it was read");
      const content = await orFail(answers.bytes(length + 1));
      return content.subarray(0, length);
    },
    close: () => {
      git.kill();
      git.stdout.destroy();
    },
  };
}
