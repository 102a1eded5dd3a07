import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { citedPublication } from '../../test/support/cited-publication.ts';
import { scratchFolder } from '../../test/support/scratch-folder.ts';
import { keyStem } from './cite-keys.ts';
import type { KeyedItem } from './item.ts';
import { type CitedPublication, makeItem, plainTitle } from './make-item.ts';
import { writeBibtex } from './write-bibtex.ts';

const SECRET = 'qzxsecretqzx';
/** What the same text is in `\pdffiledump`. */
const DUMPED = Buffer.from(SECRET).toString('hex').toUpperCase();

/** Commands that read or write files, run programs, define commands, or end the document. */
const COMMANDS = [
  String.raw`\input{secret}`,
  String.raw`\openin3=secret \read3 to\x \x`,
  String.raw`\immediate\openout3=victim \immediate\write3{lost}\immediate\closeout3`,
  String.raw`\immediate\write18{touch ran}`,
  String.raw`\csname input\endcsname{secret}`,
  String.raw`\def\a{\input{secret}}\a`,
  String.raw`\catcode33=0 !input{secret}`,
  String.raw`\directlua{tex.print(io.open("secret.tex"):read())}`,
  String.raw`\include{secret}`,
  String.raw`\lstinputlisting{secret}`,
  String.raw`\verbatiminput{secret}`,
  String.raw`\newcommand\b{\input{secret}}\b`,
  String.raw`\loop\input{secret}\iftrue\repeat`,
  String.raw`\end{document}`,
  String.raw`\special{psfile=secret.tex}`,
  String.raw`\usepackage{secret}`,
  String.raw`\read16 to\x`,
  String.raw`\pdffiledump offset 0 length 12{secret.tex}`,
  '^^5cinput{secret}',
  // the same in other spellings
  String.raw`\input secret `,
  '\\input\tsecret\n',
  String.raw`\INPUT{secret}\Input{secret}\iNpUt{secret}`,
  '\\in%\nput{secret}',
  String.raw`\in^^70ut{secret}`,
  '^^^^005cinput{secret}',
  String.raw`\expandafter\input\string{secret}`,
  String.raw`\char92input{secret}`,
  '^^5cinput^^7bsecret^^7d',
  '^^5cinput^^20secret^^20',
];
const AROUND: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => `$${command}$`,
  (command) => `$$${command}$$`,
  (command) => `\\(${command}\\)`,
  (command) => `\\[${command}\\]`,
  (command) => `{${command}}`,
  (command) => `{\\relax{${command}}}`,
  (command) => `\\ensuremath{${command}}`,
  (command) => `\\textbf{${command}}`,
  (command) => `<i>${command}</i>`,
  (command) => `$x_{${command}}$`,
  (command) => `$\\frac{${command}}{2}$`,
  (command) => `$\\text{${command}}$`,
  (command) => `$\\mbox{$${command}$}$`,
  (command) => `$\\left${command}\\right)$`,
  (command) => `$\\alpha$${command}$\\beta$`,
  (command) => `}}${command}{{`,
  (command) => `\\${command}`,
  (command) => `%\n${command}`,
];

const inTitles = COMMANDS.flatMap((command) =>
  AROUND.map((around) => ({ ...citedPublication, title: `Study of ${around(command)} and ice` })),
);
const inOtherFields = COMMANDS.flatMap((command) =>
  AROUND.map((around) => {
    const text = around(command);
    return {
      ...citedPublication,
      title: 'Another study',
      doi: `10.1000/${text}`,
      authors: [
        { name: text, family: null },
        { name: `Ada ${text}`, family: text },
      ],
      biblio: {
        type: 'journal-article',
        container: text,
        publisher: text,
        volume: text,
        issue: text,
        pages: text,
        issn: null,
      },
    };
  }),
);
const inAddresses = COMMANDS.flatMap((command) =>
  AROUND.map((around) => ({
    ...citedPublication,
    title: 'A third study',
    author_text: around(command),
    venue_text: around(command),
    pub_url: `https://a.example/${around(command)}`,
  })),
);

const keyed = (publications: readonly CitedPublication[]) =>
  publications.map((one, at): KeyedItem => {
    const item = makeItem(one);
    return { ...item, key: `${keyStem(item)}x${at}` };
  });

const PLAIN = String.raw`\bibliographystyle{plain}`;
/** This style prints DOIs and addresses, too. */
const ADDRESSES = String.raw`\usepackage{natbib,hyperref}\bibliographystyle{plainnat}`;
/** Without the package that prints addresses as they are. */
const ADDRESSES_AS_TEX = String.raw`\usepackage{natbib}\bibliographystyle{plainnat}`;

/** Only letters, digits, backslashes and braces, because styles and fonts change the rest. */
const comparable = (text: string) => text.replace(/[^A-Za-z0-9\\{}]/g, '').toLowerCase();

/**
 * Typesets a bibliography as its users do, and returns the text of the PDF, the errors of LaTeX, and what happened
 * beside the files of the job. The page is so large that no line needs a hyphen.
 */
async function typeset(bibliography: string, document: string, shellEscape = false) {
  const folder = await mkdtemp(join(scratchFolder(), 'lectern-latex-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = (program: string, ...options: string[]) =>
    promisify(execFile)(program, options, { cwd: folder, maxBuffer: 2 ** 26, encoding: 'latin1' }).catch((error) => {
      // LaTeX ends with 1 after an error in the document
      if (error.code !== 1) throw error;
    });
  await writeFile(join(folder, 'secret.tex'), `${SECRET}\n`);
  await writeFile(join(folder, 'victim.tex'), 'kept');
  await writeFile(join(folder, 'publications.bib'), bibliography);
  const page = String.raw`\paperwidth300cm\paperheight300cm\textwidth250cm\textheight250cm\pagestyle{empty}`;
  const lines = [String.raw`\documentclass{article}\usepackage{amsmath,amssymb}`, page, document];
  const body = String.raw`\pdfpagewidth\paperwidth\pdfpageheight\paperheight\begin{document}\nocite{*}\bibliography{publications}END OF DOCUMENT\end{document}`;
  await writeFile(join(folder, 'job.tex'), [...lines, body].join('\n'));
  const before = await readdir(folder);
  const latex = ['-interaction=nonstopmode', ...(shellEscape ? ['-shell-escape'] : []), 'job.tex'];
  await run('pdflatex', ...latex);
  await run('bibtex', 'job');
  await run('pdflatex', ...latex);
  await run('pdftotext', '-raw', 'job.pdf');
  const isOfJob = (name: string) => before.includes(name) || /^job\.(?:aux|bbl|blg|log|out|pdf|txt)$/.test(name);
  return {
    text: await readFile(join(folder, 'job.txt'), 'utf8'),
    errors: (await readFile(join(folder, 'job.log'), 'latin1')).split('\n').filter((line) => line.startsWith('!')),
    otherFiles: (await readdir(folder)).filter((name) => !isOfJob(name)),
    victim: await readFile(join(folder, 'victim.tex'), 'utf8'),
  };
}

function expectHarmless({ text, otherFiles, victim }: Awaited<ReturnType<typeof typeset>>): void {
  expect(text.toUpperCase()).not.toContain(SECRET.toUpperCase());
  expect(text).not.toContain(DUMPED);
  expect({ otherFiles, victim }).toEqual({ otherFiles: [], victim: 'kept' });
  expect(text).toContain('END OF DOCUMENT');
}

const canTypeset = ['bibtex', 'pdflatex', 'pdftotext'].every(
  (name) => spawnSync(name, [name === 'pdftotext' ? '-v' : '--version']).status === 0,
);
if (!canTypeset)
  console.warn(
    "skipped: LaTeX with hostile publications. Install Debian's texlive-latex-base and poppler-utils to run it.",
  );

test.skipIf(!canTypeset)(
  'this test notices commands of TeX that are run',
  async () => {
    const titles = [String.raw`$\input{secret}$`, ...COMMANDS.slice(2, 4)];
    const entries = titles.map((title, at) => `@misc{key${at}, title = {{${title}}}}\n`);
    const { text, otherFiles, victim } = await typeset(entries.join(''), PLAIN, true);
    expect({ isRead: text.includes(SECRET), otherFiles, victim }).toEqual({
      isRead: true,
      otherFiles: ['ran'],
      victim: 'lost\n',
    });
  },
  120_000,
);

test.skipIf(!canTypeset).each([
  [false, 'default settings'],
  [true, '-shell-escape'],
])(
  'LaTeX prints titles with commands as text and runs none of them (%s: %s)',
  async (shellEscape) => {
    const items = keyed(inTitles);
    const result = await typeset(items.map(writeBibtex).join('\n'), PLAIN, shellEscape);
    expectHarmless(result);
    expect(result.errors).toEqual([]);
    const printed = comparable(result.text);
    // formulas that are only mathematics are printed as such
    const missing = items
      .map(({ title }) => comparable(plainTitle(title).replace(/\$\\(?:alpha|beta)\$/g, '')))
      .filter((title) => !printed.includes(title));
    expect(missing).toEqual([]);
  },
  300_000,
);

test.skipIf(!canTypeset).each([
  ['plain', PLAIN],
  ['plainnat', ADDRESSES],
])(
  'LaTeX runs no command in names, journals, DOIs and addresses (%s)',
  async (style, document) => {
    const items = keyed([...inOtherFields, ...inAddresses]);
    const result = await typeset(items.map(writeBibtex).join('\n'), document, true);
    expectHarmless(result);
    // LaTeX knows few Unicode characters, and BibTeX cuts long labels of plainnat in the middle of a command
    const errors = result.errors.filter((line) => !line.includes('Unicode character'));
    if (style === 'plain') expect(errors).toEqual([]);
  },
  300_000,
);

test.skipIf(!canTypeset).each(COMMANDS.filter((command) => command.includes('^^')))(
  'LaTeX runs no %s in DOIs and addresses that it reads as TeX',
  async (command) => {
    const [inDoi, inUrl] = [{ doi: `10.1000/${command}` }, { pub_url: `https://a.example/${command}` }];
    for (const address of [inDoi, inUrl]) {
      const items = keyed([{ ...citedPublication, ...address }]);
      expectHarmless(await typeset(items.map(writeBibtex).join('\n'), ADDRESSES_AS_TEX, true));
    }
  },
  120_000,
);

test.skipIf(!canTypeset)(
  'LaTeX prints mathematics as mathematics',
  async () => {
    const titles = [
      String.raw`Bounds of $\frac{\alpha}{\sqrt{n^{2}}} \leq \mathcal{O}(\log n)$`,
      String.raw`Of \(\left\langle \hat{x} \right\rangle\) and $\mathbb{R}^{d}$ for $x'_i \in \Omega$`,
      'Decay of β in H₂O at 10¹² → 0',
      // readers understand these, but TeX and BibTeX do not as they are
      String.raw`Of $\} \mathcal{X}$, note = "injected" and $\{ \mathcal{Y}$ and $\left\{ \frac{a}{bc} \right.$`,
      String.raw`Of $\hat\mathcal{X}$, $x^\cong \mathbb R$, $\overline\frac12 \mathbb R$, $x_\rm{eff}\mathcal X$, $\mathcal X\limits_2 \lt 3\degree$`,
    ];
    const items = keyed(titles.map((title) => ({ ...citedPublication, title })));
    const { text: read, errors } = await typeset(items.map(writeBibtex).join('\n'), PLAIN);
    const text = read.normalize('NFKC');
    expect(errors).toEqual([]);
    for (const sign of ['α', '√', '≤', 'Ω', 'β', '→', '∈', '⟨']) expect(text).toContain(sign);
    expect(text).not.toMatch(/\\|\$|frac/);
    expect(text).toContain('note = ”injected”');
  },
  120_000,
);
