/**
 * `PUBLIC_URL=… node docker/check/journey.mjs ENV_FILE SANDBOX_URL [STOP_FILE]`: plays the outside world and one customer
 * for the containers of `docker/check.sh`. Starts the sandbox at SANDBOX_URL and writes the settings of the API to
 * ENV_FILE; once the product is ready, signs in, generates an image and buys a plan. With STOP_FILE it then puts load on
 * the product until that file exists, and fails if one request failed.
 */
import { buy, call, generate, poll, signIn } from './customer.mjs';
import { runLoad } from './load.mjs';
import { withSandbox } from './sandbox.mjs';

const [envFile, publicUrl, stopFile] = process.argv.slice(2);
const origin = process.env.PUBLIC_URL;
if (!envFile || !publicUrl || !origin)
  throw new Error('PUBLIC_URL=… node docker/check/journey.mjs ENV_FILE SANDBOX_URL');

await withSandbox({ origin, publicUrl, envFile }, async (control) => {
  await poll('the start', () => call('GET', '/health/ready'));
  const token = await signIn();
  console.log('signed in');
  console.log(`generated an image of ${await generate(token)} bytes`);
  console.log(`bought ${(await buy(token, control)).plan_id}`);
  if (stopFile) await runLoad(token, stopFile);
});
