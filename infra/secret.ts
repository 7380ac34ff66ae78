/** Set per stage: `sst secret set DatabaseUrl <url> --stage <stage>`. */
export const databaseUrl = new sst.Secret("DatabaseUrl");
