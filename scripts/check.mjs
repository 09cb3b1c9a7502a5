/** `npm run check`: the gates without the tests. */
import { GATES, runTasks } from './gates.mjs';
import { prepare } from './workspace.mjs';

await prepare();
const { code } = await runTasks(GATES);
process.exit(code);
