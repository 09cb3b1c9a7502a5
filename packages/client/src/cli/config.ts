import { isKeyLike } from '../client.js';
import { CliError, EXIT } from './failure.js';

export interface Connection {
  baseUrl: string;
  key: string;
}

/** The key comes from the environment alone: in an argument, other users of the machine and the shell's history see it. */
export function readConnection(url: string | undefined): Connection {
  const baseUrl = url ?? process.env['LUMINA_URL']?.trim();
  const key = process.env['LUMINA_API_KEY']?.trim();
  if (!baseUrl || !URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new CliError(
      baseUrl ? 'The address is no http or https address.' : 'No address is given.',
      'Set LUMINA_URL to the address of the installation, e.g. https://lumina.example, or use --url.',
      EXIT.usage,
    );
  }
  if (!key) {
    throw new CliError(
      'No API key is given.',
      `Make one at ${new URL('/api', baseUrl).href} under "Keys", and set LUMINA_API_KEY to it.`,
      EXIT.usage,
    );
  }
  if (!isKeyLike(key)) {
    throw new CliError(
      'The API key has a space, a line break or the like in it.',
      'Set LUMINA_API_KEY to the key alone, as it was shown when it was made.',
      EXIT.usage,
    );
  }
  return { baseUrl, key };
}
