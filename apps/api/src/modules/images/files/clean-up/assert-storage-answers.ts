import type { Storage } from '../../../../platform/storage/storage.port.js';

const KEY_OF_NOTHING = 'pictures/none';

/** Tells one refused object from an outage, for which it throws `StorageError`. */
export async function assertStorageAnswers(storage: Storage): Promise<void> {
  await storage.size(KEY_OF_NOTHING);
}
