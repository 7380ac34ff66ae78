import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { FolderGit2 } from "lucide-react";
import { focusOnMount } from "../../components/dom.ts";
import { TextField } from "../../components/fields.tsx";

export const PLATFORM_NAMES: Record<Platform, string> = {
  github: "GitHub",
  gitlab: "GitLab",
  local: "Local folder",
};

/** Where the repositories of an organization are. */
export const hostOf = ({ platform, url }: Pick<ConnectedOrg, "platform" | "url">): string =>
  platform === "local" && url.endsWith(".jsonl") ? "Listing file" : PLATFORM_NAMES[platform];

/** The marks of the hosts, as SVG paths. */
const MARKS: Readonly<Partial<Record<Platform, string>>> = {
  github:
    "M12 .297c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12",
  gitlab:
    "m23.6004 9.5927-.0337-.0862L20.3.9814a.851.851 0 0 0-.3362-.405.8748.8748 0 0 0-.9997.0539.8748.8748 0 0 0-.29.4399l-2.2055 6.748H7.5375l-2.2057-6.748a.8573.8573 0 0 0-.29-.4412.8748.8748 0 0 0-.9997-.0537.8585.8585 0 0 0-.3362.4049L.4332 9.5015l-.0325.0862a6.0657 6.0657 0 0 0 2.0119 7.0105l.0113.0087.03.0213 4.976 3.7264 2.462 1.8633 1.4995 1.1321a1.0085 1.0085 0 0 0 1.2197 0l1.4995-1.1321 2.4619-1.8633 5.006-3.7489.0125-.01a6.0682 6.0682 0 0 0 2.0094-7.003z",
};

function PlatformMark({ platform }: { platform: Platform }) {
  const mark = MARKS[platform];
  if (mark === undefined) return <FolderGit2 aria-hidden className="size-4" />;
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-4 fill-current">
      <path d={mark} />
    </svg>
  );
}

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
        {platforms.map((platform) => (
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
            <PlatformMark platform={platform} />
            {PLATFORM_NAMES[platform]}
          </label>
        ))}
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
