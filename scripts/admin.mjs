/** `npm run admin -- …`: the command line of operators, for the product that `npm start` runs here. */
import { runApiProgram } from './api-program.mjs';

await runApiProgram('main.admin.js', process.argv.slice(2));
