import { expect, test } from 'vitest';
import { judgePdfText } from './pdf-text.ts';

const judge = (text: string, href = '/x') => judgePdfText(text, href);

test.each(['PDF', 'Download PDF', 'Full text (PDF, 1.7 MB)', 'View Article (PDF)', 'as PDF'])(
  '%s names the PDF',
  (text) => expect(judge(text)).toBe('plain'),
);

test.each([
  'PDF (Deutsch)',
  'PDF (Español)',
  'Ver PDF',
  'Texto completo (PDF)',
  'Baixar PDF',
  'Télécharger le PDF',
  'Texte intégral (PDF, 2 Mo)',
  'PDF herunterladen',
  'Testo completo: PDF',
  'Полный текст (PDF)',
  'PDF下载',
  '下载全文(PDF)',
  'PDFをダウンロード',
  'PDF 다운로드',
  'تحميل PDF',
  'Pobierz PDF',
  "PDF'i indir",
  'Accepted manuscript (PDF)',
  'Publisher’s PDF',
  'Adobe PDF (340 kB)',
  'PDF Format',
  'dissertation_2019.pdf (3.4 MB)',
])('%s names it, too', (text) => expect(judge(text)).toBe('likely'));

test.each(['Download', 'Télécharger', 'Herunterladen', 'Descargar', '下载', 'Полный текст', 'Full-text'])(
  '%s names it if the address does',
  (text) => {
    expect(judge(text, '/files/1.pdf?download=1')).toBe('likely');
    expect(judge(text, '/article/pdf/1')).toBe('likely');
    expect(judge(text, '/files/1.zip')).toBeNull();
  },
);

test.each([
  '',
  'HTML',
  'pdfs',
  'ePDFx',
  'Supplementary PDF',
  'Supporting Information (PDF)',
  'supplement.pdf (2 MB)',
  'Appendix_A.pdf',
  'Anhang (PDF)',
  'Material suplementario (PDF)',
  'Purchase PDF',
  'Figures PDF',
  'About PDF readers',
  'Download Adobe Reader for PDF',
  'Author guidelines (PDF)',
  'Instructions for authors PDF',
  'Instrucciones (PDF)',
  'Citation (PDF)',
  'Export PDF',
  'Inhaltsverzeichnis (PDF)',
  'Índice PDF',
  'Содержание (PDF)',
  'Table of contents PDF',
  'Whole issue PDF',
  'Cover PDF',
  'license.pdf (1 kB)',
  'Peer review PDF',
  'Reporting summary PDF',
  'Abstract (PDF)',
  'Resumen (PDF)',
  '附件PDF',
  '目次PDF',
  '摘要PDF',
  'Slides PDF',
  'https://agency.example/report.pdf',
  'www.agency.example/report.pdf',
  'agency.example/report.pdf',
  'A sentence that mentions a PDF somewhere in it',
])('%s is another thing', (text) => expect(judge(text, '/x.pdf')).toBeNull());
