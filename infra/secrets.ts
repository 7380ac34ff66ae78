/** Secrets of a stage: `sst secret set DatabaseUrl <url> --stage <stage>`. docs/deploy.md explains each of them. */
export const databaseUrl = new sst.Secret("DatabaseUrl");

/**
 * `<version>:<32 bytes in base64>`, comma-separated. New data is encrypted with the highest version. Keep an older
 * version until nothing is encrypted with it.
 */
export const encryptionKeys = new sst.Secret("EncryptionKeys");

/** Signs sessions. At least 32 characters: `openssl rand -base64 32`. Changing it signs everyone out. */
export const sessionSecret = new sst.Secret("SessionSecret");

/** Sender address of mail. The address or its domain must be verified in SES. */
export const mailSender = new sst.Secret("MailSender");

/** OAuth applications for sign-in. A provider without them is not offered. */
export const githubClientId = new sst.Secret("GithubClientId", "");
export const githubClientSecret = new sst.Secret("GithubClientSecret", "");
export const gitlabClientId = new sst.Secret("GitlabClientId", "");
export const gitlabClientSecret = new sst.Secret("GitlabClientSecret", "");
export const gitlabIssuer = new sst.Secret("GitlabIssuer", "");

/** The GitHub App, and the installations that workspaces may use: `<workspace id>:<installation id>,…`. */
export const githubAppId = new sst.Secret("GithubAppId", "");
export const githubAppPrivateKey = new sst.Secret("GithubAppPrivateKey", "");
export const githubAppInstallations = new sst.Secret("GithubAppInstallations", "");

/** The same App, when users install it themselves, and the secret of its webhook. */
export const githubAppSlug = new sst.Secret("GithubAppSlug", "");
export const githubAppClientId = new sst.Secret("GithubAppClientId", "");
export const githubAppClientSecret = new sst.Secret("GithubAppClientSecret", "");
export const githubAppWebhookSecret = new sst.Secret("GithubAppWebhookSecret", "");

/** `true` reads commit authors, and shows key-person risks to Admins. */
export const ownershipSignalEnabled = new sst.Secret("OwnershipSignalEnabled", "");
export const ownershipPeopleEnabled = new sst.Secret("OwnershipPeopleEnabled", "");

/**
 * Stripe's API key: `sk_live_…` or `rk_live_…` in production, a test-mode key in other stages. Without a key, plans have
 * no limits.
 */
export const stripeSecretKey = new sst.Secret("StripeSecretKey", "");

/** Signing secret (`whsec_…`) of the Stripe webhook endpoint. */
export const stripeWebhookSecret = new sst.Secret("StripeWebhookSecret", "");
