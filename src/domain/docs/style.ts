/** The page's style: light and dark, from phone width up. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1d2430; --dim: #5c6675; --back: #fff; --soft: #f4f6f8; --line: #dde2e8; --accent: #0b62c4; --good: #18794e; --bad: #b4232c }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --dim: #9aa4b2; --back: #12161c; --soft: #1a2028; --line: #2c343f; --accent: #7ab7ff; --good: #5fd0a0; --bad: #ff8a8a }
}
* { box-sizing: border-box }
body { margin: 0; display: flex; color: var(--text); background: var(--back); font: 16px/1.55 system-ui, sans-serif }
a { color: var(--accent); text-decoration: none } a:hover { text-decoration: underline }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, monospace; font-size: .875em; overflow-wrap: anywhere }
nav { position: sticky; top: 0; width: 240px; height: 100vh; padding: 24px; overflow: auto; background: var(--soft); border-right: 1px solid var(--line); flex: none }
nav input { width: 100%; margin-top: 12px; padding: 6px 8px; font: inherit; font-size: 14px; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 6px } [hidden] { display: none !important }
nav a { display: block; padding: 2px 0 2px 12px; font-size: 14px } nav .tag { margin-top: 14px; padding-left: 0; font-weight: 600; color: var(--text) }
main { flex: 1; min-width: 0; max-width: 960px; padding: 24px 32px 96px }
h1 { margin-top: 0 } h2 { margin: 48px 0 12px } h4 { margin: 20px 0 6px } p { margin: 6px 0 }
details { border: 1px solid var(--line); border-radius: 8px; margin: 10px 0; padding: 0 16px } details[open] { padding-bottom: 16px }
summary { cursor: pointer; margin: 0 -16px; padding: 10px 16px; border-radius: 8px; overflow-wrap: anywhere } summary:hover { background: var(--soft) }
summary span:last-child { color: var(--dim) }
:target { scroll-margin-top: 64px; outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 8px }
.method { display: inline-block; min-width: 58px; font: 600 12px ui-monospace, monospace } .get { color: var(--good) } .post, .put { color: var(--accent) } .delete { color: var(--bad) }
table { border-collapse: collapse; width: 100%; font-size: 15px } td { border-top: 1px solid var(--line); padding: 6px 12px 6px 0; vertical-align: top } td:first-child { width: 30% }
td td:first-child { padding-left: 8px } .required { color: var(--bad); font-size: 12px } .limits, .name, figcaption { color: var(--dim); font-size: 13px }
figure { margin: 12px 0 } pre { margin: 4px 0; padding: 12px; background: var(--soft); border-radius: 8px; overflow: auto; overflow-wrap: normal; max-height: 420px }
.answers { list-style: none; padding: 0 } .answers li { display: flex; gap: 16px; border-top: 1px solid var(--line); padding: 8px 0 } .answers li > div { flex: 1; min-width: 0 }
.good b { color: var(--good) } .bad b { color: var(--bad) } .bad { font-size: 14px } .shape:has(+ table) { display: none }
@media (max-width: 760px) {
  body { display: block } nav { position: static; width: auto; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line) }
  main { padding: 16px } .answers li { flex-direction: column; gap: 2px } td:first-child { width: 40% }
}
`;
