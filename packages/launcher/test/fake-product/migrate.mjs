import { note } from './part.mjs';

note('tables made');
if (process.env.FAKE_MIGRATION === 'fails') {
  console.error('relation "users" is older than this program');
  process.exit(3);
}
