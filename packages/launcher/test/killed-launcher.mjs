/** A launcher of its own, for a test to kill: starts the product named in its arguments and says which processes run. */
import { launch } from '../dist/index.js';

const [product, dataDir, folder] = process.argv.slice(2);
const env = { FAKE_DIR: folder };
const running = await launch({
  product: JSON.parse(product),
  dataDir,
  env,
  durable: false,
  partEnv: { sandbox: env },
});
process.send(running.parts.map((name) => running.pid(name)));
