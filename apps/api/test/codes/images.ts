import type { Answer } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import type { SignedIn } from '../support/app.js';
import { storageOf } from '../support/images/work.js';
import type { Stage } from './stage.js';
import type { Asked, GroupProbes } from './table.js';

type ImageProbes = Omit<GroupProbes<'images'>, keyof typeof import('./generations.js').generationProbes>;

type OfImage = Asked & { by: SignedIn; params: { id: string } };
type ByToken = Asked & { params: { token: string } };
type ByTicket = Asked & { params: { ticket: string } };

/** More than any file has. */
const BEYOND = { range: 'bytes=999999999-' };
const somebody = async ({ person }: Stage): Promise<Asked> => ({ by: await person() });

async function delivered({ person, ...stage }: Stage): Promise<OfImage & { key: string }> {
  const by = await person();
  const { id, key } = await stage.delivered(by);
  return { by, params: { id }, key };
}
const own = async (stage: Stage): Promise<OfImage> => {
  const { by, params } = await delivered(stage);
  return { by, params };
};
const foreign = async (stage: Stage): Promise<OfImage> => ({ ...(await own(stage)), by: await stage.person() });
async function waiting({ person, generated }: Stage): Promise<OfImage> {
  const by = await person();
  return { by, params: { id: (await generated(by)).id } };
}

/** The address is told before the file is lost, and the loss is noticed before the probe asks. */
async function lose(stage: Stage, { by, params, key }: OfImage & { key: string }): Promise<void> {
  await storageOf(stage.api).remove(key);
  await stage.api.get(`/images/${params.id}/download`, { token: by.token });
}

async function shared(stage: Stage): Promise<{ asked: ByToken; image: OfImage & { key: string } }> {
  const image = await delivered(stage);
  const { token } = image.by;
  const link = await stage.api.post<Answer<'images.share'>>(`/images/${image.params.id}/share`, { token });
  return { asked: { params: { token: link.body.data.token } }, image };
}
const byLink = async (stage: Stage): Promise<ByToken> => (await shared(stage)).asked;
const SHARED_REFUSALS = {
  NOT_FOUND: () => ({ params: { token: 'unknown' } }),
  SHARE_EXPIRED: async (stage: Stage): Promise<Asked> => {
    const { asked, image } = await shared(stage);
    await stage.sql(`update shares set expires_at = now() where image_id = $1`, [image.params.id]);
    return asked;
  },
  FILE_LOST: async (stage: Stage): Promise<Asked> => {
    const { asked, image } = await shared(stage);
    await lose(stage, image);
    return asked;
  },
};

async function ticketed({ api, person }: Stage): Promise<{ asked: ByTicket; by: SignedIn; path: string }> {
  const by = await person();
  const made = await api.post<Answer<'images.createExport'>>('/images/exports', { token: by.token, body: {} });
  const path = made.body.data.url.replace('/api', '');
  return { asked: { params: { ticket: path.split('/').at(-1) ?? '' } }, by, path };
}

export const imageProbes: ImageProbes = {
  exportGenerations: {
    success: async (stage) => ({ by: (await own(stage)).by, query: { format: 'zip' } }),
    refusals: {
      EXPORT_RUNNING: async (stage) => {
        const by = await stage.person();
        await stage.exporting(by);
        return { by };
      },
    },
  },
  createExport: {
    success: async (stage) => {
      const { by, params } = await own(stage);
      return { by, body: { format: 'csv', image_ids: [params.id] } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { by, params } = await foreign(stage);
        return { by, body: { image_ids: [params.id] } };
      },
    },
  },
  openExport: {
    success: async (stage) => (await ticketed(stage)).asked,
    refusals: {
      NOT_FOUND: () => ({ params: { ticket: 'unknown' } }),
      TICKET_USED: async (stage) => {
        const { asked, path } = await ticketed(stage);
        await stage.api.get(path);
        return asked;
      },
      EXPORT_RUNNING: async (stage) => {
        const { asked, by } = await ticketed(stage);
        await stage.exporting(by);
        return asked;
      },
    },
  },
  list: { success: async (stage) => ({ by: (await own(stage)).by, query: { q: 'fox', favorite: 'false' } }) },
  styles: { success: () => ({}) },
  sizes: { success: () => ({}) },
  models: { success: () => ({}) },
  stats: { success: somebody },
  favorites: {
    success: async (stage) => {
      const { by, params } = await own(stage);
      await stage.api.post(`/images/${params.id}/favorite`, { token: by.token });
      return { by };
    },
  },
  setFavorites: {
    success: async (stage) => {
      const { by, params } = await own(stage);
      return { by, body: { image_ids: [params.id], is_favorited: true } };
    },
    refusals: {
      // All or nothing: one's own is not marked either.
      NOT_FOUND: async (stage) => {
        const { by, params } = await own(stage);
        return { by, body: { image_ids: [params.id, randomUUID()], is_favorited: true } };
      },
      IMAGE_NOT_READY: async (stage) => {
        const { by, params } = await waiting(stage);
        return { by, body: { image_ids: [params.id], is_favorited: true } };
      },
    },
  },
  events: { success: somebody },
  shared: { success: byLink, refusals: SHARED_REFUSALS },
  downloadShared: {
    success: byLink,
    refusals: {
      ...SHARED_REFUSALS,
      RANGE_NOT_SATISFIABLE: async (stage) => ({ ...(await byLink(stage)), headers: BEYOND }),
    },
  },
  sharedTags: { success: byLink, refusals: SHARED_REFUSALS },
  show: { success: own, refusals: { NOT_FOUND: foreign } },
  lineage: { success: own, refusals: { NOT_FOUND: foreign } },
  delete: { success: own, refusals: { NOT_FOUND: foreign } },
  download: {
    success: async (stage) => ({ ...(await own(stage)), query: { format: 'webp' } }),
    refusals: {
      NOT_FOUND: foreign,
      IMAGE_NOT_READY: waiting,
      FILE_LOST: async (stage) => {
        const { key, ...asked } = await delivered(stage);
        await lose(stage, { ...asked, key });
        return asked;
      },
      RANGE_NOT_SATISFIABLE: async (stage) => ({ ...(await own(stage)), headers: BEYOND }),
    },
  },
  favorite: { success: own, refusals: { NOT_FOUND: foreign, IMAGE_NOT_READY: waiting } },
  unfavorite: { success: own, refusals: { NOT_FOUND: foreign } },
  toggleFavorite: { success: own, refusals: { NOT_FOUND: foreign, IMAGE_NOT_READY: waiting } },
  share: { success: own, refusals: { NOT_FOUND: foreign, IMAGE_NOT_READY: waiting } },
  unshare: { success: own, refusals: { NOT_FOUND: foreign } },
};

/** The signed address of an image, taken apart. */
async function signed(stage: Stage): Promise<{ asked: Asked; image: OfImage & { key: string } }> {
  const image = await delivered(stage);
  const shown = await stage.api.get<Answer<'images.show'>>(`/images/${image.params.id}`, { token: image.by.token });
  const { pathname, searchParams } = new URL(shown.body.data.url ?? '', stage.api.url);
  const query = Object.fromEntries(searchParams);
  return { asked: { params: { '*': pathname.replace('/api/files/', '') }, query }, image };
}

type ServiceFiles = Pick<GroupProbes<'service'>, 'health' | 'live' | 'ready' | 'file'>;
export const serviceProbes: ServiceFiles = {
  health: { success: () => ({}) },
  live: { success: () => ({}) },
  ready: { success: () => ({}) },
  file: {
    success: async (stage) => (await signed(stage)).asked,
    refusals: {
      NOT_FOUND: async (stage) => ({ ...(await signed(stage)).asked, query: { e: '9999999999', s: 'forged' } }),
      FILE_LOST: async (stage) => {
        const { asked, image } = await signed(stage);
        await lose(stage, image);
        return asked;
      },
      RANGE_NOT_SATISFIABLE: async (stage) => ({ ...(await signed(stage)).asked, headers: BEYOND }),
    },
  },
};
