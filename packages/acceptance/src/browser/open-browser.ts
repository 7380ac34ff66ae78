import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./chromium.ts";

/** Launches Chromium without its background requests. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export const THEMES = ["light", "dark"] as const;
export const WIDTHS = [360, 1440] as const;

/** Theme and viewport width in pixels. */
export interface Look {
  theme: (typeof THEMES)[number];
  width: (typeof WIDTHS)[number];
}

export const LOOKS: readonly Look[] = THEMES.flatMap((theme) => WIDTHS.map((width) => ({ theme, width })));
