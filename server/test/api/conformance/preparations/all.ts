import { expect } from 'vitest';
import type { Call, Preparation } from '../call.ts';
import type { Walked } from '../operations.ts';
import type { World } from '../world.ts';
import { accounts } from './accounts.ts';
import { channels } from './channels.ts';
import { events } from './events.ts';
import { feeds } from './feeds.ts';
import { mail } from './mail.ts';
import { notes } from './notes.ts';
import { operators } from './operators.ts';
import { publicLists } from './public-lists.ts';
import { publications } from './publications.ts';
import { rules } from './rules.ts';
import { runs } from './runs.ts';
import { scholars } from './scholars.ts';
import { tags } from './tags.ts';
import { views } from './views.ts';
import { zotero } from './zotero.ts';

/** What makes each operation succeed, by its operationId. */
export const preparations: Readonly<Record<string, Preparation>> = {
  ...accounts,
  ...scholars,
  ...publications,
  ...tags,
  ...notes,
  ...views,
  ...feeds,
  ...publicLists,
  ...rules,
  ...events,
  ...channels,
  ...mail,
  ...runs,
  ...zotero,
  ...operators,
};

/** The calls of an operation: the first one succeeds. */
export async function prepare(world: World, { name, operation }: Walked): Promise<readonly [Call, ...Call[]]> {
  const preparation = preparations[operation.operationId];
  if (!preparation) expect.fail(missing(name, operation.operationId));
  const calls = await preparation(world);
  return 'client' in calls ? [calls] : calls;
}

export function missing(name: string, operationId: string): string {
  return `${name} is not walked: add "${operationId}" to a file of test/api/conformance/preparations`;
}
