import { createHash } from 'node:crypto';

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);

export function drawAvatar(id: string, name: string): string {
  const hue = createHash('sha256').update(id).digest().readUInt16BE(0) % 360;
  const [initial = '?'] = [...name.trim()];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="hsl(${hue} 45% 38%)"/>`,
    '<text x="48" y="50" text-anchor="middle" dominant-baseline="central" font-family="system-ui, sans-serif"',
    ` font-size="44" fill="#fff">${escapeXml(initial.toUpperCase())}</text>`,
    '</svg>',
  ].join('');
}
