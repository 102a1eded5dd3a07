const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [2_000, 30_000];

/**
 * Follows an event stream until the returned function is called. A browser reconnects after a broken connection, but
 * not after a refusal, for example by a proxy while the service restarts. Then this opens the stream again, from its
 * beginning.
 */
export function followStream(url: string, listen: (source: EventSource) => void): () => void {
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
        Math.min(FIRST_PAUSE_MS * 2 ** refusals, MAX_PAUSE_MS),
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
