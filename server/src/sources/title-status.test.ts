import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
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
    [`RETRACTED CASE REPORT: ${TITLE}`, 'retracted'],
    [`Retracted review: ${TITLE}`, 'retracted'],
    [`RETRACTED ARTICLE ${TITLE}`, 'retracted'],
    [`RETRACTED ${TITLE}`, 'retracted'],
    [`RETRACTED–${TITLE}`, 'retracted'],
    [`RETRACTED-ARTICLE: ${TITLE}`, 'retracted'],
    [`${TITLE} RETRACTED`, 'retracted'],
    [`Retracted | ${TITLE}`, 'retracted'],
    [`[Retracted article:] ${TITLE}`, 'retracted'],
    [`[Retracted, 2020] ${TITLE}`, 'retracted'],
    [`RETRACTED (12 May 2020): ${TITLE}`, 'retracted'],
    [`Withdrawn due to an error: ${TITLE}`, 'retracted'],
    [`Withdrawn from publication: ${TITLE}`, 'retracted'],
    [`«RETRACTED» ${TITLE}`, 'retracted'],
    [`{RETRACTED} ${TITLE}`, 'retracted'],
    [`"RETRACTED: ${TITLE}"`, 'retracted'],
    [`†RETRACTED: ${TITLE}`, 'retracted'],
    [`\u200bRETRACTED: ${TITLE}`, 'retracted'],
    [`${TITLE} (Expression of Concern. See vol. 9, 2020)`, 'concern'],
    [`Notice of Violation of IEEE Publication Principles<BR>${TITLE}`, 'concern'],
    [`Zurückgezogene Publikation: ${TITLE}`, 'retracted'],
    [`Teruggetrokken: ${TITLE}`, 'retracted'],
    [`ARTYKUŁ WYCOFANY: ${TITLE}`, 'retracted'],
    [`VISSZAVONVA: ${TITLE}`, 'retracted'],
    [`TILBAKETRUKKET: ${TITLE}`, 'retracted'],
    [`РЕТРАГИРОВАННАЯ СТАТЬЯ: ${TITLE}`, 'retracted'],
    [`Стаття відкликана: ${TITLE}`, 'retracted'],
    [`Geri çekilen makale: ${TITLE}`, 'retracted'],
    [`（撤回済み）${TITLE}`, 'retracted'],
    [`【取下げ】${TITLE}`, 'retracted'],
    [`已撤销：${TITLE}`, 'retracted'],
    [`[게재 철회] ${TITLE}`, 'retracted'],
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
    'Withdrawn children: a study',
    'Retracted tongue root: vowels of the north',
    'Removed from memory: the harbors',
    'WITHDRAWN CHILDREN',
    '撤回权研究',
    '撤回公告：海港',
    'RETRACTED',
    'Withdrawn: 2015',
    'Removed',
    '',
  ])('%s', (title) => {
    expect(splitStatus(title)).toEqual({ title, status: null });
  });
});

test('long hostile texts are read fast', () => {
  const started = cpuMs();
  for (const part of ['(', '( ', '*', ' ', '(retracted ', 'the ', '论文', ': ', ', 2020', ' RETRACTED', '"', ' due '])
    splitStatus(`retracted${part.repeat(1000 / part.length - 15)}x`);
  expect(cpuMs() - started).toBeLessThan(2000);
});
