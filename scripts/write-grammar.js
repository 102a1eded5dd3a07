import { readFileSync, writeFileSync } from 'node:fs';
import peggy from 'peggy';

// Generates the parser of the search language from its grammar; with `--check`, only says whether it is up to date.

const source = new URL('../server/src/search-language/grammar.peggy', import.meta.url);
const target = new URL('../server/src/search-language/grammar.ts', import.meta.url);

const parser = peggy.generate(readFileSync(source, 'utf8'), { output: 'source', format: 'es' });
const text = `// @ts-nocheck\n${parser.trimEnd()}\n`;
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('The parser of the search language is not that of its grammar. Run "npm run generate".');
  process.exitCode = 1;
}
