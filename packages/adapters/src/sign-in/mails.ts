import type { SendMail } from "@knockon/core/ports/mail";

/** Emails about user accounts. */
export const accountMails = (sendMail: SendMail) => ({
  confirmAddress: (to: string, url: string) =>
    sendMail({
      to,
      subject: "Confirm your address for Knockon",
      text: `Open this link to confirm your email address and complete your sign-up. It expires in one hour:\n${url}\nIf you did not sign up, ignore this email.\n`,
    }),
  resetPassword: (to: string, url: string) =>
    sendMail({
      to,
      subject: "Choose a new password for Knockon",
      text: `Someone, probably you, requested a new password. Open this link to choose one. It expires in one hour:\n${url}\n`,
    }),
  signUpAgain: (to: string) =>
    sendMail({
      to,
      subject: "You have an account at Knockon",
      text: "Someone, probably you, tried to sign up with this address, which already has an account. Sign in, or request a new password.\n",
    }),
});
