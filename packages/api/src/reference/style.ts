/** Supports light and dark mode, and widths from 320 pixels. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e3e6ea);
  --quiet: light-dark(#57606a, #9aa4af);
  --ground: light-dark(#ffffff, #14171a);
  --raised: light-dark(#f4f5f7, #1e2226);
  --line: light-dark(#d5d9de, #353b42);
  --link: light-dark(#0b5cad, #7ab7ff);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--raised); }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: .9rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-bottom: .5rem; }
nav ul ul { padding-left: .75rem; }
nav a { display: inline-block; padding: .15rem 0; overflow-wrap: anywhere; }
main { padding: 1rem; max-width: 52rem; overflow-wrap: anywhere; }
h2 { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { margin-top: 2.5rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin: 1.5rem 0 .5rem; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { margin: 1rem 0; padding: .75rem; background: var(--raised); border-radius: .375rem; white-space: pre-wrap; }
dl { margin: 0; }
dl > div { padding: .4rem 0; border-bottom: 1px solid var(--line); }
.type { color: var(--quiet); font-size: .9rem; }
dd { margin: 0; }
:target { background: var(--raised); }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 1rem 2.5rem 4rem; }
}
`.trimStart();
