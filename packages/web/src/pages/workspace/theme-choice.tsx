import { Segments } from "../../components/segments.tsx";
import { setTheme, THEMES, THEME_WORDS, useTheme } from "../../frame/theme.ts";

/** Of this browser, whatever the workspace. */
export function ThemeChoice() {
  const theme = useTheme();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border p-4">
      <p className="text-13 text-muted">Applies to this browser, in all workspaces.</p>
      <Segments
        label="Theme"
        value={theme}
        options={THEMES.map((value) => ({ value, text: THEME_WORDS[value] }))}
        onChange={setTheme}
      />
    </div>
  );
}
