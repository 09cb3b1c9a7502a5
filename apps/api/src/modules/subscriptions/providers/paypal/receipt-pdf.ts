import { ReceiptFonts } from './receipt-fonts.js';

const LEFT = 56;
const TOP = 780;
const LINE = 16;
const SIZE = 11;
const TITLE_SIZE = 18;

/** One page of lines below a title; a blank line is a space between them. */
export function receiptPdf(title: string, lines: readonly string[]): Buffer {
  const fonts = new ReceiptFonts();
  const shown = lines.flatMap((line) => fonts.wrap(line)).map((line) => `${fonts.draw(line, SIZE)} T*`);
  const heading = `${fonts.draw(title, TITLE_SIZE)} T* T*`;
  const content = `BT ${LINE} TL ${LEFT} ${TOP} Td\n${[heading, ...shown].join('\n')}\nET`;
  const fontObjects = fonts.objects(5);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << ${fontObjects.names} >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ...fontObjects.objects,
  ];
  let file = '%PDF-1.5\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
