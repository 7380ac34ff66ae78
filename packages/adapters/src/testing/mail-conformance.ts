import type { Mail, SendMail } from "@knockon/core/ports/mail";
import { describe, expect, it } from "vitest";

export interface Mailbox {
  sendMail: SendMail;
  /** What arrived, in order. */
  received: () => Mail[];
}

/** What holds of every way that mail is sent. */
export function describeMail(name: string, open: () => Promise<Mailbox>): void {
  describe(`${name} as mail`, () => {
    it("delivers whom it is for, the subject and each line of the text, in any script", async () => {
      const { sendMail, received } = await open();
      const mail = {
        to: "ada@acme.example",
        subject: "Você foi convidada: Überprüfung 変更 🙂",
        text: "Grüße,\nhttps://knockon.example/invitations/a_b-c\n\n— 変更\n",
      };
      await sendMail(mail);
      expect(received()).toEqual([mail]);
    });

    it("delivers each mail to its own person", async () => {
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
