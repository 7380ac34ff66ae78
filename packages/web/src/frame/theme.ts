import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

/** `public/theme.js` reads this key before the first paint. */
const STORAGE_KEY = "knockon.theme";
const CHANGE_EVENT = "knockon:theme";

export function setTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem(STORAGE_KEY);
  } else {
    document.documentElement.dataset["theme"] = theme;
    localStorage.setItem(STORAGE_KEY, theme);
  }
  dispatchEvent(new Event(CHANGE_EVENT));
}

export const useTheme = (): Theme => useSyncExternalStore(subscribeToTheme, readTheme);

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function subscribeToTheme(listener: () => void): () => void {
  addEventListener(CHANGE_EVENT, listener);
  return () => removeEventListener(CHANGE_EVENT, listener);
}
