import { expect, it } from '@jest/globals';
import type { ApiKey } from '@app/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { API_KEY } from '../../../../test/api-keys';
import { deferredAnswer } from '../../../../test/deferred-answer';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { useApiKeysQuery } from '../../../api/endpoints/api-keys';
import { KeysPanel } from './keys-panel';

const server = startServer();

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const expectGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** The panel with the keys that the server has. */
async function showStored(keys: ApiKey[]) {
  let stored = keys;
  server.use(
    http.get(`${API}/api-keys`, () => ok(stored)),
    http.post(`${API}/api-keys`, () => {
      stored = [...stored, { ...API_KEY, id: 'key-9' }];
      return ok({ ...API_KEY, id: 'key-9', key: 'lum_live_9' });
    }),
    http.post(`${API}/api-keys/:id/rotate`, () => {
      stored = [...stored.map((key) => ({ ...key, replaced_by: 'key-9' })), { ...API_KEY, id: 'key-9', name: 'Next' }];
      return ok({ ...API_KEY, id: 'key-9', key: 'lum_live_9' });
    }),
    http.delete(`${API}/api-keys/:id`, ({ params }) => {
      stored = stored.filter(({ id }) => id !== params.id);
      return ok(null);
    }),
  );
  function Stored() {
    return <KeysPanel query={useApiKeysQuery()} />;
  }
  await renderPart(<Stored />, { user: USER, namespaces: ['developers'] });
  await screen.findAllByRole('listitem');
}
const expectHeading = () => waitFor(() => expect(screen.getByRole('heading', { name: 'API keys' })).toHaveFocus());
const confirm = async (name: string) => {
  await press(name);
  await userEvent.click((await dialog()).getByRole('button', { name }));
};
const storeSecret = async () => {
  await screen.findByText('lum_live_9');
  await waitFor(() => expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(2));
  await press('I have stored it');
  await expectGone();
};

it('the focus returns to "Create a key" once the new key is stored', async () => {
  await showStored([API_KEY]);
  await press('Create a key');
  await userEvent.type((await dialog()).getByLabelText('Name'), 'Site{enter}');
  await storeSecret();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create a key' })).toHaveFocus());
});

it('the focus goes to the heading of the list where the button that was pressed is gone', async () => {
  await showStored([API_KEY]);
  await confirm('Rotate');
  await storeSecret();
  await expectHeading();
});

it('the focus goes to the heading of the list when a key is revoked, the last one too', async () => {
  await showStored([API_KEY, { ...API_KEY, id: 'key-2', expires_at: '2020-01-02T08:00:00.000Z', name: 'Old' }]);
  for (const left of [1, 0]) {
    const [first] = screen.getAllByRole('button', { name: 'Revoke' });
    if (first) await userEvent.click(first);
    await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
    await expectGone();
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(left));
    await expectHeading();
  }
});

it('the focus goes to the heading of the list, too, when the list that is asked for again comes late', async () => {
  await showStored([API_KEY]);
  const answer = deferredAnswer();
  server.use(http.get(`${API}/api-keys`, async () => ok((await answer.given, []))));
  await confirm('Revoke');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke' })).toHaveFocus());
  answer.give();
  await expectHeading();
});
