import * as z from "zod";
import { instant } from "./fields.ts";

/** GitHub's number of it. */
export const installationId = z.string().regex(/^\d{1,20}$/, "An installation is a number of GitHub's.");

export const GithubInstallation = z
  .object({
    installation_id: z.string(),
    account: z.string().meta({ description: "The organization or user that the App is installed on." }),
    created_at: instant,
  })
  .meta({ id: "GithubInstallation" });

export const GithubSetup = z
  .object({
    url: z.url().meta({ description: "A page of GitHub's, for the browser of who asked." }),
  })
  .meta({ id: "GithubSetup" });
