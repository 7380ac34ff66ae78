import type { SendMail } from "@knockon/core/ports/mail";

/** For a machine without a mail server: whoever runs it reads there what would be in the mail. */
export const printedMail =
  (print: (line: string) => void): SendMail =>
  async ({ to, subject, text }) => {
    print(`Mail to ${to}: ${subject}`);
    for (const line of text.split("\n")) print(`  ${line}`);
  };
