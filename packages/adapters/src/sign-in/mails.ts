import type { SendMail } from "@knockon/core/ports/mail";

/** Emails about user accounts. */
export const mailsAboutAccounts = (sendMail: SendMail) => ({
  confirmAddress: (to: string, url: string) =>
    sendMail({
      to,
      subject: "Confirm your address for Knockon",
      text: `Open this link to confirm that the address is yours and that you signed up. It is good for an hour:\n${url}\n`,
    }),
  resetPassword: (to: string, url: string) =>
    sendMail({
      to,
      subject: "Choose a new password for Knockon",
      text: `Somebody, probably you, asked for a new password. This link is good for an hour:\n${url}\n`,
    }),
  signUpAgain: (to: string) =>
    sendMail({
      to,
      subject: "You have an account at Knockon",
      text: "Somebody, probably you, signed up with this address, which has an account already. Sign in, or ask for a new password.\n",
    }),
});
