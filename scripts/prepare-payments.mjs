/** `npm run prepare-payments`: creates what is missing at the payment services that `npm start` was given last. */
import { runApiProgram } from './api-program.mjs';

await runApiProgram('main.prepare-payments.js', []);
