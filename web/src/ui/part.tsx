import { type FunctionComponent, useEffect, useReducer } from 'react';
import { loadPart, openPart } from './load-part.ts';

const RETRY_AFTER_MS = 2000;

/** A component whose code is loaded on demand. */
export interface Part<Props> extends FunctionComponent<Props> {
  /** Loads the code ahead. Never fails. */
  preload(): Promise<void>;
  /** Loads the code for something that the user asked for, and says so if that fails. Returns whether it is there. */
  open(address?: string): Promise<boolean>;
  /** Acts when the code is there: at once if it is loaded, and never if it cannot be loaded. */
  whenLoaded(act: () => void): void;
}

/**
 * A component of a module that is loaded on demand. What opens it calls `whenLoaded`, so that nothing changes until the
 * code is there. Rendered before that, it shows nothing and loads the code as soon as possible; a `quiet` part, for
 * which nobody asked, does so without a message.
 */
export function part<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  asked: 'asked' | 'quiet' = 'asked',
): Part<Props> {
  let Loaded: FunctionComponent<Props> | null = null;
  const preload = async () => {
    const loaded = await loadPart(load).catch(() => null);
    Loaded ??= loaded;
  };
  const open = async (address?: string) => {
    if (Loaded !== null) return true;
    const loaded = await openPart(load, address);
    Loaded ??= loaded;
    return Loaded !== null;
  };

  function LoadedPart(props: Props) {
    const [, render] = useReducer((count: number) => count + 1, 0);
    useEffect(() => {
      if (Loaded !== null) return;
      let timer: number;
      let isGone = false;
      const attempt = async (isAsked: boolean) => {
        if (isAsked) await open();
        else await preload();
        if (isGone) return;
        if (Loaded !== null) render();
        else timer = window.setTimeout(attempt, RETRY_AFTER_MS, false);
      };
      void attempt(asked === 'asked');
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, []);
    return Loaded === null ? null : <Loaded {...props} />;
  }
  return Object.assign(LoadedPart, {
    preload,
    open,
    whenLoaded(act: () => void) {
      if (Loaded !== null) act();
      else void open().then((isLoaded) => isLoaded && act());
    },
  });
}

/** Whether a component is a part. */
export function isPart(component: object | undefined): component is Part<object> {
  return component !== undefined && 'whenLoaded' in component;
}
