/** Set per stage: `sst secret set DatabaseUrl <url> --stage <stage>`. */
export const databaseUrl = new sst.Secret("DatabaseUrl");

/** `1:<32 bytes in base64>`; a further version is added behind a comma, and the former ones stay until nothing is sealed by them. */
export const encryptionKeys = new sst.Secret("EncryptionKeys");
