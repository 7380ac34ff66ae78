// Before the first paint: no page flashes in the other theme. `frame/theme.ts` writes what is read here.
try {
  const theme = localStorage.getItem("knockon.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the system's theme.
}
