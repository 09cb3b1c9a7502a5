/**
 * `npm run lighthouse`: builds the product and scores its pages on Lighthouse's phone, each as the median of five runs;
 * fails when one misses its goal. `npm run lighthouse -- / /zh` takes only these pages.
 */
import { bringChromium } from './chromium.mjs';
import { pnpm, prepare, turbo } from './workspace.mjs';

await prepare();
Object.assign(process.env, await bringChromium(), { LIGHTHOUSE_PAGES: process.argv.slice(2).join(' ') });
const built = await turbo(['run', 'build', '--filter=@app/e2e...', '--output-logs=errors-only']);
if (built !== 0) process.exit(built);
process.exit(await pnpm(['--filter', '@app/e2e', 'lighthouse']));
