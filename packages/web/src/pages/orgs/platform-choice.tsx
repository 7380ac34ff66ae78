import type { Platform } from "@knockon/contract/vocabulary/scan";
import { FolderGit2, GitBranch, GitMerge, type LucideIcon } from "lucide-react";
import { takeFocus } from "../../components/take-focus.ts";
import { PLATFORM_NAMES } from "./platforms.ts";

const ICONS: Record<Platform, LucideIcon> = { github: GitBranch, gitlab: GitMerge, local: FolderGit2 };

interface PlatformChoiceProps {
  platforms: readonly Platform[];
  value: Platform;
  onChange: (platform: Platform) => void;
}

export function PlatformChoice({ platforms, value, onChange }: PlatformChoiceProps) {
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
                ref={platform === value ? takeFocus : undefined}
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
