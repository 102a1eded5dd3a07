import { readFile, writeFile } from 'node:fs/promises';
import { RETIRED_SETTINGS } from '../platform/constants.ts';
import type { Setting } from '../platform/setting.ts';
import { COMPOSE_VARIABLES, GROUPS } from '../platform/settings.ts';

// `npm run generate` writes .env.example and the tables in docs/configuration.md between its two markers. With --check
// it writes nothing, and the exit code is 1 if a file is out of date.

const ROOT = new URL('../../../', import.meta.url);
const MARKERS = /(<!-- settings: .* -->\n).*(\n<!-- end of settings -->)/s;

const isCheck = process.argv.includes('--check');
const page = await readFile(new URL('docs/configuration.md', ROOT), 'utf8');
if (!MARKERS.test(page)) throw new Error('docs/configuration.md has no markers. Restore them.');
await bringUpToDate(
  'docs/configuration.md',
  page.replace(MARKERS, (_all, begin, end) => begin + describe() + end),
);
await bringUpToDate('.env.example', exemplify());

async function bringUpToDate(name: string, text: string): Promise<void> {
  const file = new URL(name, ROOT);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  if (!isCheck) return writeFile(file, text);
  console.error(`${name} does not match server/src/platform/settings.ts. Run: npm run generate`);
  process.exitCode = 1;
}

/** The tables of docs/configuration.md. */
function describe(): string {
  const groups = GROUPS.map(({ title, settings, note }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      defaultOf(setting),
      setting.accepts,
      setting.means + (setting.isSecret ? ` Also \`${name}_FILE\`.` : ''),
    ]);
    return `## ${title}\n\n${table(['Name', 'Default', 'Accepts', 'Meaning'], rows)}${note ? `\n${note}\n` : ''}`;
  });
  const compose = Object.entries(COMPOSE_VARIABLES).map(([name, { means }]) => [`\`${name}\``, means]);
  const retired = Object.entries(RETIRED_SETTINGS).map(([name, means]) => [`\`${name}\``, means]);
  return `\n${groups.join('\n')}\n## Compose\n\nCompose reads these from \`.env\`; the service does not ([containers](install.md#containers)).\n\n${table(['Name', 'Meaning'], compose)}\n## Without effect\n\nThese settings of earlier versions are accepted and change nothing. One line of the log names those that are set.\n\n${table(['Name', 'What applies'], retired)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [head, head.map(() => '---'), ...rows].map(line).join('');
}

function defaultOf({ default: value, usually, unit }: Setting<unknown>): string {
  if (usually !== undefined) return usually;
  const shown = showDefault(value);
  return shown === '' ? 'none' : `\`${shown}\`${unit ? ` ${unit}` : ''}`;
}

function showDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === null ? '' : String(value);
}

function exemplify(): string {
  const settings = GROUPS.flatMap(({ title, settings }) => [
    `\n## ${title}\n`,
    ...Object.entries(settings).flatMap(([name, { default: value, example, means, isSecret }]) => [
      ...comment(means),
      `#${name}=${example ?? showDefault(value)}`,
      ...(isSecret ? [`#${name}_FILE=/run/secrets/${name.toLowerCase()}`] : []),
    ]),
  ]);
  const compose = Object.entries(COMPOSE_VARIABLES).flatMap(([name, { example, means }]) => [
    ...comment(means),
    `#${name}=${example}`,
  ]);
  const text = [
    '# All settings, with their defaults or an example; docs/configuration.md has more. Written by `npm run generate`.',
    '# Compose reads this file if it is named .env. Nothing else reads it by itself:',
    '#   node --env-file=.env server/dist/start/all.js     or     set -a; . ./.env; set +a; npm start',
    '',
    '## Compose: LECTERN_IMAGE and POSTGRES_PASSWORD are required, and SECRETS_KEY below',
    '',
    ...compose,
    ...settings,
  ];
  return `${text.join('\n')}\n`;
}

/** The text as comment lines, without its links. */
function comment(markdown: string): string[] {
  const words = markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').split(' ');
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 120) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
