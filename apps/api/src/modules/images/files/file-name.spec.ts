import { expect, test } from '@jest/globals';
import { attachment, imageFileName } from './file-name.js';

test.each([
  ['A cat, on the roof!', 3, 'png', 'a-cat-on-the-roof-3.png'],
  ['  --  ', 1, 'jpeg', 'image-1.jpg'],
  ['🐈', 12, 'webp', 'image-12.webp'],
  ['一只猫，坐在屋顶上', 7, 'png', '一只猫-坐在屋顶上-7.png'],
  ['../../etc/passwd\r\nX: y', 1, 'png', 'etc-passwd-x-y-1.png'],
  ['"quoted"; name="x"', 1, 'png', 'quoted-name-x-1.png'],
] as const)('%j becomes %s', (prompt, frame, format, name) => {
  expect(imageFileName(prompt, frame, format)).toBe(name);
});

test('a name for others tells no number', () => {
  expect(imageFileName('A cat', null, 'png')).toBe('a-cat.png');
  expect(attachment('一只猫.png')).toContain('filename="image.png"');
  expect(attachment('夏-天.png')).toContain('filename="image.png"');
});

test('a long prompt is cut between words, one without words at sixty characters, and no character is halved', () => {
  expect(imageFileName('word '.repeat(40), 1, 'png')).toBe(`${'word-'.repeat(12).slice(0, -1)}-1.png`);
  expect(imageFileName(`${'x'.repeat(58)} beautiful`, 1, 'png')).toBe(`${'x'.repeat(58)}-1.png`);
  expect(imageFileName('𠮷'.repeat(100), 1, 'png')).toBe(`${'𠮷'.repeat(60)}-1.png`);
});

test('an ASCII name is sent as it is', () => {
  expect(attachment('a-cat-3.png')).toBe('attachment; filename="a-cat-3.png"');
});

test('another name is sent by RFC 5987, with an ASCII one for old clients', () => {
  const header = attachment("猫'(x)*-3.png");
  expect(header).toBe(`attachment; filename="image-3.png"; filename*=UTF-8''%E7%8C%AB%27%28x%29%2A-3.png`);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
});
