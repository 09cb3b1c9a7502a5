/**
 * `npm run screens`: builds the product and photographs each screen and state in both languages, both themes and three
 * widths, into packages/e2e/screenshots with a contact sheet, index.html. `npm run screens -- guide login` takes only the
 * screens whose names contain one of these.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringChromium } from './chromium.mjs';
import { pnpm, prepare, root, turbo } from './workspace.mjs';

const FOLDER = join(root, 'packages', 'e2e', 'screenshots');

const STYLE = `
  body { margin: 24px; background: #888; color: #000; font: 14px/20px system-ui, sans-serif }
  nav { columns: 12em } h2 { margin: 48px 0 8px }
  .row { display: flex; flex-wrap: wrap; align-items: start; gap: 16px }
  figure { margin: 0 } img { display: block; max-width: 100%; height: 480px; object-fit: cover; object-position: top }`;

/** Screens with their images, in the order of their names. */
function findImages() {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, files: readdirSync(join(FOLDER, name)).toSorted() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function contactSheet(screens) {
  const links = screens.map(({ name }) => `<a href="#${name}">${name}</a><br>`);
  const sections = screens.map(({ name, files }) => {
    const figures = files.map((file) => {
      const image = `<a href="${name}/${file}"><img src="${name}/${file}" alt="" loading="lazy"></a>`;
      return `<figure>${image}<figcaption>${file.replace('.png', '')}</figcaption></figure>`;
    });
    return `<h2 id="${name}">${name}</h2>\n<div class="row">${figures.join('\n')}</div>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<h1>Screens</h1>
<nav>${links.join('\n')}</nav>
${sections.join('\n')}
`;
}

await prepare();
Object.assign(process.env, await bringChromium());
const names = process.argv.slice(2);
const built = await turbo(['run', 'build', '--filter=@app/e2e...', '--output-logs=errors-only']);
if (built !== 0) process.exit(built);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const code = await pnpm(['--filter', '@app/e2e', 'screenshots', ...(names.length > 0 ? ['-g', names.join('|')] : [])]);
writeFileSync(join(FOLDER, 'index.html'), contactSheet(findImages()));
console.log(join(FOLDER, 'index.html'));
process.exit(code);
