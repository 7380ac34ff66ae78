/** Set per stage: `sst secret set DatabaseUrl <url> --stage <stage>`. */
export const databaseUrl = new sst.Secret("DatabaseUrl");

/** `1:<32 bytes in base64>`; a further version is added behind a comma, and the former ones stay until nothing is sealed by them. */
export const encryptionKeys = new sst.Secret("EncryptionKeys");

/** What sessions are signed with, 32 characters or more: `openssl rand -base64 32`. With another, nobody is signed in any more. */
export const sessionSecret = new sst.Secret("SessionSecret");

/** The address that mails come from; it or its domain is verified in SES. */
export const mailSender = new sst.Secret("MailSender");

/** With one of these services nobody signs in unless they are set. */
export const githubClientId = new sst.Secret("GithubClientId", "");
export const githubClientSecret = new sst.Secret("GithubClientSecret", "");
export const gitlabClientId = new sst.Secret("GitlabClientId", "");
export const gitlabClientSecret = new sst.Secret("GitlabClientSecret", "");
export const gitlabIssuer = new sst.Secret("GitlabIssuer", "");

/** The GitHub App whose installations are served, and `<workspace id>:<installation>,…` for each that a workspace may use. */
export const githubAppId = new sst.Secret("GithubAppId", "");
export const githubAppPrivateKey = new sst.Secret("GithubAppPrivateKey", "");
export const githubAppInstallations = new sst.Secret("GithubAppInstallations", "");

/** The same App, where people install it by themselves, and what it signs its own events with. */
export const githubAppSlug = new sst.Secret("GithubAppSlug", "");
export const githubAppClientId = new sst.Secret("GithubAppClientId", "");
export const githubAppClientSecret = new sst.Secret("GithubAppClientSecret", "");
export const githubAppWebhookSecret = new sst.Secret("GithubAppWebhookSecret", "");
/** `true` to read who made the commits, and to show Admins what rests on whom. */
export const ownershipSignalEnabled = new sst.Secret("OwnershipSignalEnabled", "");
export const ownershipPeopleEnabled = new sst.Secret("OwnershipPeopleEnabled", "");

/** Who charges; unless set nobody does, and no plan limits anything. `sk_live_…` or `rk_live_…` in production, of test mode elsewhere. */
export const stripeSecretKey = new sst.Secret("StripeSecretKey", "");

/** `whsec_…` of the endpoint that Stripe sends its events to. */
export const stripeWebhookSecret = new sst.Secret("StripeWebhookSecret", "");
