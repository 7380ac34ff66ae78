import type { SendMail } from "@knockon/core/ports/mail";

/** Prints emails to the console, for local use. */
export const printedMail =
  (print: (line: string) => void): SendMail =>
  async ({ to, subject, text }) => {
    print(`Mail to ${to}: ${subject}`);
    for (const line of text.split("\n")) print(`  ${line}`);
  };
