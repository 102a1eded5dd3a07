import { type Actions, type CommandId, commandOf, commandsWithKey } from './commands.ts';
import { areKeysEnabled } from './keys-enabled.ts';

const SEQUENCE_WITHIN_MS = 1000;

/**
 * Runs commands by their keys. Ignores keys in fields and while a dialog is open, except for keys with Ctrl or Meta in
 * fields. Call the returned function to stop.
 */
export function listenToKeys(available: () => Actions): () => void {
  let before: { readonly key: string; readonly at: number } | null = null;
  const press = (event: KeyboardEvent) => {
    const first = before;
    before = null;
    const key = keyOf(event);
    if (key === '' || event.defaultPrevented || isModalOpen()) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!event.ctrlKey && !event.metaKey) {
      if (isField(target) || (key.length === 1 && !areKeysEnabled())) return;
      if (key === 'Enter' && target?.closest('a, button, summary')) return;
      before = { key, at: event.timeStamp };
    }
    const isSequence = first !== null && event.timeStamp - first.at < SEQUENCE_WITHIN_MS;
    const ids = [...(isSequence ? commandsWithKey(`${first.key} ${key}`) : []), ...commandsWithKey(key)];
    // most keys have no command
    if (ids.length === 0) return;
    const actions = available();
    const id = ids.find((one) => actions[one]);
    if (id === undefined || (event.repeat && !repeats(id))) return;
    event.preventDefault();
    actions[id]?.();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

function repeats(id: CommandId): boolean {
  return commandOf(id).repeats === true;
}

/** The name of a pressed key in the table of commands, or empty if it cannot be there. */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey || (ctrlKey && metaKey)) return '';
  if (!ctrlKey && !metaKey) return key;
  return shiftKey ? '' : `${ctrlKey ? 'Ctrl' : 'Meta'}+${key.toLowerCase()}`;
}

function isField(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether a dialog is open, which turns shortcuts off. */
function isModalOpen(): boolean {
  return document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]') !== null;
}
