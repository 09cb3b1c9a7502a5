import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNginx, type NginxProgram } from './nginx-program.js';
import { startOnPort, startService, type ServiceProcess } from './service-process.js';

export { findNginx, NginxNotFoundError } from './nginx-program.js';

const TEMPLATES = fileURLToPath(new URL('../../../../docker/nginx/', import.meta.url));

interface CommonOptions {
  dir: string;
  onLog?: (line: string) => void;
}

export interface NginxOptions extends CommonOptions {
  /** Host and port of each API. */
  apiAddresses: readonly string[];
  storageDir: string;
  /** The API's `X_ACCEL_LOCATION`. */
  accelLocation: string;
}

export interface WebNginxOptions extends CommonOptions {
  apiAddress: string;
  /** Folder of the built web app. */
  root: string;
  /** Folder of the filled-in pages. */
  pagesDir: string;
  /** Lines of `add_header`. */
  securityHeaders: string;
}

export interface NginxServer {
  origin: string;
  /** The master process. */
  pid: number;
  stop(): Promise<void>;
}

/** In front of the API, with the shipped configuration; ends with this process. @throws NginxNotFoundError, ServiceStartError */
export const startNginx = (options: NginxOptions): Promise<NginxServer> =>
  startSite(options, 'api.conf.template', {
    API_ADDRESS: options.apiAddresses.join('; server '),
    STORAGE_DIR: options.storageDir,
    X_ACCEL_LOCATION: options.accelLocation,
  });

/** In front of the built web app, likewise. @throws NginxNotFoundError, ServiceStartError */
export async function startWebNginx(options: WebNginxOptions): Promise<NginxServer> {
  await mkdir(options.dir, { recursive: true });
  const headers = resolve(options.dir, 'headers.inc');
  await writeFile(headers, options.securityHeaders);
  return startSite(options, 'web.conf.template', {
    API_ADDRESS: options.apiAddress,
    WEB_ROOT: options.root,
    PAGES_DIR: options.pagesDir,
    SECURITY_HEADERS: headers,
  });
}

async function startSite(
  options: CommonOptions,
  template: string,
  values: Record<string, string>,
): Promise<NginxServer> {
  const program = await findNginx(options.onLog);
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  const text = await readFile(join(TEMPLATES, template), 'utf8');
  const { server, port } = await startOnPort(undefined, async (at) => {
    const settings = await writeSettings(dir, filled(text, { ...values, LISTEN: `127.0.0.1:${at}` }));
    return start(program, { ...options, dir }, settings);
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: server.pid,
    stop: () => server.end(['SIGTERM', 'SIGKILL']),
  };
}

const start = (program: NginxProgram, { dir, onLog }: CommonOptions, settings: string): Promise<ServiceProcess> =>
  startService({
    name: 'nginx',
    command: program.command,
    args: ['-e', 'stderr', '-p', dir, '-c', settings],
    env: program.env,
    ready: /start worker process \d+/,
    readyTimeoutMs: 60_000,
    orphanSignal: 'SIGTERM',
    ...(onLog && { onLog }),
  });

const mainConfiguration = (dir: string, site: string): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root; # who owns the files that it sends' : ''}
worker_processes 1;
pid ${join(dir, 'nginx.pid')};
error_log stderr notice;
events { worker_connections 4096; }
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${join(dir, kind)};`).join('\n')}
  include ${site};
}
`;

/** Replaces listed names only, like envsubst; other variables are nginx's. */
const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\$\{(\w+)\}/g, (found, name: string) => values[name] ?? found);

async function writeSettings(dir: string, site: string): Promise<string> {
  const included = join(dir, 'site.conf');
  await writeFile(included, site);
  const path = join(dir, 'nginx.conf');
  await writeFile(path, mainConfiguration(dir, included));
  return path;
}
