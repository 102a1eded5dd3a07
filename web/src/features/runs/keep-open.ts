const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [2_000, 30_000];

/**
 * Follows a stream of events until the function that this returns is called. A browser takes up a connection that broke, but one that was
 * refused, as by a proxy while the service restarts, it gives up for good: then the stream is asked for anew, from its beginning.
 */
export function keepOpen(url: string, listen: (source: EventSource) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let source = open();
  function open(): EventSource {
    const opened = new EventSource(url);
    opened.onopen = () => {
      refusals = 0;
    };
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(
        () => {
          source = open();
        },
        Math.min(FIRST_PAUSE_MS * 2 ** refusals, LONGEST_PAUSE_MS),
      );
      refusals += 1;
    };
    listen(opened);
    return opened;
  }
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
