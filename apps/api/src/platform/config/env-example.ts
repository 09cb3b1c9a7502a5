import { environmentSchema } from './environment.js';

const HEADER = `# Every variable the API and the worker read; made from the schema by \`pnpm --filter @app/api env:example\`.
# \`npm start\` sets what has no default by itself. Lines that begin with # show defaults.`;

function line(name: string, schema: (typeof environmentSchema.shape)[keyof typeof environmentSchema.shape]): string {
  const absent = schema.safeParse(undefined);
  const comment = `# ${schema.description ?? ''}`;
  if (!absent.success) return `${comment} (required)\n${name}=`;
  const fallback = typeof absent.data === 'object' ? '' : String(absent.data ?? '');
  return `${comment}\n# ${name}=${fallback}`;
}

export const envExample = (): string =>
  `${[HEADER, ...Object.entries(environmentSchema.shape).map(([name, schema]) => line(name, schema))].join('\n\n')}\n`;
