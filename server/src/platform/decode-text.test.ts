import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const latin = Buffer.from([0x4d, 0xfc, 0xa0, 0x80]);
const page = (meta: string, padding = 0) =>
  Buffer.concat([Buffer.from(`<!doctype html>${' '.repeat(padding)}${meta}`), latin]);

it('uses the charset of the header first', () => {
  expect(decodeText(latin, 'text/html; charset=ISO-8859-1')).toBe('Mü\u00a0€');
  expect(decodeText(latin, 'text/html;Charset="windows-1252"')).toBe('Mü\u00a0€');
  expect(decodeText(page('<meta charset="utf-8">'), 'text/html; charset=latin1')).toContain('Mü');
  expect(decodeText(Buffer.from('grün'), 'text/html; charset=UTF-8')).toBe('grün');
});

it.each([
  '<meta charset="iso-8859-1">',
  "<META CHARSET='ISO-8859-1'>",
  '<meta charset=latin1>',
  '<meta content="text/html;charset=ISO-8859-1" http-equiv="Content-Type">',
  '<!-- <meta charset="utf-8"> --><meta name="x"><meta charset="iso-8859-1">',
])('uses the charset of %s if the header has none', (meta) => {
  expect(decodeText(page(meta), 'text/html')).toContain('Mü\u00a0€');
});

it('uses UTF-8 without a tag, with a tag too far down, and with an unknown charset', () => {
  expect(decodeText(Buffer.from('grün'), undefined)).toBe('grün');
  expect(decodeText(page('<meta charset="iso-8859-1">', 2048), undefined)).toContain('\ufffd');
  expect(decodeText(Buffer.from('grün'), 'text/html; charset=klingon')).toBe('grün');
  expect(decodeText(Buffer.from('<meta charset="utf-16">grün'), undefined)).toContain('grün');
});

it('uses a byte order mark and removes it', () => {
  expect(decodeText(Buffer.from('\ufeffgrün'), 'text/html; charset=ISO-8859-1')).toBe('grün');
  expect(decodeText(Buffer.from('\ufeffgrün', 'utf16le'), undefined)).toBe('grün');
});

it('decodes any bytes with any charset without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.option(fc.string(), { nil: undefined }), (bytes, charset) => {
      const text = decodeText(Buffer.from(bytes), charset === undefined ? undefined : `text/html; charset=${charset}`);
      return typeof text === 'string';
    }),
  );
});
