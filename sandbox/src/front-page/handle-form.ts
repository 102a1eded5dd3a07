import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFaultKind } from '../faults/fault.ts';
import { readText } from '../read-text.ts';
import { sendText } from '../response.ts';
import type { SandboxState } from '../routes.ts';
import { faultNames, sourceNames } from './choices.ts';

/** Does what a form of the front page asks for, and leads back to the page, which says what happened. */
export async function handleForm(
  state: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  const form = new URLSearchParams(await readText(request));
  const field = (name: string) => form.get(name)?.trim() ?? '';
  const back = (done: Record<string, string>) => {
    response.writeHead(303, { location: `/?${new URLSearchParams(done)}` });
    return response.end();
  };
  const scholar = field('scholar');
  const [source, fault] = [field('source'), field('fault')];
  switch (field('do')) {
    case 'give': {
      if (state.library.find(scholar) === undefined) break;
      const title = field('title');
      state.publish(scholar, {
        ...(title === '' ? {} : { title, italic: null }),
        copy: form.has('pdf') ? 'direct' : 'closed',
      });
      return back({ done: 'give', scholar });
    }
    case 'change': {
      const [paper, change] = [field('paper'), field('change')];
      const [owner = '', n] = paper.split('/');
      if (state.change({ owner, n: Number(n) }, change) === undefined) break;
      return back({ done: 'change', paper, change });
    }
    case 'fail': {
      if (!Object.hasOwn(sourceNames, source) || !isFaultKind(fault) || !Object.hasOwn(faultNames, fault)) break;
      state.faults.set(source, form.has('once') ? { kind: fault, times: 1 } : { kind: fault });
      return back({ done: 'fail', source, fault, ...(form.has('once') ? { once: '1' } : {}) });
    }
    case 'heal':
      state.faults.clear();
      return back({ done: 'heal' });
  }
  return sendText(response, 400, 'This form cannot be used. Reload the page.\n', 'text/plain');
}
