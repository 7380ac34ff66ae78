import { grant } from "./grant.ts";
import { router } from "./router.ts";
import { mailSender } from "./secret.ts";

/** Everybody who gets a mail reads it; kept apart from those that nobody may see, the permissions stay readable too. */
const address = $util.unsecret(mailSender.value);

const identity = (name: string) => `arn:aws:ses:*:*:identity/${name}`;

/** The address of the sender, or else its domain, is what SES verifies and asks about. Links in mails lead to the stage's own address. */
export const sendMails = grant(
  { APP_URL: router.url, MAIL_SENDER: address },
  {
    actions: ["ses:SendEmail"],
    resources: [address.apply(identity), address.apply((text) => identity(text.replace(/^.*@/u, "")))],
  },
);
