import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begin } from './part.mjs';

// As the real one, it has a child of its own, here one that does not care whether its parent lives.
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
writeFileSync(join(process.env.FAKE_DIR, 'worker-child.txt'), String(child.pid));
if (process.env.FAKE_ERROR) console.log(JSON.stringify({ level: 50, msg: process.env.FAKE_ERROR }));
setInterval(() => undefined, 1000);
begin('worker');
