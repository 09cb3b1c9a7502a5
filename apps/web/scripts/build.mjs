/**
 * `pnpm build`: the scripts and styles, a page for each address in each language, the package of the
 * API's client, and a compressed copy of every file.
 * `--outDir <folder>` builds elsewhere. Pages lie in `.pages`, because a server has to fill in its installation first.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, minifySync } from 'vite';
import { compressFolder } from './compress.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } });
const outDir = resolve(root, values.outDir);

/** Builds the prerendering module for Node and runs `work` with it. */
async function withPrerender(work) {
  await mkdir(join(root, 'build'), { recursive: true });
  // Within the package, so that libraries are found; of this build alone.
  const folder = await mkdtemp(join(root, 'build', 'prerender-'));
  try {
    await build({
      root,
      logLevel: 'error',
      build: { ssr: 'src/app/prerender.tsx', outDir: folder, emptyOutDir: true, manifest: false, copyPublicDir: false },
    });
    await work(await import(pathToFileURL(join(folder, 'prerender.js')).href));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scripts that the sources of a page are in, with what they import. */
function scriptsOf(sources, manifest) {
  const found = new Set();
  const follow = (chunk) => {
    if (chunk === undefined || found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach((key) => follow(manifest[key]));
  };
  sources.forEach((source) => follow(manifest[source]));
  return [...found];
}

const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;

const EARLY = '<script src="/early.js"';

/** Its scripts are named to `early.js`, which asks for them when the page has been painted. */
function startLater(page) {
  const [entry, src] = page.match(ENTRY);
  const scripts = [src, ...[...page.matchAll(PRELOADS)].map(([, href]) => href)];
  return page
    .replace(entry, '')
    .replaceAll(PRELOADS, '')
    .replace(EARLY, () => `${EARLY} data-scripts="${scripts.join(' ')}"`);
}

/** Of a page of a session: `early.js` leads visitors to the login page, and until it works nothing of it can be used. */
const toFrame = (page, body) =>
  page.replace(
    '<div id="root"></div>',
    () => `<div id="root" data-path=""><div inert aria-busy="true">${body}</div></div>`,
  );

/** Tells `early.js` of a page of a session, and shows the first images of a list, or who is signed in. */
function addSession(page, { login, profile, list, showsPerson }) {
  const person = `data-profile="${profile}"`;
  const known = `data-login="${login}" ${person}`;
  const withScript = (name, data, more = '') =>
    page.replace(EARLY, `<script src="/${name}.js" defer ${data}></script>\n    ${EARLY} ${known}${more}`);
  if (showsPerson) return withScript('first-person', person);
  if (list === null) return page.replace(EARLY, `${EARLY} ${known}`);
  const data = `data-list="${list.replaceAll('&', '&amp;')}"`;
  return withScript('first-images', data, ` ${data}`);
}

function fillTemplate(template, { lang, title, head, body, stuckLine, path, session }, scripts) {
  const preloads = scripts
    .filter((file) => !template.includes(file))
    .map((file) => `\n    <link rel="modulepreload" crossorigin href="/${file}">`);
  const filled = template
    .replace('<html lang="en"', `<html lang="${lang}"`)
    .replace('<!-- page -->', () => head)
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('\n  </head>', () => `${preloads.join('')}\n  </head>`)
    .replace('\n  </body>', () => `\n    ${stuckLine}\n  </body>`);
  const page = session === null ? filled : addSession(filled, session);
  if (body === null) return page;
  if (path === null) return toFrame(startLater(page), body);
  return startLater(page)
    .replace('<div id="root"></div>', () => `<div id="root" data-path="${path}">${body}</div>`)
    .replace(/\n\s*<noscript>.*<\/noscript>/, '');
}

/** Those outside of the bundle, whose comments every page would load. */
async function minifyPlainScripts() {
  const names = (await readdir(outDir)).filter((name) => name.endsWith('.js'));
  for (const path of names.map((name) => join(outDir, name))) {
    const { code, errors } = minifySync(path, await readFile(path, 'utf8'), { module: false });
    if (errors.length > 0) throw new Error(`${path} cannot be minified`, { cause: errors[0] });
    await writeFile(path, code);
  }
}

async function writePages(prerender) {
  const template = await readFile(join(outDir, 'index.html'), 'utf8');
  const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8'));
  for (const variant of prerender.VARIANTS) {
    const files = new Map([
      ['sitemap.xml', prerender.sitemap],
      ['robots.txt', prerender.robots],
    ]);
    for (const page of await prerender.renderPages(variant)) {
      files.set(page.file, () => fillTemplate(template, page, scriptsOf(page.sources, manifest)));
    }
    for (const [file, text] of prerender.manifests()) files.set(file, () => text);
    for (const [file, content] of files) {
      const path = join(outDir, '.pages', variant, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content());
    }
  }
  await rm(join(outDir, 'index.html'));
}

await build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
await minifyPlainScripts();
const clientPackage = fileURLToPath(import.meta.resolve('@app/client/lumina-client.tgz'));
await copyFile(clientPackage, join(outDir, 'lumina-client.tgz'));
await withPrerender(writePages);
await compressFolder(outDir);
