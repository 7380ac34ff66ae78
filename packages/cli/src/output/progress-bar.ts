import { printable } from "@knockon/contract/printable";
import { isQuiet } from "./note.ts";

const WIDTH = 30;
const INTERVAL_MS = 100;

export interface Progress {
  update(done: number, total: number, label?: string): void;
  end(): void;
}

/** Returns a progress bar that redraws one line on a terminal and writes nothing to files and pipes. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY || isQuiet()) return { update() {}, end() {} };
  let drawnAt = 0;
  return {
    update(done, total, label = "") {
      const now = Date.now();
      if (done < total && now - drawnAt < INTERVAL_MS) return;
      drawnAt = now;
      const filled = total === 0 ? 0 : Math.round((done / total) * WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
      const line = `${bar} ${done}/${total} ${printable(label)}`.slice(0, (stream.columns ?? 80) - 1);
      stream.write(`\r\u001b[2K${line}`);
    },
    end() {
      stream.write("\r\u001b[2K");
    },
  };
}
