import { expect, it } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE } from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderPart } from '../../../../test/render-part';
import { USER, startServer } from '../../../../test/server';
import '../../../api/endpoints/generations';
import { PromptField } from './prompt-field';
import { EMPTY_DRAFT, type GenerateSettings } from './settings';

startServer();

/** A form that can be filled from elsewhere, as by "Use these settings". */
function Form() {
  const [settings, setSettings] = useState<GenerateSettings>({
    ...EMPTY_DRAFT,
    model: 'sd3.5-medium',
    style: DEFAULT_STYLE,
    size: DEFAULT_SIZE,
  });
  const change = (part: Partial<GenerateSettings>) => setSettings((before) => ({ ...before, ...part }));
  return (
    <>
      <PromptField settings={settings} change={change} />
      <button type="button" onClick={() => change({ negativePrompt: 'people' })}>
        Reuse
      </button>
    </>
  );
}
const field = () => screen.getByRole('textbox', { name: /leave out/ });

it('what is left out can be written anew after it was filled from elsewhere', async () => {
  await renderPart(<Form />, { user: USER, namespaces: ['generate', 'work'] });
  await userEvent.click(screen.getByRole('button', { name: 'Reuse' }));
  expect(field()).toHaveValue('people');
  await userEvent.clear(field());
  await userEvent.type(field(), 'fog');
  expect(field()).toHaveValue('fog');
});
