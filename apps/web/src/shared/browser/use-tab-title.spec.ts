import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useTabTitle } from './use-tab-title';

test('the tab says what goes on before its own title, and has that back afterwards', () => {
  document.title = 'Generate';
  const { rerender, unmount } = renderHook(({ text }: { text: string | null }) => useTabTitle(text), {
    initialProps: { text: null as string | null },
  });
  expect(document.title).toBe('Generate');
  rerender({ text: '40 %' });
  expect(document.title).toBe('40 % - Generate');
  rerender({ text: '60 %' });
  expect(document.title).toBe('60 % - Generate');
  rerender({ text: null });
  expect(document.title).toBe('Generate');
  rerender({ text: '80 %' });
  unmount();
  expect(document.title).toBe('Generate');
});
