import { existsSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;

/** Names under /assets contain a content hash; pages must always be revalidated. */
function cacheControl(path: string, root: string): string {
  if (path.endsWith('.html')) return 'no-cache';
  if (path.startsWith(join(root, 'assets') + sep)) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return `public, max-age=${HOUR_SECONDS}`;
}

const withoutEncoding = (path: string): string => path.replace(/\.(br|gz)$/, '');

/** A prerendered page, else the app shell; undefined for the address of a file. */
export function pageFile(root: string, pathname: string): string | undefined {
  if (pathname.startsWith('/assets/') || /\.[^/]+$/.test(pathname)) return undefined;
  const own = normalize(pathname).replace(/^[/\\]+|[/\\]+$/g, '');
  const made = [`${own}.html`, join(own, 'index.html')];
  const candidates = own === '' ? ['index.html'] : own.startsWith('..') ? [] : made;
  return [...candidates, 'spa.html', 'index.html'].find((file) => {
    const path = join(root, file);
    return existsSync(path) && statSync(path).isFile();
  });
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

export async function servePages(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    index: false,
    redirect: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheControl(withoutEncoding(path), root));
    },
  });

  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = decodedPath(request.url);
    const readable = request.method === 'GET' || request.method === 'HEAD';
    const page = readable && path !== undefined ? pageFile(root, path) : undefined;
    if (page !== undefined) return reply.sendFile(page);
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
  };
  app.get('/', answer);
  // A page like any other with a slash at its end: only what follows the slash belongs to the API.
  app.get('/api/', answer);
  app.setNotFoundHandler(answer);
}
