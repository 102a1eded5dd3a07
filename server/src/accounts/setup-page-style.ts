export const SETUP_STYLE = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --paper: #ffffff; --ink: #1b1f24; --quiet: #57606a; --edge: #818b98; --accent: #1f5fbf; --on-accent: #ffffff; --alarm: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --paper: #1d2127; --ink: #e8eaed; --quiet: #a7b0ba; --edge: #75808c; --accent: #8ab4f8; --on-accent: #10131a; --alarm: #ffb4ab;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 8vh auto; padding: 2rem; background: var(--paper); border-radius: 0.75rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin-top: 1.25rem; font-weight: 600; }
input, button { width: 100%; min-height: 2.75rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem; font: inherit; border-radius: 0.375rem; }
input { color: inherit; background: transparent; border: 1px solid var(--edge); }
button { margin-top: 1.5rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; cursor: pointer; }
button:disabled { opacity: 0.6; cursor: progress; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[tabindex="-1"]:focus { outline: none; }
[hidden] { display: none; }
.hint { margin: 0.25rem 0 0; color: var(--quiet); font-size: 0.875rem; }
.problem { margin: 1.25rem 0 0; color: var(--alarm); font-weight: 600; }
`;
