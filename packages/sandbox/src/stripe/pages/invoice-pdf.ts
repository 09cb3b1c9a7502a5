import { dayOf, money } from '../billing/lines.js';
import type { Stored } from '../store/wire.js';

/** The invoice as a PDF of one page, in a font that every reader has; other scripts show as question marks. */
export function invoicePdf(invoice: Stored<'invoice'>): Buffer {
  const { currency } = invoice;
  const lines = [
    `Invoice ${invoice.number}`,
    'Sandbox: no real money',
    '',
    `Date: ${dayOf(invoice.created)}`,
    `Bill to: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => `Tax id: ${value}`),
    '',
    ...invoice.lines.data.flatMap(({ description, amount, period }) => [
      `${description}   ${money(amount, currency)}`,
      `    ${dayOf(period.start)} - ${dayOf(period.end)}`,
    ]),
    '',
    `Total: ${money(invoice.total, currency)}`,
    `Amount due: ${money(invoice.amount_due, currency)}`,
    `Amount paid: ${money(invoice.amount_paid, currency)}`,
  ];
  return pdfOf(lines);
}

function pdfOf(lines: string[]): Buffer {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${shown}\nET`;
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
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const escaped = (text: string): string =>
  text.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, (character) => `\\${character}`);
