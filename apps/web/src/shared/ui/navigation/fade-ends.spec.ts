import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { FADE_PX, fadeEnds } from './fade-ends';

it('a row fades once what was added to it goes on beyond its edge, and no longer after it is taken down', async () => {
  const row = document.createElement('div');
  let width = 100;
  Object.defineProperties(row, { scrollWidth: { get: () => width }, clientWidth: { value: 100 } });
  const stop = fadeEnds(row);
  expect(row.style.maskImage).toBe('');
  width = 200;
  row.append(document.createElement('span'));
  await waitFor(() => expect(row.style.maskImage).toContain(`black 0px, black calc(100% - ${FADE_PX}px)`));
  row.scrollLeft = 100;
  row.dispatchEvent(new Event('scroll'));
  expect(row.style.maskImage).toContain(`black ${FADE_PX}px, black calc(100% - 0px)`);
  stop?.();
  row.scrollLeft = 0;
  row.dispatchEvent(new Event('scroll'));
  expect(row.style.maskImage).toContain(`black ${FADE_PX}px`);
});
