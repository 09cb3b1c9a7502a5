import { afterEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderKit } from '../../../../test/render-kit';
import { ResponsiveImage } from './responsive-image';

afterEach(() => {
  jest.restoreAllMocks();
});

const SOURCE = { url: '/full.png', thumbnails: [], thumbhash: null, width: 1000, height: 500 };
const image = () => screen.getByRole('img', { name: 'A fox' });
const fail = () => fireEvent.error(image());
const broken = () => screen.queryByText('The image could not be loaded.');

it('an image that failed is tried again when the network is back', async () => {
  const onFail = jest.fn();
  await renderKit(<ResponsiveImage source={SOURCE} alt="A fox" sizes="50vw" onFail={onFail} />);
  fail();
  expect(broken()).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(broken()).toBeNull();
  expect(image()).toHaveAttribute('src', '/full.png');
  fail();
  expect(broken()).toBeVisible();
  expect(onFail).toHaveBeenCalledTimes(2);
});

it('an image that is there takes no notice of the network', async () => {
  const listen = jest.spyOn(window, 'addEventListener');
  await renderKit(<ResponsiveImage source={SOURCE} alt="A fox" sizes="50vw" />);
  fireEvent.load(image());
  expect(listen.mock.calls.filter(([name]) => name === 'online')).toEqual([]);
});
