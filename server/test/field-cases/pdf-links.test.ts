import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { parseLandingPage } from '../../src/enrichment/parse-landing-page.ts';
import { type VisitedLink, visitLink } from '../../src/enrichment/visit-link.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface Input {
  readonly first?: string;
  readonly head?: string;
  readonly body?: string;
  readonly text: string;
  readonly href: string;
}

const PDF = '%PDF-1.7\n';

/** Visits `/paper` of a stand-in, which sends the case's page, or asks for a cookie first. */
async function visit({ first, head = '', body = '' }: Input): Promise<{ found: VisitedLink; host: string }> {
  const server = createServer((request, response) => {
    const [path = '', name = '', value = ''] =
      /(?=(.*?\?\S+)).*Set-Cookie: (\w+)=(\w+)/.exec(first ?? '')?.slice(1) ?? [];
    if (path === '') response.writeHead(200, { 'content-type': 'text/html' }).end(`${head}${body}`);
    else if (request.headers.cookie === `${name}=${value}`) response.end(PDF);
    else response.writeHead(302, { location: '/paper?cookieSet=1', 'set-cookie': `${name}=${value}; path=/` }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = { exemptOrigins: [], exemptHosts: [host] };
  const found = await visitLink(`http://${host}/paper`, { userAgent: 'Lectern-test', outbound }, 'pdf');
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  return { found, host };
}

testFieldCases<FieldCase & { readonly input: Input }>('pdf-links', {
  'a link that a source names as the PDF (http stand-in)': async ({ input, expected }) => {
    const { found, host } = await visit(input);
    if (expected === 'pdf') expect(found.kind).toBe('pdf');
    // the addresses on a page are tried in order
    else
      expect(found).toMatchObject({
        kind: 'page',
        pdfUrls: [...(input.head === undefined ? [] : ['/nope.pdf']), '/file.pdf'].map(
          (path) => `http://${host}${path}`,
        ),
      });
  },
  'the only link to a PDF on a landing page, told by its text': ({ input, expected }) =>
    expect(parseLandingPage(`<a href="${input.href}">${input.text}</a>`, 'https://journal.example/1')).toEqual(
      expected === 'pdf' ? [`https://journal.example${input.href}`] : [],
    ),
});
