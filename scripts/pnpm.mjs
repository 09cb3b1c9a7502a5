/** `node scripts/pnpm.mjs <arguments>`: the pinned pnpm, in a workspace that is made ready first. */
import { pnpm, prepare } from './workspace.mjs';

await prepare();
process.exit(await pnpm(process.argv.slice(2)));
