import { describe, expect, test } from 'vitest';
import { splitStatus, type TitleStatus } from './title-status.ts';

const TITLE = 'Slow tides (part 2) in northern harbors';

describe('a mark of the publication itself', () => {
  test.each<[title: string, status: TitleStatus]>([
    [`RETRACTED: ${TITLE}`, 'retracted'],
    [`Retracted: ${TITLE}`, 'retracted'],
    [`RETRACTED ARTICLE: ${TITLE}`, 'retracted'],
    [`Retracted article – ${TITLE}`, 'retracted'],
    [`RETRACTED CHAPTER : ${TITLE}`, 'retracted'],
    [`[Retracted] ${TITLE}`, 'retracted'],
    [`[RETRACTED]: ${TITLE}`, 'retracted'],
    [`(Retracted) ${TITLE}`, 'retracted'],
    [`***RETRACTED*** ${TITLE}`, 'retracted'],
    [`This article has been retracted: ${TITLE}`, 'retracted'],
    [`Retracted and republished: ${TITLE}`, 'retracted'],
    [`WITHDRAWN: ${TITLE}`, 'retracted'],
    [`[withdrawn] ${TITLE}`, 'retracted'],
    [`Withdrawn. ${TITLE}`, 'retracted'],
    [`REMOVED: ${TITLE}`, 'removed'],
    [`TEMPORARY REMOVAL: ${TITLE}`, 'removed'],
    [`Temporarily removed: ${TITLE}`, 'removed'],
    [`${TITLE} (Retracted)`, 'retracted'],
    [`${TITLE} [RETRACTED]`, 'retracted'],
    [`${TITLE} (Retracted article. See vol. 12(3), pg. 34, 2016)`, 'retracted'],
    [`${TITLE} (Retracted Article, See vol 12`, 'retracted'],
    [`${TITLE} (Retracted article. See vol. 12, …`, 'retracted'],
    [`${TITLE} (retracted in 2016)`, 'retracted'],
    [`${TITLE} (Retraction of vol 3, pg 1, 2015)`, 'retracted'],
    [`${TITLE} (Retraction in: Tidal Record 2016; 12: 34)`, 'retracted'],
    [`${TITLE} (Retraction of 2015, vol 3, pg 1)`, 'retracted'],
    [`${TITLE} (withdrawn by the authors due to an error)`, 'retracted'],
    [`${TITLE} - RETRACTED`, 'retracted'],
    [`${TITLE}: withdrawn.`, 'retracted'],
    [`${TITLE} (Publication with Expression of Concern. See vol. 7, pg. 8, 2019)`, 'concern'],
    [`Notice of Violation of IEEE Publication Principles: ${TITLE}`, 'concern'],
    [`Zurückgezogen: ${TITLE}`, 'retracted'],
    [`[Article rétracté] ${TITLE}`, 'retracted'],
    [`RÉTRACTÉ : ${TITLE}`, 'retracted'],
    [`ARTÍCULO RETRACTADO: ${TITLE}`, 'retracted'],
    [`RETRATADO: ${TITLE}`, 'retracted'],
    [`Articolo ritirato: ${TITLE}`, 'retracted'],
    [`СТАТЬЯ ОТОЗВАНА: ${TITLE}`, 'retracted'],
    [`[ОТОЗВАНА] ${TITLE}`, 'retracted'],
    [`GERİ ÇEKİLDİ: ${TITLE}`, 'retracted'],
    [`【撤回論文】${TITLE}`, 'retracted'],
    [`${TITLE}（已撤稿）`, 'retracted'],
    [`[철회된 논문] ${TITLE}`, 'retracted'],
    [`RETRACTED: ${TITLE} (Retracted Article)`, 'retracted'],
  ])('%s', (title, status) => {
    expect(splitStatus(title)).toEqual({ title: TITLE, status });
  });
});

describe('no mark', () => {
  test.each([
    TITLE,
    `Retraction Note: ${TITLE}`,
    `Retraction: ${TITLE}`,
    `Retraction Note to: ${TITLE}`,
    `Notice of Retraction: ${TITLE}`,
    `Withdrawal: ${TITLE}`,
    `${TITLE} (Retraction)`,
    `Expression of Concern: ${TITLE}`,
    `Erratum to: ${TITLE}`,
    `撤稿声明：${TITLE}`,
    'Retracted papers and their citations',
    'Why articles are retracted: a survey of publishers',
    'Regrowth of removed tissue (second report)',
    'Nerves retracted by a hook',
    'RETRACTED',
    'Withdrawn: 2015',
    'Removed',
    '',
  ])('%s', (title) => {
    expect(splitStatus(title)).toEqual({ title, status: null });
  });
});

test('long hostile texts are read fast', () => {
  const started = performance.now();
  for (const part of ['(', '( ', '*', ' ', '(retracted ', 'the ', '论文', ': '])
    splitStatus(`retracted${part.repeat(3000 / part.length - 10)}x`);
  expect(performance.now() - started).toBeLessThan(2000);
});
