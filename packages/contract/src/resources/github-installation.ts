import * as z from "zod";
import { instant } from "./fields.ts";

export const installationId = z.string().regex(/^\d{1,20}$/, "Expected GitHub's numeric installation ID.");

export const GithubInstallation = z
  .object({
    installation_id: z.string(),
    account: z.string().meta({ description: "Organization or user on which the App is installed." }),
    created_at: instant,
  })
  .meta({ id: "GithubInstallation" });

export const GithubSetup = z
  .object({
    url: z.url().meta({ description: "GitHub URL to open in the caller's browser." }),
  })
  .meta({ id: "GithubSetup" });
