import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { DEFAULT_CHOICES, EMPTY_DRAFT, type GenerateSettings } from '../src/features/generate/settings/settings';
import { useSubmit, type SubmitEvents, type SubmitHandle } from '../src/features/generate/submit/use-submit';
import { renderPart } from './render-part';
import { USER } from './server';

export const FOX: GenerateSettings = {
  ...EMPTY_DRAFT,
  ...DEFAULT_CHOICES,
  model: 'sd3.5-medium',
  style: 'enhance',
  size: '1:1',
  prompt: 'A fox',
};
export const CROW: GenerateSettings = { ...FOX, prompt: 'A crow' };

interface Shown {
  settings?: GenerateSettings;
  user?: typeof USER | null;
  events: SubmitEvents;
}

function Form({ settings: first, events }: Required<Pick<Shown, 'settings' | 'events'>>) {
  const [settings, setSettings] = useState(first);
  const { submit, ...shown } = useSubmit(settings, events);
  return (
    <>
      <button type="button" onClick={() => void submit()}>
        Ask
      </button>
      <button type="button" onClick={() => setSettings(CROW)}>
        Crow
      </button>
      <button type="button" onClick={() => setSettings(first)}>
        Back
      </button>
      <output>{JSON.stringify(shown)}</output>
    </>
  );
}

/** A form that can be sent with `Ask`, once the account is known; `settled` waits until no call is under way. */
export async function showSubmitForm({ settings = FOX, user = USER, events }: Shown) {
  const part = await renderPart(<Form settings={settings} events={events} />, { user, namespaces: ['generate'] });
  const isLoading = () =>
    Object.values(part.store.getState().api.queries).some((query) => query?.status === QueryStatus.pending);
  const settled = () => waitFor(() => expect(isLoading()).toBe(false));
  await settled();
  return { ...part, settled };
}

export const press = (name: 'Ask' | 'Crow' | 'Back') => userEvent.click(screen.getByRole('button', { name }));
export const submitState = () =>
  JSON.parse(screen.getByRole('status').textContent ?? '') as Omit<SubmitHandle, 'submit'>;
/** What is told above the button. */
export const toldCode = (): string | null => {
  const { message } = submitState();
  if (message?.kind === 'refusal') return message.code;
  return message?.kind === 'failure' ? message.failure.error.code : (message?.kind ?? null);
};
