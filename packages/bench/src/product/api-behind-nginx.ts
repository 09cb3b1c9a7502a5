import { NginxNotFoundError, startNginx } from '@app/sandbox/nginx';
import { join } from 'node:path';
import { dataDir } from '../config.js';
import { startApi, type Api, type Services } from './services.js';

const LOCATION = '/_pictures/';

export interface ApiBehindNginx {
  /** Where nginx listens. */
  origin: string;
  nginxPid: number;
  api: Api;
  stop(): Promise<void>;
}

/** An api of its own that has its files sent by an nginx in front of it; null, with a reason, where there is no nginx. */
export async function startApiBehindNginx(
  services: Services,
  say: (text: string) => void,
): Promise<ApiBehindNginx | null> {
  const api = await startApi(services, { X_ACCEL_LOCATION: LOCATION });
  try {
    const nginx = await startNginx({
      dir: join(dataDir(), 'nginx'),
      apiAddress: new URL(api.origin).host,
      storageDir: services.env['STORAGE_DIR'] ?? '',
      accelLocation: LOCATION,
    });
    const stop = async (): Promise<void> => {
      await nginx.stop();
      await api.stop();
    };
    return { origin: nginx.origin, nginxPid: nginx.pid, api, stop };
  } catch (error) {
    await api.stop();
    if (!(error instanceof NginxNotFoundError)) throw error;
    say(`  Not measured: files by way of nginx. ${error.message}`);
    return null;
  }
}
