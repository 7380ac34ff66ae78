import { useSyncExternalStore } from "react";
import { useTheme } from "../../frame/theme.ts";

const dark = matchMedia("(prefers-color-scheme: dark)");

function subscribe(listener: () => void): () => void {
  dark.addEventListener("change", listener);
  return () => dark.removeEventListener("change", listener);
}

/** What is shown now, whoever chose it: for what has to be drawn anew in other colors. */
export function useColorScheme(): "light" | "dark" {
  const theme = useTheme();
  const system = useSyncExternalStore(subscribe, () => dark.matches) ? "dark" : "light";
  return theme === "system" ? system : theme;
}
