import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findLandingPdf } from './find-landing-pdf.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const meta = (link: string) => `<meta name="citation_pdf_url" content="${link}">`;

let server: Server;
let origin = '';
let answer: (response: ServerResponse, path: string) => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => answer(response, request.url ?? ''));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function find(how: typeof answer, exemptOrigins = [origin]) {
  answer = how;
  return findLandingPdf(`${origin}/article/1?key=hidden`, {
    userAgent: 'Lectern-test',
    outbound: { exemptOrigins, exemptHosts: [] },
  });
}

const send =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(body);
  };
const refused = (reason: string) => ({ kind: 'refused', reason });

it('the PDFs that a page names are told, from where the page is in the end', async () => {
  const page = `<!doctype html><html><head>${meta('../files/1.pdf')}${meta('https://other.example/1.pdf')}</head></html>`;
  const outcome = await find((response, path) => {
    if (path.startsWith('/article')) send(301, { location: '/moved/here/2' })(response);
    else send(200, HTML, page)(response);
  });
  expect(outcome).toEqual({
    kind: 'named',
    finalUrl: `${origin}/moved/here/2`,
    pdfUrls: [`${origin}/moved/files/1.pdf`, 'https://other.example/1.pdf'],
  });
});

it('a page that is larger than what is read counts as far as it is read', async () => {
  const ballast = 'x'.repeat(3 * 1024 * 1024);
  expect(await find(send(200, HTML, `<html>${meta('/1.pdf')}${ballast}`))).toMatchObject({
    pdfUrls: [`${origin}/1.pdf`],
  });
  expect(await find(send(200, HTML, `<html>${ballast}${meta('/1.pdf')}`))).toMatchObject(refused('no_pdf_named'));
});

it('a page that is the PDF says so', async () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.5\n'), Buffer.alloc(3 * 1024 * 1024)]);
  expect(await find(send(200, HTML, pdf))).toEqual({ kind: 'pdf', finalUrl: `${origin}/article/1?key=hidden` });
});

it.each([
  ['that names none', send(200, HTML, '<html><meta name=citation_title content=A></html>'), 'no_pdf_named'],
  ['that asks for a person', send(200, HTML, `<title>Just a moment...</title>${meta('/1.pdf')}`), 'challenge_page'],
  ['that asks for a person with 403', send(403, HTML, '<title>Just a moment...</title>'), 'challenge_page'],
  ['that is none', send(200, { 'content-type': 'application/json' }, '{}'), 'not_a_pdf'],
  ['of nothing', send(200, HTML), 'empty'],
  ['that is gone', send(404, HTML, meta('/1.pdf')), 'dead_link'],
  ['that is closed', send(401, HTML, meta('/1.pdf')), 'forbidden'],
  ['that is too often asked for', send(429, HTML, meta('/1.pdf')), 'too_many_requests'],
  ['that is broken', send(502, HTML, meta('/1.pdf')), 'server_error'],
  ['in a circle', send(302, { location: '/article/1?key=hidden' }), 'redirect_loop'],
  ['that leads inside', send(302, { location: 'http://169.254.169.254/' }), 'not_public'],
])('a page %s is refused', async (_, how, reason) => {
  const outcome = await find(how);
  expect(outcome).toMatchObject(refused(reason));
  expect(JSON.stringify(outcome)).not.toMatch(/hidden|article/);
});

it('a page inside is not asked for', async () => {
  let isAsked = false;
  const outcome = await find((response) => {
    isAsked = true;
    response.end();
  }, []);
  expect([outcome, isAsked]).toMatchObject([refused('not_public'), false]);
});
