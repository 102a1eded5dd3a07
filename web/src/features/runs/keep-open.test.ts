import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOpen } from './keep-open.ts';

/** The browser's, as far as it is used. */
class Source {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  constructor() {
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.onerror();
  }
}

const last = () => Source.opened.at(-1);

beforeEach(() => {
  Source.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a stream that was refused is asked for again, later each time, until it opens', () => {
  const heard: unknown[] = [];
  keepOpen('/stream', (source) => heard.push(source));
  const pauses = [2, 4, 8, 16, 30, 30];
  for (const [at, seconds] of pauses.entries()) {
    last()?.fail(Source.CLOSED);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(Source.opened).toHaveLength(at + 1);
    vi.advanceTimersByTime(1);
    expect(Source.opened).toHaveLength(at + 2);
  }
  last()?.onopen();
  last()?.fail(Source.CLOSED);
  vi.advanceTimersByTime(2000);
  expect(heard).toEqual(Source.opened);
  expect(heard).toHaveLength(pauses.length + 2);
});

test('what the browser takes up by itself is left to it, and nothing is opened after the end', () => {
  const close = keepOpen('/stream', () => undefined);
  last()?.fail(0);
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
  last()?.fail(Source.CLOSED);
  close();
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
});
