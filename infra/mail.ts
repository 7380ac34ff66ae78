import { api } from "./gateway.ts";
import { grant } from "./grant.ts";
import { mailSender } from "./secret.ts";

/** Everybody who gets a mail reads it; kept apart from those that nobody may see, the permissions stay readable too. */
const address = $util.unsecret(mailSender.value);

const identity = (name: string) => `arn:aws:ses:*:*:identity/${name}`;

/** The address of the sender, or else its domain, is what SES verifies and asks about. Links in mails lead to the API. */
export const sendMails = grant(
  { APP_URL: api.url, MAIL_SENDER: address },
  {
    actions: ["ses:SendEmail"],
    resources: [address.apply(identity), address.apply((text) => identity(text.replace(/^.*@/u, "")))],
  },
);
