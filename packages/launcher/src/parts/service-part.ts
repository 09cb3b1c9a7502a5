import { startPostgres, type PostgresServer } from '@app/sandbox/postgres';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { LogFile } from '../processes/log-file.js';
import { PartError, type Part, type PartName } from './part.js';

interface Server {
  pid: number;
  port: number;
  url: string;
  exited: Promise<void>;
  stop(): Promise<void>;
}

interface ServiceOptions<S extends Server> {
  name: PartName;
  logFile: string;
  remedy: string;
  /** `port`: the previous one, so that the address survives a restart. */
  open: (port: number | undefined, onLog: (line: string) => void) => Promise<S>;
  kill: (server: S) => Promise<void>;
}

class ServicePart<S extends Server> implements Part {
  onCrash: (reason: string) => void = () => undefined;
  readonly name: PartName;
  readonly #log: LogFile;
  #server: S | undefined;
  #port: number | undefined;
  #url: string | undefined;

  constructor(private readonly options: ServiceOptions<S>) {
    this.name = options.name;
    this.#log = new LogFile(options.logFile);
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  get url(): string {
    if (this.#url === undefined) throw new Error(`${this.name} has not been started.`);
    return this.#url;
  }

  async start(): Promise<void> {
    this.#log.rotate();
    const server = await this.#open();
    this.#server = server;
    this.#port = server.port;
    this.#url = server.url;
    void server.exited.then(() => {
      if (this.#server !== server) return;
      this.#server = undefined;
      this.onCrash('ended');
    });
  }

  async stop(): Promise<void> {
    await this.#detachServer()?.stop();
  }

  async kill(): Promise<void> {
    const server = this.#detachServer();
    if (server) await this.options.kill(server);
  }

  async #open(): Promise<S> {
    try {
      return await this.options.open(this.#port, (line) => this.#log.append(line));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new PartError(this.name, `did not start: ${reason}`, this.#log.tail(), this.options.remedy, {
        cause: error,
      });
    }
  }

  #detachServer(): S | undefined {
    const server = this.#server;
    this.#server = undefined;
    return server;
  }
}

export type DatabasePart = Part & { readonly url: string };

interface ServiceLocation {
  dir: string;
  logFile: string;
  /** false: faster, but a power failure may destroy the data. */
  durable: boolean;
  onProgress: (message: string) => void;
}

export const postgresPart = ({ dir, logFile, durable }: ServiceLocation): DatabasePart =>
  new ServicePart<PostgresServer>({
    name: 'postgres',
    logFile,
    remedy: 'Set DATABASE_URL to a Postgres of your own, or begin anew without the data: npm start -- --reset',
    open: (port, onLog) => startPostgres({ dir, durable, onLog, ...(port !== undefined && { port }) }),
    kill: (server) => server.crash(),
  });

export const redisPart = ({ dir, logFile, onProgress }: ServiceLocation): DatabasePart =>
  new ServicePart<RedisServer>({
    name: 'redis',
    logFile,
    remedy: 'Install Redis, or set REDIS_URL to a running one.',
    open: (port, onLog) =>
      startRedis({ dir, persistent: true, onLog, onProgress, ...(port !== undefined && { port }) }),
    kill: (server) => server.kill(),
  });
