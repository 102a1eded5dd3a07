#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

// `lectern [COMMAND] [ARGUMENTS]`: starts one of the service's programs in this process.
const PROGRAMS = {
  start: ['all', 'the service with its database in ./data (the default)'],
  demo: ['demo', 'the service with invented scholars, without the internet'],
  api: ['api', 'only the API'],
  worker: ['worker', 'only the background work'],
  migrate: ['migrate', 'the version of the schema, and migrations'],
  ops: ['ops', 'backup, restore and the other commands for operators'],
};

const [word, ...rest] = process.argv.slice(2);
const isOption = word === undefined || word.startsWith('-');
const name = isOption ? 'start' : word;
if (word === '--help' || word === '-h' || !Object.hasOwn(PROGRAMS, name)) {
  const lines = Object.entries(PROGRAMS).map(([one, [, means]]) => `  ${one.padEnd(8)} ${means}`);
  const usage = `Usage: lectern [COMMAND]\n${lines.join('\n')}\nEnvironment variables configure it: ${fileURLToPath(new URL('../docs/configuration.md', import.meta.url))}`;
  if (name === 'start') console.log(usage);
  else console.error(`There is no command "${word}".\n${usage}`);
  process.exit(name === 'start' ? 0 : 1);
}
// the programs read their arguments from the third word on
process.argv.splice(2, process.argv.length, ...(isOption ? process.argv.slice(2) : rest));
await import(new URL(`../server/dist/start/${PROGRAMS[name][0]}.js`, import.meta.url));
