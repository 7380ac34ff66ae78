import type { Platform } from "@knockon/contract/vocabulary/scan";

/** How an org is named by its host. */
export const ORG_NAME_HINTS: Record<Platform, string> = {
  github: "As the host writes it: acme of github.com/acme.",
  gitlab: "As the host writes it: acme of gitlab.com/acme.",
  local: "What the org is called here.",
};

/** Where an org is, if that does not follow from its name. */
export const ORG_ADDRESS: Record<Platform, { label: string; hint: string; placeholder: string }> = {
  github: {
    label: "Address",
    hint: "Only for GitHub Enterprise; else it follows from the name.",
    placeholder: "https://github.example.com/acme",
  },
  gitlab: {
    label: "Address",
    hint: "Only for a group elsewhere than on gitlab.com; else it follows from the name.",
    placeholder: "https://gitlab.example.com/acme",
  },
  local: {
    label: "Path",
    hint: "A folder of git repositories, or a listing file, below a folder that the server was allowed. A local start prints the one of the examples.",
    placeholder: "/srv/git/acme",
  },
};

/** What a folder's org is called unless somebody says so: like the folder. */
export const folderName = (path: string): string => /[^/\\]+(?=[/\\]*$)/u.exec(path)?.[0] ?? "";
