import { describe, expect, test } from 'vitest';
import { normalizeTitle } from './fingerprint.ts';
import { isGeneric } from './generic-titles.ts';

describe('many publications share the title', () => {
  test.each([
    'Editorial',
    "Chair's Message",
    'Chair’s message',
    "President's Message",
    "Treasurer's Message",
    "Editor's Introduction",
    "Guest Editors' Introduction",
    "Author's Reply",
    "Authors' Response",
    "Editor's Choice",
    'Book Review Column',
    'Letter from the Editor',
    'Letter from the Editor-in-Chief',
    'Message from the Editor-in-Chief',
    'Message from the Program Chairs',
    'News Briefs',
    'Introduction to the Special Issue',
    'Introduction to the Special Section',
    'Short notices',
    'Research highlights',
    'SIGHARBOR Highlights',
    'Reminiscences on influential papers',
    'Reminiscences of harbor towns',
    'Table of Contents',
    'Front Matter',
    'List of Contributors',
    'Vol. 12, No. 3: contents',
    'Editorial, March 2004',
    'Chapter 7',
    'Issue Information',
    'Cover Image',
    'News and Views',
    "From the Editor's Desk",
    'News & Views',
    'Books Received',
    'Inside Cover',
    'Upcoming Events',
    'List of Referees',
    'Problems and Solutions',
    'Copyright Page',
    'Keynote Speech',
    'Awards and Honors',
    'Steering Committee',
    'Volume Index',
    'Carta al editor',
    'Table des matières',
    'Buchbesprechungen',
    'От редакции',
    '編集後記',
    '머리말',
    'Vorwort',
    '前言',
  ])('%s', (title) => {
    expect(isGeneric(normalizeTitle(title))).toBe(true);
  });
});

describe('the title says what it is about', () => {
  test.each([
    'Editorial: harbors',
    'Introduction to harbors',
    'A review of tidal models',
    'Letter to a young diver',
    'Message passing in the harbor network',
    'Removing highlights from photographs of harbors',
    'News from the harbor',
    'Programming in C',
    'Open problems in harbor design',
    'New words',
    '1984',
    'In the 1990s',
    '',
  ])('%s', (title) => {
    expect(isGeneric(normalizeTitle(title))).toBe(false);
  });
});
