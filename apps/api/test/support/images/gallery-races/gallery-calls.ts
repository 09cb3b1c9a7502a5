import type { SignedIn, TestApp } from '../../app.js';
import type { Call } from './gallery-model.js';
import { conversion, type Scene, type Scenes } from './gallery-scene.js';

interface Round {
  app: TestApp;
  person: SignedIn;
  scenes: Scenes;
  scene: Scene;
  /** Lets what is due be purged. */
  purge: () => Promise<void>;
}

interface Told {
  deleted?: string[];
  restored?: string[];
  is_favorited?: boolean;
  token?: string;
}

/** What an answer says about the scene, in the words of the model. */
function inWords({ ids, token }: Scene, data: Told | null): string {
  const moved = data?.deleted ?? data?.restored;
  if (moved) return ` ${moved.map((id) => ids.indexOf(id)).join()}`;
  if (data?.is_favorited !== undefined) return ` ${data.is_favorited}`;
  return data?.token === undefined ? '' : ` ${data.token === token ? 'first' : 'later'}`;
}

async function ask({ app, person, scene }: Round, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${app.url}/api/images${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data?: Told | null };
  return `${response.status}${response.ok && method !== 'GET' ? inWords(scene, answer.data ?? null) : ''}`;
}

/** `cut` for an answer that broke off. */
async function load({ app, person }: Round, path: string, expected: Buffer): Promise<string> {
  const response = await fetch(`${app.url}/api/images${path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const body = await response.arrayBuffer().then(
    (bytes) => Buffer.from(bytes),
    () => null,
  );
  if (body === null) return 'cut';
  return response.ok && !body.equals(expected) ? `${response.status} with other bytes` : String(response.status);
}

/** Each call as people make it; answers in the words of the model. */
export const MAKE: Record<Call, (round: Round) => Promise<string>> = {
  download: (round) => load(round, `/${round.scene.ids[0]}/download`, round.scene.stored),
  downloadAsJpeg: (round) =>
    conversion.runExclusive(() => load(round, `/${round.scene.ids[0]}/download?format=jpeg`, round.scene.jpeg)),
  readLink: (round) => ask(round, 'GET', `/shared/${round.scene.token}`),
  downloadByLink: (round) => load(round, `/shared/${round.scene.token}/download`, round.scene.stored),
  favorite: (round) => ask(round, 'POST', `/${round.scene.ids[0]}/favorite`),
  unfavorite: (round) => ask(round, 'DELETE', `/${round.scene.ids[0]}/favorite`),
  toggleFavorite: (round) => ask(round, 'PATCH', `/${round.scene.ids[0]}/favorite`),
  remove: (round) => ask(round, 'DELETE', `/${round.scene.ids[0]}`),
  removeGeneration: (round) => ask(round, 'DELETE', `/generations/${round.scene.ids[0]}`),
  removeSelected: (round) => ask(round, 'POST', '/generations/batch-delete', { image_ids: [round.scene.ids[0]] }),
  removeSelectedGeneration: (round) =>
    ask(round, 'POST', '/generations/batch-delete', { generation_ids: [round.scene.ids[0]] }),
  restore: (round) => ask(round, 'POST', '/restore', { image_ids: [round.scene.ids[0]] }),
  restoreGeneration: (round) => ask(round, 'POST', '/restore', { generation_ids: [round.scene.ids[0]] }),
  share: (round) => ask(round, 'POST', `/${round.scene.ids[0]}/share`),
  unshare: (round) => ask(round, 'DELETE', `/${round.scene.ids[0]}/share`),
  purge: async ({ scenes, scene, purge }) => {
    await scenes.endUndo(scene);
    await purge();
    return 'done';
  },
};
