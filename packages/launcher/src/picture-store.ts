import { z } from 'zod';
import type { Variables } from './config.js';

const Flag = z.stringbool().catch(true);

function storeOf(person: Variables): URL | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION = 'us-east-1' } = person;
  if (!S3_BUCKET) return undefined;
  const amazon = `https://s3.${S3_REGION}.amazonaws.com${S3_REGION.startsWith('cn-') ? '.cn' : ''}`;
  // The API reports an invalid address.
  return URL.canParse(S3_ENDPOINT ?? amazon) ? new URL(S3_ENDPOINT ?? amazon) : undefined;
}

/** The origin of the user's bucket, if browsers load images from it. */
export function pictureOrigin(person: Variables): string | undefined {
  const store = storeOf(person);
  if (!store || person['S3_DELIVERY'] === 'proxy') return undefined;
  const isInPath = Flag.parse(person['S3_FORCE_PATH_STYLE'] ?? 'true');
  return isInPath ? store.origin : `${store.protocol}//${person['S3_BUCKET']}.${store.host}`;
}

export function describePictures(person: Variables): string | undefined {
  const store = storeOf(person);
  return store && `in the bucket ${person['S3_BUCKET']} at ${store.host}`;
}
