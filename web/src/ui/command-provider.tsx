import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import type { Actions } from './commands.ts';
import { listenToKeys } from './listen-to-keys.ts';

/** The actions of all components on the page. */
export interface CommandRegistry {
  /** Adds a component's actions. Call the returned function to remove them. */
  add(actions: () => Actions): () => void;
  /** What can be done now, with the focus where it is. */
  available(): Actions;
}

const RegistryContext = createContext<CommandRegistry | null>(null);

/** The commands of the components inside. Has the only listener for shortcuts. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createRegistry);
  useEffect(() => listenToKeys(registry.available), [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** The commands of the page, for what runs them other than by key. */
export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(RegistryContext);
  if (registry === null) throw new Error('Commands need a CommandProvider around the component.');
  return registry;
}

/**
 * Offers actions by key and in the palette while the component is mounted. `actions` is called when a key is pressed or
 * the palette opens, so what is available may depend on the focus.
 */
export function useCommands(actions: () => Actions): void {
  const registry = useCommandRegistry();
  const latest = useEffectEvent(actions);
  useEffect(() => registry.add(() => latest()), [registry]);
}

function createRegistry(): CommandRegistry {
  const places = new Set<() => Actions>();
  return {
    add(actions) {
      places.add(actions);
      return () => void places.delete(actions);
    },
    available: () =>
      Object.fromEntries([...places].flatMap((actions) => Object.entries(actions())).filter(([, act]) => act)),
  };
}
