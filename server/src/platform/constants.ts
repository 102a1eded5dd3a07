// What was, or could be, a setting, but is the same on every server, because nobody needs to change it.

/**
 * Tests and the demo pass other values to `readConfig`, so that nobody has to wait and tests need not send hundreds of
 * requests.
 */
export const CONSTANTS = {
  /**
   * One quick repetition of a request without a response bridges a lost connection. Backoff is better for all that
   * takes longer.
   */
  networkErrorRetries: 1,
  /** the wait before a quick repetition */
  retryBackoffSeconds: 1,
  /**
   * Attempts in a row without a response that start a cooldown: one may be by accident, and a third would be impolite.
   */
  networkFailureThreshold: 2,
  /** Backoff grows to an hour, so that a profile continues soon after a source is well again. */
  continuationMaxDelaySeconds: 3600,
  /** With backoff, six attempts take about an hour. What still fails then needs a person. */
  continuationMaxAttempts: 6,
  /** Pages of a profile in one attempt: 3,000 publications take a minute, and other users' profiles wait no longer. */
  maxPagesPerScholar: 30,
  /**
   * A PDF may be published a little later than its publication, but seldom after days. Users can search again. A preprint
   * of the last years is looked up again within a week, with jitter.
   */
  pdfRetry: { firstSeconds: 3600, intervalSeconds: 86_400, maxAttempts: 3, preprintSeconds: 6 * 86_400 },
  /**
   * How long a channel that announces news at once waits for more of it: most crawls of a run end within two minutes.
   */
  bundleSeconds: 120,
  /** The list of retractions is large, and few of its notices are urgent. After a failed attempt a day is enough. */
  noticeList: { everySeconds: 7 * 86_400, retrySeconds: 86_400 },
  /** A picture of two megabytes is larger than any that a profile shows. */
  imageMaxBytes: 2_000_000,
  /** Open event streams of a user in each process: twenty tabs. 0: no limit. */
  streamsPerUser: 20,
};
export type Constants = Readonly<typeof CONSTANTS>;

/** What a run's summary reports as many. A refusal is reported at once, because it starts a cooldown. */
export const BLOCKED_FAILURE_THRESHOLD = 1;
export const RETRY_SCHEDULED_THRESHOLD = 3;

/**
 * Settings of earlier versions, and what applies in their place. The names are accepted, because operators have them in
 * their files, and a line in the log says that they have no effect.
 */
export const RETIRED_SETTINGS: Readonly<Record<string, string>> = {
  INGESTION_MAX_PAGES_PER_SCHOLAR: 'An attempt reads 30 pages. A longer profile continues later.',
  INGESTION_NETWORK_ERROR_RETRIES: 'A request without a response is repeated once.',
  INGESTION_RETRY_BACKOFF_SECONDS: 'It is repeated after a second.',
  INGESTION_RATE_LIMIT_RETRIES: 'A request that got 429 is not repeated; the cooldown begins at once.',
  INGESTION_CONTINUATION_MAX_DELAY_SECONDS: 'The wait after a failed attempt grows to an hour.',
  INGESTION_CONTINUATION_MAX_ATTEMPTS:
    'After six failed attempts an item is dropped. Waiting for a cooldown is no attempt.',
  INGESTION_ALERT_BLOCKED_FAILURE_THRESHOLD: 'Every refusal starts a cooldown.',
  INGESTION_ALERT_NETWORK_FAILURE_THRESHOLD: 'Two attempts in a row without a response start a cooldown.',
  INGESTION_ALERT_RETRY_SCHEDULED_THRESHOLD: "If three scholars are left for later, the run's summary sets a flag.",
  PDF_AUTO_RETRY_FIRST_INTERVAL_SECONDS: 'A failed search for a PDF is repeated after an hour,',
  PDF_AUTO_RETRY_INTERVAL_SECONDS: 'then daily,',
  PDF_AUTO_RETRY_MAX_ATTEMPTS: 'three times in all.',
  NOTIFICATION_BUNDLE_SECONDS: 'A channel that sends at once waits two minutes for more news.',
  SCHOLAR_IMAGE_UPLOAD_MAX_BYTES: 'A picture has at most 2 MB.',
  STREAMS_PER_USER: 'A user may have 20 open event streams in each process.',
};
