import { readSandboxSettings } from './environment.js';
import { startSandbox } from './sandbox.js';

const print = (line: string) => process.stdout.write(`${line}\n`);

const starting = startSandbox({ ...readSandboxSettings(), onLog: print });

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  await (await starting).close();
  if (process.connected) process.disconnect();
};
// Registered before the start, so that a starting sandbox can be stopped.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
// The parent process has ended.
process.once('disconnect', () => void stop());

const sandbox = await starting;
const { url, adminPageUrl, inboxUrl } = sandbox;
print(`Sandbox ready: ${adminPageUrl}`);
process.send?.({ type: 'ready', url, adminPageUrl, inboxUrl, environment: sandbox.environment() });
