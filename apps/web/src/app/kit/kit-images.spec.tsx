import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderKit } from '../../../test/render-kit';
import { KitImages } from './kit-images';

it('frames the second image of the sheet while it is marked', async () => {
  await renderKit(<KitImages />);
  const framed = () => screen.getAllByRole('listitem').map((item) => item.hasAttribute('data-selected'));
  const before = framed();
  const [favorite] = screen.getAllByRole('button', { name: 'Favorite' });
  if (!favorite) throw new Error('Nothing can be marked');
  await userEvent.click(favorite);
  const changed = framed().flatMap((isFramed, index) => (isFramed === before[index] ? [] : [index]));
  expect(changed).toEqual([1]);
});
