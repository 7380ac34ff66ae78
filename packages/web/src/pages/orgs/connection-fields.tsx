import type { Platform } from "@knockon/contract/vocabulary/scan";
import { FolderGit2, GitBranch, GitMerge, type LucideIcon } from "lucide-react";
import { focusOnMount } from "../../components/dom.ts";
import { TextField } from "../../components/fields.tsx";

export const PLATFORM_NAMES: Record<Platform, string> = {
  github: "GitHub",
  gitlab: "GitLab",
  local: "Local folder",
};

const ICONS: Record<Platform, LucideIcon> = { github: GitBranch, gitlab: GitMerge, local: FolderGit2 };

interface PlatformSelectProps {
  platforms: readonly Platform[];
  value: Platform;
  onChange: (platform: Platform) => void;
}

export function PlatformChoice({ platforms, value, onChange }: PlatformSelectProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">Host</legend>
      <div className="grid grid-cols-3 gap-2">
        {platforms.map((platform) => {
          const Icon = ICONS[platform];
          return (
            <label
              key={platform}
              className="flex h-16 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border border-line-strong text-13 text-muted hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                ref={platform === value ? focusOnMount : undefined}
                type="radio"
                name="platform"
                value={platform}
                checked={platform === value}
                onChange={() => onChange(platform)}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4" />
              {PLATFORM_NAMES[platform]}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Hints for the name of an organization. */
export const ORG_NAME_HINTS: Record<Platform, string> = {
  github: "The name in the URL, such as acme in github.com/acme.",
  gitlab: "The name in the URL, such as acme in gitlab.com/acme.",
  local: "A display name for the organization.",
};

interface OrgLocation {
  label: string;
  hint?: string;
  placeholder: string;
  /** The host whose organizations have a location. Otherwise all have. */
  selfHosted?: string;
}

/** Field for the location, if the name does not determine it. */
export const ORG_LOCATION: Record<Platform, OrgLocation> = {
  github: {
    label: "URL",
    placeholder: "https://github.example.com/acme",
    selfHosted: "GitHub Enterprise Server",
  },
  gitlab: {
    label: "URL",
    placeholder: "https://gitlab.example.com/acme",
    selfHosted: "Self-managed GitLab",
  },
  local: {
    label: "Path",
    hint: "A folder of Git repositories or a listing file, inside a folder that the server allows (LOCAL_ORG_ROOTS).",
    placeholder: "/srv/git/acme",
  },
};

/** The last segment of a path, the default name of a local organization. */
export const folderName = (path: string): string => /[^/\\]+(?=[/\\]*$)/u.exec(path)?.[0] ?? "";

const HINTS = {
  github:
    "A fine-grained token with read access to contents and metadata. Stored encrypted and never shown again.",
  gitlab:
    "A group access token with the read_api and read_repository scopes. Stored encrypted and never shown again.",
};

interface TokenFieldProps {
  platform: keyof typeof HINTS;
  value: string;
  onChange: (token: string) => void;
}

export const TokenField = ({ platform, value, onChange }: TokenFieldProps) => (
  <TextField
    label="Access token"
    type="password"
    autoComplete="off"
    hint={HINTS[platform]}
    mono
    value={value}
    onChange={(token) => onChange(token.trim())}
  />
);
