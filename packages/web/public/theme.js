// Runs before the first paint, so that the page does not flash in the wrong theme. Written by `frame/theme.ts`.
try {
  const theme = localStorage.getItem("knockon.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: use the system theme.
}
