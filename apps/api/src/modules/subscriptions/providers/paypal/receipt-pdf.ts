const LEFT = 56;
const TOP = 780;
const LINE = 16;

/** A PDF of one page in a font that every reader has; other scripts show as question marks. */
export function receiptPdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf ${LINE} TL ${LEFT} ${TOP} Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
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

const escaped = (text: string): string =>
  text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').replaceAll(/[\\()]/g, (character) => `\\${character}`);
