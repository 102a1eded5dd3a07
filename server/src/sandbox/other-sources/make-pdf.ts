import { type Answer, textAnswer } from '../answer.ts';

/** One page with the title on it; `prelude` comes before it, as some servers send blank lines first. */
export function makePdf(title: string, prelude = ''): Answer {
  const shown = title
    .replaceAll(/[^\u0020-\u007e]/g, '?')
    .replaceAll(/[()\\]/g, ' ')
    .slice(0, 80);
  const text = `BT /F1 14 Tf 60 760 Td (${shown}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return textAnswer(200, Buffer.from(prelude + body + table + trailer, 'latin1'), 'application/pdf');
}
