/** The look of every page of the sandbox: plain, calm, plainly not the real provider's. */
export const STYLE = `
:root {
  --ground: #f6f6f3; --surface: #fdfcfb; --ink: #201a16; --ink-2: #574e48; --line: #dcd9d3; --field: #848078;
  --action: #faab35; --on-action: #211208; --link: #8f520d; --focus: #285cc2; --warn: #ba0135; --ok: #1d6b3f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #120d0a; --surface: #1c1612; --ink: #f1ece4; --ink-2: #beb6ab; --line: #3d342e; --field: #8b7d73;
    --action: #f69d32; --on-action: #211208; --link: #fcb459; --focus: #f8ca65; --warn: #fb817a; --ok: #7fd6a4;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif;
}
.banner {
  display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 8px 16px;
  border-bottom: 1px solid var(--line); color: var(--ink-2); font-size: 14px;
}
main { margin: 32px auto; padding: 0 16px; }
main.card { max-width: 448px; }
main.wide { max-width: 1040px; }
.sheet { padding: 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; }
.sheet + .sheet { margin-top: 24px; }
.grid { display: grid; margin: 16px 0 24px; gap: 24px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.grid .sheet + .sheet { margin-top: 0; }
h1 { margin: 0 0 4px; font-size: 28px; line-height: 36px; }
h2 { margin: 0 0 12px; font-size: 18px; line-height: 28px; }
h3 { margin: 20px 0 8px; font-size: 16px; line-height: 24px; }
p { margin: 0 0 12px; }
.muted { color: var(--ink-2); font-size: 14px; }
.mark { color: var(--warn); font-size: 13px; }
.good { color: var(--ok); font-size: 13px; }
a { color: var(--link); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
ul { margin: 0 0 12px; padding-left: 20px; }
ul.people { list-style: none; margin: 16px 0; padding: 0; }
ul.people li + li { border-top: 1px solid var(--line); }
ul.people button {
  display: flex; gap: 12px; align-items: center; width: 100%; padding: 10px 8px; border: 0; border-radius: 8px;
  background: none; color: inherit; font: inherit; text-align: left; cursor: pointer;
}
ul.people button:hover { background: var(--ground); }
ul.people span { display: block; overflow-wrap: anywhere; }
img.avatar { border-radius: 50%; flex: none; }
label { display: block; margin: 12px 0 4px; font-size: 14px; }
label.check { display: flex; gap: 8px; align-items: center; }
input:not([type=checkbox]), select {
  width: 100%; min-height: 40px; padding: 8px 10px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--ground); color: inherit; font: inherit;
}
button.action, button.quiet {
  min-height: 40px; padding: 8px 16px; border-radius: 8px; font: inherit; cursor: pointer;
}
button.action { border: 0; background: var(--action); color: var(--on-action); font-weight: 600; }
button.quiet { border: 1px solid var(--field); background: none; color: inherit; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-top: 16px; }
.row > label { margin: 0; align-self: center; min-width: 72px; }
.row input, .row select { width: auto; }
details { margin-top: 16px; }
summary { cursor: pointer; padding: 8px 0; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
td.long { white-space: normal; min-width: 280px; overflow-wrap: anywhere; }
th { color: var(--ink-2); font-weight: 500; }
.scroll { overflow-x: auto; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, monospace; }
pre + p { margin-top: 12px; }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
iframe { width: 100%; height: 420px; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
`;
