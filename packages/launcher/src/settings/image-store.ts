import { z } from 'zod';
import type { Variables } from './config.js';

const Flag = z.stringbool().catch(true);

function readStoreUrl(userEnv: Variables): URL | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION = 'us-east-1' } = userEnv;
  if (!S3_BUCKET) return undefined;
  const amazon = `https://s3.${S3_REGION}.amazonaws.com${S3_REGION.startsWith('cn-') ? '.cn' : ''}`;
  // The API reports an invalid address.
  return URL.canParse(S3_ENDPOINT ?? amazon) ? new URL(S3_ENDPOINT ?? amazon) : undefined;
}

/** The origin of the user's bucket, if browsers load images from it. */
export function readImageOrigin(userEnv: Variables): string | undefined {
  const store = readStoreUrl(userEnv);
  if (!store || userEnv['S3_DELIVERY'] === 'proxy') return undefined;
  const isInPath = Flag.parse(userEnv['S3_FORCE_PATH_STYLE'] ?? 'true');
  return isInPath ? store.origin : `${store.protocol}//${userEnv['S3_BUCKET']}.${store.host}`;
}

export function describeImageStore(userEnv: Variables): string | undefined {
  const store = readStoreUrl(userEnv);
  return store && `in the bucket ${userEnv['S3_BUCKET']} at ${store.host}`;
}
