import type { Mail } from "@knockon/core/ports/mail";
import { describeMail } from "../testing/mail-conformance.ts";
import { printedMail } from "./printed.ts";

const HEAD = /^Mail to (?<to>\S+): (?<subject>.*)$/u;

/** Parses printed emails. Indented lines belong to the header above. */
function readPrinted(lines: readonly string[]): Mail[] {
  const starts = lines.flatMap((line, index) => (HEAD.test(line) ? [index] : []));
  return starts.map((start, index) => {
    const { to = "", subject = "" } = HEAD.exec(lines[start] ?? "")?.groups ?? {};
    const text = lines.slice(start + 1, starts[index + 1]).map((line) => line.slice(2));
    return { to, subject, text: text.join("\n") };
  });
}

describeMail("printed mail", async () => {
  const lines: string[] = [];
  return { sendMail: printedMail((line) => lines.push(line)), received: () => readPrinted(lines) };
});
