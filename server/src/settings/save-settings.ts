import type { Secrets } from '../platform/secrets.ts';
import type { Services } from '../platform/services.ts';
import { checkChange, floorsOf, invalidSettings, readChange } from './change.ts';
import type { SettingsChange } from './contract.ts';
import { KEY_NAMES, keyContext } from './own-key.ts';
import { hasView, lockSettings, type SettingsRow, updateSettings } from './store.ts';

/** Saves the settings that a request contains, and leaves the others unchanged. @throws Problem `invalid_settings` */
export async function saveSettings(
  { db, config, secrets }: Pick<Services, 'db' | 'config' | 'secrets'>,
  userId: number,
  sent: SettingsChange,
): Promise<void> {
  const change = readChange(sent);
  checkChange(change, floorsOf(config));
  const columns = sealKeys(change, userId, secrets);
  if (Object.keys(columns).length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockSettings(tx, userId);
    const viewId = change.start_view_id ?? null;
    if (viewId !== null && !(await hasView(tx, userId, viewId)))
      throw invalidSettings([{ path: 'start_view_id', message: 'must be the id of one of your views, or null' }]);
    await updateSettings(tx, userId, columns);
  });
}

function sealKeys(change: SettingsChange, userId: number, secrets: Secrets): Partial<Omit<SettingsRow, 'user_id'>> {
  const { openalex_api_key, crossref_api_token, ...columns } = change;
  const encrypted = KEY_NAMES.flatMap((name) => {
    const key = change[name];
    return key === undefined ? [] : [[name, key && secrets.encrypt(key, keyContext(userId, name))] as const];
  });
  return { ...columns, ...Object.fromEntries(encrypted) };
}
