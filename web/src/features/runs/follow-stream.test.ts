import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from './follow-stream.ts';

/** The used part of the browser's EventSource. */
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

test('a refused stream is reopened with growing pauses until it opens', () => {
  const sources: unknown[] = [];
  followStream('/stream', (source) => sources.push(source));
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
  expect(sources).toEqual(Source.opened);
  expect(sources).toHaveLength(pauses.length + 2);
});

test('the browser reconnects by itself, and nothing is opened after closing', () => {
  const close = followStream('/stream', () => undefined);
  last()?.fail(0);
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
  last()?.fail(Source.CLOSED);
  close();
  vi.runAllTimers();
  expect(Source.opened).toHaveLength(1);
});
