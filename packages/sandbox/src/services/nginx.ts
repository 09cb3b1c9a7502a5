import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNginx, type NginxProgram } from './nginx-program.js';
import { startOnPort, startService, type ServiceProcess } from './service-process.js';

export { findNginx, NginxNotFoundError } from './nginx-program.js';

const TEMPLATE = fileURLToPath(new URL('../../../../docker/nginx/api.conf.template', import.meta.url));

export interface NginxOptions {
  dir: string;
  apiAddress: string;
  storageDir: string;
  /** The API's `X_ACCEL_LOCATION`. */
  accelLocation: string;
  onLog?: (line: string) => void;
}

export interface NginxServer {
  origin: string;
  /** The master process. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Runs nginx with the shipped configuration; it ends with this process. @throws NginxNotFoundError, ServiceStartError
 */
export async function startNginx(options: NginxOptions): Promise<NginxServer> {
  const program = await findNginx(options.onLog);
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true });
  const { server, port } = await startOnPort(undefined, (at) => start(program, { ...options, dir }, at));
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: server.pid,
    stop: () => server.end(['SIGTERM', 'SIGKILL']),
  };
}

async function start(program: NginxProgram, options: NginxOptions, port: number): Promise<ServiceProcess> {
  return startService({
    name: 'nginx',
    command: program.command,
    args: ['-e', 'stderr', '-p', options.dir, '-c', await writeSettings(options, port)],
    env: program.env,
    ready: /start worker process \d+/,
    readyTimeoutMs: 60_000,
    orphanSignal: 'SIGTERM',
    ...(options.onLog && { onLog: options.onLog }),
  });
}

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

async function writeSettings(options: NginxOptions, port: number): Promise<string> {
  const { dir } = options;
  const values: Record<string, string> = {
    LISTEN: `127.0.0.1:${port}`,
    API_ADDRESS: options.apiAddress,
    STORAGE_DIR: options.storageDir,
    X_ACCEL_LOCATION: options.accelLocation,
  };
  const template = await readFile(TEMPLATE, 'utf8');
  const site = join(dir, 'site.conf');
  // Replaces listed names only, like envsubst; other variables are nginx's.
  await writeFile(
    site,
    template.replace(/\$\{(\w+)\}/g, (found, name: string) => values[name] ?? found),
  );
  const path = join(dir, 'nginx.conf');
  await writeFile(path, mainConfiguration(dir, site));
  return path;
}
