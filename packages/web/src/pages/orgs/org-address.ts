import type { Platform } from "@knockon/contract/vocabulary/scan";

/** How an org is named by its host. */
export const ORG_NAME_HINTS: Record<Platform, string> = {
  github: "The name in the URL, such as acme in github.com/acme.",
  gitlab: "The name in the URL, such as acme in gitlab.com/acme.",
  local: "A display name for the organization.",
};

/** Where an org is, if that does not follow from its name. */
export const ORG_ADDRESS: Record<Platform, { label: string; hint: string; placeholder: string }> = {
  github: {
    label: "URL",
    hint: "Only for GitHub Enterprise Server.",
    placeholder: "https://github.example.com/acme",
  },
  gitlab: {
    label: "URL",
    hint: "Only for self-managed GitLab.",
    placeholder: "https://gitlab.example.com/acme",
  },
  local: {
    label: "Path",
    hint: "A folder of Git repositories or a listing file, inside a folder that the server allows (LOCAL_ORG_ROOTS).",
    placeholder: "/srv/git/acme",
  },
};

/** What a folder's org is called unless somebody says so: like the folder. */
export const folderName = (path: string): string => /[^/\\]+(?=[/\\]*$)/u.exec(path)?.[0] ?? "";
