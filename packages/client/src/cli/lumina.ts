#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { addBatch } from './commands/batch.js';
import { addGenerate } from './commands/generate.js';
import { addReading } from './commands/read.js';
import { EXIT } from './failure.js';
import { watchOutput } from './terminal.js';

const HELP = `
LUMINA_URL      address of the installation, e.g. https://lumina.example
LUMINA_API_KEY  an API key with the scopes "generate" and "read"

Exit codes: 0 done, 1 unexpected failure, 2 wrong usage, 3 refused, 4 unavailable, 5 an image was not made,
6 a file could not be written, 130 stopped by Ctrl-C`;

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const program = new Command('lumina')
  .version(version)
  .description("Generate images through Lumina's public API")
  .option('--url <address>', 'of the installation, in place of LUMINA_URL')
  .exitOverride()
  .showHelpAfterError('See: lumina --help')
  .addHelpText('after', HELP);
addGenerate(program);
addReading(program);
addBatch(program);

watchOutput();
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
}
