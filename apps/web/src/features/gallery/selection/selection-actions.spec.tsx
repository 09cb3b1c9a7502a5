import { expect, it } from '@jest/globals';
import { EXPORTED_AT_ONCE } from '@app/contracts';
import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { Provider } from 'react-redux';
import { galleryItems } from '../../../../test/gallery';
import { renderKit } from '../../../../test/render-kit';
import { selectionOf } from '../../../../test/selection';
import { USER } from '../../../../test/server';
import { sessionOpened } from '../../../api/auth/session-slice';
import { makeStore } from '../../../app/store';
import { loadNamespaces } from '../../../shared/i18n/i18n';
import { SelectionActions } from './selection-actions';

const nothing = () => undefined;

async function show(count: number) {
  const store = makeStore();
  store.dispatch(sessionOpened(USER));
  await loadNamespaces('en', ['gallery']);
  return renderKit(
    <Provider store={store}>
      <SelectionActions selection={selectionOf(galleryItems(count))} removeButton={createRef()} onRemove={nothing} />
    </Provider>,
  );
}

it('packs as many images as an archive holds, and says so before the press when it is one more', async () => {
  const { unmount } = await show(EXPORTED_AT_ONCE);
  expect(screen.getByRole('button', { name: 'Download ZIP' })).toBeEnabled();
  unmount();
  await show(EXPORTED_AT_ONCE + 1);
  const zip = screen.getByRole('button', { name: 'Download ZIP' });
  expect(zip).toBeDisabled();
  expect(zip).toHaveAccessibleDescription(`One ZIP holds up to ${EXPORTED_AT_ONCE} images.`);
});
