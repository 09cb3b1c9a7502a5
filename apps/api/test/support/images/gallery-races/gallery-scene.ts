import type { Answer } from '@app/contracts';
import { Mutex } from 'async-mutex';
import { DeleteImages } from '../../../../src/modules/images/gallery/deletion/delete-images.js';
import { MarkFavorite } from '../../../../src/modules/images/gallery/favorites/mark-favorite.js';
import { RestoreImages } from '../../../../src/modules/images/gallery/deletion/restore-images.js';
import { ShareImage } from '../../../../src/modules/images/sharing/share-image.js';
import { secretHash } from '../../../../src/platform/secret-hash.js';
import { row, rows } from '../../../../src/platform/database/rows.js';
import { AppError } from '../../../../src/platform/errors/app-error.js';
import type { SignedIn, TestApp } from '../../app.js';
import { deliverImage } from '../work.js';
import type { Gallery } from './gallery-model.js';

/** Rounds that are played side by side share a user, and only one conversion of a user may wait. */
export const conversion = new Mutex();

/** A generation of two delivered images, on which rounds are played. */
export interface Scene {
  ids: [string, string];
  /** Of the link that a round begins with; nobody has it when the image is not shared then. */
  token: string;
  /** What is stored of the first image, and what a download as JPEG gives. */
  stored: Buffer;
  jpeg: Buffer;
}

/** The states in which rounds begin: which images are removed, whether the first is a favourite, whether it is shared. */
export const STARTS: Gallery[] = (
  [
    ['shown', 'shown'],
    ['removed', 'shown'],
    ['shown', 'removed'],
    ['withAll', 'withAll'],
  ] as const
).flatMap(([first, second]) =>
  [true, false].flatMap((isFavorite) =>
    (['first', 'none'] as const).map((link): Gallery => ({
      places: [first, second],
      gone: [false, false],
      isFavorite,
      link,
    })),
  ),
);

interface Found {
  places: Gallery['places'];
  gone: Gallery['gone'];
  isFavorite: boolean;
  tokenHash: Buffer | null;
}

const PLACE = `case when i.deleted_at is null then 'shown' when i.deleted_at = g.deleted_at then 'withAll' else 'removed' end`;
const LOOK = `
  select array_agg(${PLACE} order by i.idx) as places,
         array_agg(i.purged_at is not null order by i.idx) as gone,
         exists (select 1 from favorites where image_id = $1::uuid) as "isFavorite",
         (select token_hash from shares where image_id = $1::uuid and revoked_at is null) as "tokenHash"
    from images i join generations g on g.id = i.generation_id where g.id = $1::uuid`;

/** Sets scenes for one person and tells what has become of them. */
export class Scenes {
  private readonly deletion: DeleteImages;
  private readonly restoration: RestoreImages;
  private readonly marks: MarkFavorite;
  private readonly sharing: ShareImage;

  constructor(
    private readonly app: TestApp,
    private readonly person: SignedIn,
  ) {
    const get = app.app.get.bind(app.app);
    this.deletion = get(DeleteImages, { strict: false });
    this.restoration = get(RestoreImages, { strict: false });
    this.marks = get(MarkFavorite, { strict: false });
    this.sharing = get(ShareImage, { strict: false });
  }

  async make(): Promise<Scene> {
    const { token: access, userId } = this.person;
    const sent = { token: access, body: { prompt: 'a cat', count: 2 } };
    const { status, body } = await this.app.post<Answer<'images.generate'>>('/images/generate', sent);
    if (status === 503) throw new AppError('SERVICE_UNAVAILABLE');
    const [first = '', second = ''] = body.data.generated_images.map(({ id }) => id);
    const { bytes: stored } = await deliverImage(this.app, first);
    await deliverImage(this.app, second);
    const { token } = await this.sharing.share(userId, first);
    return { ids: [first, second], token, stored, jpeg: await this.jpegOf(first) };
  }

  private async jpegOf(id: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.person.token}` };
    const answer = await conversion.runExclusive(() =>
      fetch(`${this.app.url}/api/images/${id}/download?format=jpeg`, { headers }),
    );
    if (answer.status === 503) throw new AppError('SERVICE_UNAVAILABLE');
    if (!answer.ok) throw new Error(`the scene's image was not converted: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The scene brought to where a round begins; a new one where something of it is gone for good. */
  async set(scene: Scene, start: Gallery): Promise<Scene> {
    const { userId } = this.person;
    const [id] = scene.ids;
    await this.keepUndo(scene);
    const found = await this.look(scene);
    if (found.gone.some(Boolean)) return this.set(await this.make(), start);
    if (found.places.some((place) => place !== 'shown'))
      await this.restoration.restore(userId, { imageIds: scene.ids, generationIds: [] });
    if (found.isFavorite !== start.isFavorite) await this.marks.toggle(userId, id);
    const token = start.link === 'first' ? (await this.sharing.share(userId, id)).token : scene.token;
    if (start.link === 'none' && found.link !== 'none') await this.sharing.revoke(userId, id);
    const going = scene.ids.filter((_, index) => start.places[index] !== 'shown');
    if (going.length > 0) await this.deletion.selection(userId, { imageIds: going, generationIds: [] });
    await this.keepUndo(scene);
    return { ...scene, token };
  }

  async look({ ids: [id], token }: Scene): Promise<Gallery> {
    const found = await row<Found>(this.app.dataSource, LOOK, [id]);
    if (!found) throw new Error(`no image ${id}`);
    const { tokenHash, ...gallery } = found;
    return { ...gallery, link: tokenHash === null ? 'none' : tokenHash.equals(secretHash(token)) ? 'first' : 'later' };
  }

  /** Keys under which the first image and the second one are, or were, stored. */
  async keys({ ids: [id] }: Scene): Promise<string[]> {
    const found = await rows<{ key: string }>(
      this.app.dataSource,
      `select object_key as key from images where generation_id = $1 order by idx`,
      [id],
    );
    return found.map(({ key }) => key);
  }

  /** However slow the machine is, what a round begins with can be undone in it. */
  private keepUndo({ ids: [id] }: Scene): Promise<unknown> {
    return rows(
      this.app.dataSource,
      `update images set purge_at = now() + interval '1 hour'
        where generation_id = $1 and deleted_at is not null and purged_at is null`,
      [id],
    );
  }

  /** Lets the time for undoing be over for what is removed by now. */
  endUndo({ ids: [id] }: Scene): Promise<unknown> {
    return rows(
      this.app.dataSource,
      `update images set purge_at = clock_timestamp() where generation_id = $1 and deleted_at is not null
         and purged_at is null`,
      [id],
    );
  }
}
