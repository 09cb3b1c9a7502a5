import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { deferredAnswer } from '../../../test/deferred-answer';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, startServer } from '../../../test/server';
import { connectToasts } from '../../shared/toasts';
import { NameForm } from './name-form';
import { PreferencesForm } from './preferences-form';

const server = startServer();
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  toasts = [];
  disconnect = connectToasts((toast) => toasts.push(toast.text));
});
afterEach(() => disconnect());

it('a name that is typed while another is saved is kept with the focus, and can be saved', async () => {
  const answer = deferredAnswer();
  server.use(http.patch(`${API}/users/profile`, async () => ok((await answer.given, { ...USER, name: 'Ada' }))));
  await renderPart(<NameForm user={USER} />, { user: USER, namespaces: ['profile'] });
  const field = screen.getByLabelText('Name');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: ' Ada ' } });
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: 'Ada L' } });
  answer.give();
  await waitFor(() => expect(toasts).toEqual(['Saved']));
  expect(field).toHaveValue('Ada L');
  expect(field).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Save name' })).toBeEnabled();
});

it('a switch that is pressed while others are saved stays as it is, and can be saved', async () => {
  const answer = deferredAnswer();
  let kept: object = { emailNotifications: true, marketingEmails: false, language: 'en', timezone: 'Asia/Shanghai' };
  const sent: unknown[] = [];
  server.use(
    http.get(`${API}/users/me/preferences`, () => ok(kept)),
    http.patch(`${API}/users/me/preferences`, async ({ request }) => {
      const changed = (await request.json()) as object;
      sent.push(changed);
      kept = { ...kept, ...changed };
      await answer.given;
      return ok(kept);
    }),
  );
  await renderPart(<PreferencesForm />, { user: USER, namespaces: ['profile'] });
  fireEvent.click(await screen.findByRole('switch', { name: 'Offers' }));
  const save = screen.getByRole('button', { name: 'Save' });
  fireEvent.click(save);
  await waitFor(() => expect(sent).toEqual([{ marketingEmails: true }]));
  fireEvent.click(screen.getByRole('switch', { name: 'Email notifications' }));
  answer.give();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(screen.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Offers' })).toBeChecked();
  await waitFor(() => expect(save).toBeEnabled());
  fireEvent.click(save);
  await waitFor(() => expect(sent.slice(1)).toEqual([{ emailNotifications: false }]));
});
