import { expect, it } from '@jest/globals';
import { http } from 'msw';
import { API, ok, refuse, startServer } from '../../../test/server';
import { makeStore, type AppStore } from '../../app/store';
import { readStored, writeStored } from '../../shared/storage';
import { storeTokens } from '../auth/tokens';
import { imageSharingApi } from '../endpoints/image-sharing';
import { imageChangesApi, imagesApi } from '../endpoints/images';

const server = startServer();
const { shareImage, stopSharing } = imageSharingApi.endpoints;
const { setFavorites, deleteImages, restoreImages } = imageChangesApi.endpoints;

type Call = (dispatch: AppStore['dispatch']) => PromiseLike<unknown>;

const isTold = async (call: Call) => {
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
  writeStored('pictures_changed', null);
  await call(makeStore().dispatch);
  return readStored('pictures_changed') !== null;
};

it.each<[string, Call]>([
  ['marked', (dispatch) => dispatch(setFavorites.initiate({ ids: ['a'], favorite: true }))],
  ['deleted', (dispatch) => dispatch(deleteImages.initiate(['a']))],
  ['restored', (dispatch) => dispatch(restoreImages.initiate(['a']))],
  ['shared', (dispatch) => dispatch(shareImage.initiate('a'))],
  ['no longer shared', (dispatch) => dispatch(stopSharing.initiate('a'))],
])('other tabs hear of an image that was %s', async (_, call) => {
  server.use(http.all(`${API}/images/*`, () => ok(null)));
  expect(await isTold(call)).toBe(true);
});

it('other tabs hear nothing of what was refused or only looked at', async () => {
  server.use(http.all(`${API}/images/*`, () => refuse('NOT_FOUND')));
  expect(await isTold((dispatch) => dispatch(shareImage.initiate('a')))).toBe(false);
  server.use(http.all(`${API}/images/*`, () => ok(null)));
  expect(await isTold((dispatch) => dispatch(imagesApi.endpoints.image.initiate('a')))).toBe(false);
});
