import type { Platform } from "@knockon/contract/vocabulary/scan";

export const PLATFORM_NAMES: Record<Platform, string> = {
  github: "GitHub",
  gitlab: "GitLab",
  local: "Local folder",
};
