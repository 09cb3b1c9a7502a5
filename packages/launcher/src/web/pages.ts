import { existsSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedPage, sharedToken } from './shared-tags.js';

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;

/** Names under /assets contain a content hash; pages must always be revalidated. */
function cacheControl(path: string, root: string): string {
  if (path.endsWith('.html')) return 'no-cache';
  if (path.startsWith(join(root, 'assets') + sep)) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return `public, max-age=${HOUR_SECONDS}`;
}

const withoutEncoding = (path: string): string => path.replace(/\.(br|gz)$/, '');

/** Shared images have one page for all of them, and so have batches that were started. */
const ONE_FOR_ALL: readonly [RegExp, string][] = [
  [/^((?:\w+\/)?shared)\/[^/]+$/, '$1'],
  [/^((?:\w+\/)?batch)\/[^/]+$/, '$1/run'],
];
/** Languages other than the default have a folder. */
const LANGUAGE = /^(\w+)(?=\/|$)/;

export interface PageFile {
  file: string;
  status: 200 | 404;
}

/** The page at an address, else the page that says so; undefined for the address of a file. */
export function pageFile(pages: string, pathname: string): PageFile | undefined {
  if (pathname.startsWith('/assets/') || /\.[^/]+$/.test(pathname)) return undefined;
  const own = normalize(pathname).replace(/^[/\\]+|[/\\]+$/g, '');
  const name = ONE_FOR_ALL.reduce((path, [address, file]) => path.replace(address, file), own);
  const page = own === '' ? 'index.html' : `${name}.html`;
  if (!own.startsWith('..') && existsSync(join(pages, page))) return { file: page, status: 200 };
  const inLanguage = join(LANGUAGE.exec(own)?.[1] ?? '', '404.html');
  return { file: existsSync(join(pages, inLanguage)) ? inLanguage : '404.html', status: 404 };
}

function decodedPath(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

interface Site {
  /** Folder of every file that is no page. */
  root: string;
  /** Folder of the filled-in pages. */
  pages: string;
  apiOrigin: string;
}

export async function servePages(app: FastifyInstance, { root, pages, apiOrigin }: Site): Promise<void> {
  // For what is not a file; files are compressed already.
  await app.register(fastifyCompress, { global: false });
  await app.register(fastifyStatic, {
    root: [root, pages],
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    index: false,
    redirect: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheControl(withoutEncoding(path), root)).header('vary', 'accept-encoding');
    },
  });

  // Sending a file sets its own status.
  const notFound = new WeakSet<FastifyRequest>();
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (notFound.has(request) && reply.statusCode === 200) void reply.code(404);
    done();
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = decodedPath(request.url);
    const readable = request.method === 'GET' || request.method === 'HEAD';
    const page = readable && path !== undefined ? pageFile(pages, path) : undefined;
    if (page !== undefined) {
      if (page.status === 404) notFound.add(request);
      const token = page.status === 200 ? sharedToken(path ?? '') : undefined;
      if (token !== undefined) {
        const visitors = [request.headers['x-forwarded-for'] ?? [], request.ip].flat().join(', ');
        const content = await sharedPage(join(pages, page.file), { apiOrigin, token, visitors });
        reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').compress(content);
        return reply;
      }
      return reply.sendFile(page.file, pages);
    }
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
  };
  app.get('/', answer);
  // A page like any other with a slash at its end: only what follows the slash belongs to the API.
  app.get('/api/', answer);
  app.setNotFoundHandler(answer);
}
