import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { UnderstoodPrompt } from './understood-prompt';

const underlined = (prompt: string, ranges: { start: number; end: number }[]) => {
  const { container } = render(<UnderstoodPrompt prompt={prompt} ranges={ranges} />);
  return { text: container.textContent, marked: [...container.querySelectorAll('u')].map((u) => u.textContent) };
};

test('ranges count code points, so that an emoji or a rare character shifts nothing', () => {
  expect(
    underlined('🦊狐狸在𠮷祥湖边', [
      { start: 1, end: 3 },
      { start: 6, end: 7 },
    ]),
  ).toEqual({
    text: '🦊狐狸在𠮷祥湖边',
    marked: ['狐狸', '湖'],
  });
});

test('ranges that overlap or are empty neither repeat nor lose text', () => {
  expect(
    underlined('red fox', [
      { start: 0, end: 3 },
      { start: 2, end: 7 },
      { start: 4, end: 4 },
    ]),
  ).toEqual({
    text: 'red fox',
    marked: ['red'],
  });
});
