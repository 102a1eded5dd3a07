import { describe, expect, it } from 'vitest';
import { hasRecorded, readRecorded } from '../../test/fixtures/read-fixture.ts';
import { decodeText } from '../platform/decode-text.ts';
import { isChallenge } from '../platform/recognize-challenge.ts';
import { parseLandingPage } from './parse-landing-page.ts';

const PAGE = 'https://journal.example/article/1?lang=en#top';
const parse = (html: string) => parseLandingPage(html, PAGE);
const meta = (link: string) => `<meta name="citation_pdf_url" content="${link}">`;

describe('finds the PDF of a page', () => {
  it.each([
    ['whole', meta('https://files.example/1.pdf'), 'https://files.example/1.pdf'],
    [
      'with the attributes in another order',
      '<meta content="https://f.example/1" name="citation_pdf_url"/>',
      'https://f.example/1',
    ],
    ['without quotes', '<meta content=https://f.example/1.pdf name=citation_pdf_url>', 'https://f.example/1.pdf'],
    [
      'in capitals and odd spaces',
      `<META\nNAME = ' Citation_PDF_URL '\nCONTENT='\n/1.pdf '>`,
      'https://journal.example/1.pdf',
    ],
    ['as a property', '<meta property=citation_pdf_url content=/1.pdf>', 'https://journal.example/1.pdf'],
    ['with entities', meta('/get?a=1&amp;b=2&#38;c'), 'https://journal.example/get?a=1&b=2&c'],
    ['relative to the page', meta('../2.pdf'), 'https://journal.example/2.pdf'],
    ['without a scheme', meta('//files.example/1.pdf'), 'https://files.example/1.pdf'],
    ['relative to the base', `${meta('1.pdf')}<base href="/files/">`, 'https://journal.example/files/1.pdf'],
    [
      'relative to the first base',
      `<base target=_top><base href=/a/><base href=/b/>${meta('1')}`,
      'https://journal.example/a/1',
    ],
    ['though the base is none', `<base href="javascript:1">${meta('1.pdf')}`, 'https://journal.example/article/1.pdf'],
    ['in the body', `<body><p>${meta('/1.pdf')}`, 'https://journal.example/1.pdf'],
    ['with a fragment', meta('/1.pdf#page=2'), 'https://journal.example/1.pdf'],
    [
      'on a page cut off',
      `${meta('/1.pdf')}<meta name="citation_pdf_url" content="/2`,
      'https://journal.example/1.pdf',
    ],
  ])('%s', (_, html, link) => {
    expect(parse(html)).toEqual([link]);
  });

  it('without duplicates, in order, at most five', () => {
    expect(parse(meta('/b') + meta('/a') + meta('/b'))).toEqual([
      'https://journal.example/b',
      'https://journal.example/a',
    ]);
    expect(parse(Array.from({ length: 50 }, (_, index) => meta(`/${index}`)).join(''))).toHaveLength(5);
  });
});

describe('finds no PDF', () => {
  it.each([
    ['by nothing', ''],
    ['by an empty meta', meta('') + meta(' ')],
    ['by other metas', '<meta name=citation_title content=/1.pdf><meta name=citation_pdf_url><meta content=/1.pdf>'],
    ['in a comment', `<!-- ${meta('/1.pdf')} -->`],
    ['in code', `<script>"${meta('/1.pdf').replaceAll('"', "'")}"</script><style>${meta('/1.pdf')}</style>`],
    ['in a title', `<title>${meta('/1.pdf')}</title><textarea>${meta('/1.pdf')}</textarea>`],
    ['with another scheme', meta('ftp://files.example/1.pdf') + meta('javascript:alert(1)') + meta('file:///1.pdf')],
    ['with a password', meta('https://user:pass@files.example/1.pdf')],
    ['with an invalid host', meta('http://') + meta('http://256.0.0.1/')],
    ['too long', meta(`/${'x'.repeat(2_000)}`)],
  ])('%s', (_, html) => {
    expect(parse(html)).toEqual([]);
  });
});

describe('a link with the text "PDF"', () => {
  it.each([
    ['PDF', ''],
    [' pdf ', ''],
    ['Download PDF', ''],
    ['Full-text PDF', ''],
    ['<span class="icon"></span>View <b>Article</b> (PDF, 1.7&nbsp;MB)', ''],
    ['[pdf]', '<a href="/1.pdf#page=2">Download as PDF</a>'],
    ['PDF', '<a href="/2.pdf">Supplementary PDF</a><a href="#pdf">PDF</a><a>PDF</a><a href="javascript:x()">PDF</a>'],
  ])('%s is taken', (text, more) =>
    expect(parse(`<p>Read</p><a href="/1.pdf">${text}</a> ${more}`)).toEqual(['https://journal.example/1.pdf']),
  );

  it.each(['Purchase PDF', 'Figures PDF', 'About PDF readers', 'pdfs', 'HTML', '', 'Author guidelines (PDF)'])(
    '%s is another thing',
    (text) => expect(parse(`<a href="/1.pdf">${text}</a>PDF`)).toEqual([]),
  );

  it('comes after the meta tags, whose address may be dead, and counts only if all such links lead to one address', () => {
    expect(parse(`<a href="/2.pdf">PDF</a>${meta('/1.pdf')}`)).toEqual([
      'https://journal.example/1.pdf',
      'https://journal.example/2.pdf',
    ]);
    expect(parse(`<a href="/1.pdf">PDF</a>${meta('/1.pdf')}`)).toEqual(['https://journal.example/1.pdf']);
    expect(parse('<a href="/1.pdf">PDF</a><a href="/2.pdf">Descargar PDF</a>')).toEqual([
      'https://journal.example/1.pdf',
    ]);
    expect(parse('<a href="/1.pdf">PDF (English)</a><a href="/2.pdf">Descargar PDF</a>')).toEqual([]);
    expect(parse('<a href="/1.pdf">PDF</a><a href="/2.pdf">PDF</a>')).toEqual([]);
    expect(parse('<script>"<a href=/1.pdf>PDF</a>"</script>')).toEqual([]);
    expect(parse('<a href="/1.pdf">PDF')).toEqual([]);
  });
});

describe('a file within the page', () => {
  it.each([
    ['<iframe src="/file.pdf"></iframe>', '/file.pdf'],
    ['<iframe src="/file.pdf#toolbar=0" type="application/pdf"></iframe>', '/file.pdf'],
    ['<iframe type="application/pdf" src="/get?id=1"></iframe>', '/get?id=1'],
    ['<embed src="/file.pdf" type="application/pdf">', '/file.pdf'],
    ['<object data="/article/pdf/1" type="application/pdf"><p>No viewer</p></object>', '/article/pdf/1'],
    [
      '<frameset><frame src="/menu"><frame src="/stampPDF/getPDF.jsp?arnumber=1"></frameset>',
      '/stampPDF/getPDF.jsp?arnumber=1',
    ],
    ['<iframe src="/pdf.js/web/viewer.html?file=%2Fdownload%2F1%2F2"></iframe>', '/download/1/2'],
    [
      '<iframe src="https://docs.example/gview?embedded=true&amp;url=https://journal.example/file.pdf"></iframe>',
      '/file.pdf',
    ],
    ['<iframe src="https://ads.example/x"></iframe><iframe src="/file.pdf"></iframe>', '/file.pdf'],
  ])('%s is tried', (html, path) => expect(parse(html)).toEqual([`https://journal.example${path}`]));

  it.each([
    '<iframe src="https://ads.example/x"></iframe>',
    '<iframe src="/1.pdf"></iframe><iframe src="/2.pdf"></iframe>',
    '<iframe src="javascript:1" type="application/pdf"></iframe>',
    '<iframe src="/viewer.html?file=file:///etc/passwd"></iframe>',
    '<img src="/1.pdf"><embed><object type="application/pdf">',
    '<!-- <iframe src="/1.pdf"></iframe> -->',
  ])('%s is not', (html) => expect(parse(html)).toEqual([]));

  it('comes last', () =>
    expect(parse(`<iframe src="/3.pdf"></iframe><a href="/2.pdf">PDF</a>${meta('/1.pdf')}`)).toEqual(
      ['/1.pdf', '/2.pdf', '/3.pdf'].map((path) => `https://journal.example${path}`),
    ));
});

describe('a hostile page', () => {
  const whole = 2 * 1024 * 1024;
  const fill = (part: string) => part.repeat(Math.ceil(whole / part.length));

  it.each([
    ['of <meta', fill('<meta'), 0],
    ['of <meta and spaces', fill('<meta '), 0],
    ['of one tag without end', `<meta ${fill('a=b ')}`, 0],
    ['of metas', fill(meta('/1.pdf')), 1],
    ['of different metas', Array.from({ length: 30_000 }, (_, index) => meta(`/${index}.pdf`)).join(''), 5],
    ['of links', fill('<a href=/1.pdf>PDF</a>'), 1],
    ['of links without end', fill('<a href=/1.pdf>PDF'), 1],
    ['of frames', fill('<iframe src=/1.pdf>'), 1],
    ['of long texts', fill(`<a href=/1.pdf>${'pdf '.repeat(14)}</a>`), 0],
    ['of elements in one another', `${fill('<div>')}${meta('/1.pdf')}`, 1],
    ['of ends without a beginning', `${'<i>'.repeat(300_000)}${'</b>'.repeat(300_000)}${meta('/1.pdf')}`, 1],
    ['of entities', `${meta(fill('&amp;'))}${meta('/1.pdf')}`, 1],
    ['of comments without end', fill('<!-- '), 0],
    ['of NULs', `\0${fill('\0')}${meta('/1.pdf')}`, 1],
    ['with a NUL in the address', meta('/a\0b.pdf'), 1],
    ['with half a character', meta('/\ud800.pdf'), 1],
  ])('%s is read to its end', { timeout: 120_000 }, (_, html, count) => {
    const links = parse(html);
    expect(links).toHaveLength(count);
    for (const link of links) expect(link).toMatch(/^https:\/\/journal\.example\/[\x21-\x7e]+\.pdf$/);
    expect(isChallenge({}, html)).toBe(false);
  });

  it.each(['utf-7', 'no-such-charset', 'utf-16', 'x-user-defined'])('that claims the charset %s is read', (charset) => {
    const page = Buffer.concat([Buffer.from(meta('/1.pdf')), Buffer.from([0xff, 0xfe, 0x00, 0xc3])]);
    const type = `text/html; charset=${charset}`;
    const inMeta = Buffer.concat([Buffer.from(`<meta charset="${charset}">`), page]);
    expect(parse(decodeText(inMeta, 'text/html'))).toEqual(['https://journal.example/1.pdf']);
    const named = parse(decodeText(page, type));
    expect(named).toEqual(charset === 'utf-16' ? [] : ['https://journal.example/1.pdf']);
  });

  it('in UTF-16 and in Latin-1 is read', () => {
    const wide = Buffer.from(`\ufeff${meta('/ü.pdf')}`, 'utf16le');
    expect(parse(decodeText(wide, undefined))).toEqual(['https://journal.example/%C3%BC.pdf']);
    const latin = Buffer.from(`<meta charset=iso-8859-1>${meta('/ü.pdf')}`, 'latin1');
    expect(parse(decodeText(latin, undefined))).toEqual(['https://journal.example/%C3%BC.pdf']);
  });
});

describe('recorded pages', () => {
  const isMissing = !hasRecorded('landing');
  const read = (path: string) => decodeText(readRecorded(`landing/${path}`), 'text/html');

  it.skipIf(isMissing).each([
    ['papis/ACL_2021.naacl-main.208.html', 'https://aclanthology.org/2021.naacl-main.208.pdf'],
    ['papis/ACL_N04-1001.html', 'https://aclanthology.org/N04-1001.pdf'],
    ['papis/APS_PhysRevX.12.041027.html', 'http://link.aps.org/pdf/10.1103/PhysRevX.12.041027'],
    ['papis/APS_RevModPhys.94.045004.html', 'http://link.aps.org/pdf/10.1103/RevModPhys.94.045004'],
    ['papis/Fallback_peerj.html', 'https://peerj.com/articles/4886.pdf'],
    ['papis/HAL_HAL_jpa_00235190.html', 'https://hal.science/jpa-00235190/document'],
    ['papis/NBER_w29971.html', 'https://www.nber.org/system/files/working_papers/w29971/w29971.pdf'],
    ['papis/NBER_w33843.html', 'https://www.nber.org/system/files/working_papers/w33843/w33843.pdf'],
    [
      'papis/ProjectEuclid_00127094_3129809.html',
      'https://projecteuclid.org/journals/duke-mathematical-journal/volume-164/issue-13/Delocalization-of-eigenvectors-of-random-matrices-with-independent-entries/10.1215/00127094-3129809.pdf',
    ],
    [
      'papis/SpringerLink_s10924_010_0192_1.html',
      'https://link.springer.com/content/pdf/10.1007/s10924-010-0192-1.pdf',
    ],
    ['papis/USENIX_bulekov.html', 'https://www.usenix.org/system/files/sec22-bulekov.pdf'],
    ['papis/USENIX_goyal.html', 'https://www.usenix.org/system/files/nsdi22-paper-goyal.pdf'],
    ['sandcrawler/peerj_oa_article.html', 'https://peerj.com/articles/4375.pdf'],
    // these have a plain link alone
    ['papis/Lingbuzz_006747.html', 'https://journal.example/lingbuzz/006747/current.pdf?_s=aorj5FKywdkqXq0Q'],
    [
      'sandcrawler/elife_article.html',
      'https://elifesciences.org/download/aHR0cHM6Ly9jZG4uZWxpZmVzY2llbmNlcy5vcmcvYXJ0aWNsZXMvNDQ3NTMvZWxpZmUtNDQ3NTMtdjIucGRm/elife-44753-v2.pdf?_hash=CfyqOqVryCR4OjcMTfcdpeIWAGZznmh9jXksYKYChCw%3D',
    ],
  ])('%s names %s', (path, link) => {
    const html = read(path);
    expect(parse(html)[0]).toBe(link);
    expect(isChallenge({}, html)).toBe(false);
  });

  it
    .skipIf(isMissing)
    .each([
      'papis/ScienceDirect_S0009261497040141.html',
      'papis/ScienceDirect_S146290112300117X.html',
      'papis/ScienceDirect_S2210271X18305656.html',
      'sandcrawler/dlib_05vanhyning.html',
      'sandcrawler/nature_article.html',
    ])('%s names none, and asks for no person', (path) => {
    const html = read(path);
    expect(parse(html)).toEqual([]);
    expect(isChallenge({}, html)).toBe(false);
  });

  it
    .skipIf(isMissing)
    .each([
      'papis/ACS_acscombsci.5b00087.html',
      'papis/APS_PhysRevLett.122.145901.html',
      'papis/TFOnline_00268976.2013.788745.html',
      'papis/TFOnline_23311932.2015.1117749.html',
    ])('%s is a challenge', (path) => {
    expect(isChallenge({}, read(path))).toBe(true);
  });
});
