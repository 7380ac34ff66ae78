import type { Mail, SendMail } from "@knockon/core/ports/mail";
import { describe, expect, it } from "vitest";

export interface Mailbox {
  sendMail: SendMail;
  /** Received emails, in order. */
  received: () => Mail[];
}

/** The behavior of every mail adapter. */
export function describeMail(name: string, open: () => Promise<Mailbox>): void {
  describe(`${name} as mail`, () => {
    it("delivers recipient, subject and text in any script", async () => {
      const { sendMail, received } = await open();
      const mail = {
        to: "ada@acme.example",
        subject: "Você foi convidada: Überprüfung 変更 🙂",
        text: "Grüße,\nhttps://knockon.example/invitations/a_b-c\n\n— 変更\n",
      };
      await sendMail(mail);
      expect(received()).toEqual([mail]);
    });

    it("delivers each email to its recipient", async () => {
      const { sendMail, received } = await open();
      const mails = ["ada", "bob"].map((person) => ({
        to: `${person}@acme.example`,
        subject: `For ${person}`,
        text: `${person}\n`,
      }));
      for (const mail of mails) await sendMail(mail);
      expect(received()).toEqual(mails);
    });
  });
}
