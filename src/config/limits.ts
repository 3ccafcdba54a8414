import { readInteger, type Settings } from './values.ts';

/** What callers may ask: shops, payers, people who sign in, phones. 0 where there is no limit. */
export function readLimits(settings: Settings, isProduction: boolean) {
  /** A sandbox has none: it is asked by its owner's own tests and pages. */
  const limit = (key: string, production: number, unit: string) =>
    readInteger(settings, key, {
      fallback: isProduction ? production : 0,
      min: 0,
      max: 1_000_000,
      unit: `${unit}; 0 means no limit`,
    });
  return {
    /** Per API key. */
    rateLimitPerSecond: limit('RATE_LIMIT_PER_SECOND', 500, 'requests per second for each API key'),
    /** Payers need no key. */
    publicInterface: {
      // A payer's whole visit is some ten requests, and a mobile network may have hundreds of payers behind one address.
      readsPerMinute: limit('PUBLIC_READS_PER_MINUTE', 1_200, 'reads a minute of one address'),
      actsPerMinute: limit('PUBLIC_ACTS_PER_MINUTE', 120, 'acts a minute of one address'),
      guessesPerMinute: limit('PUBLIC_GUESSES_PER_MINUTE', 60, 'unknown IDs a minute of one address'),
      streamsMax: readInteger(settings, 'PUBLIC_STREAMS_MAX', {
        fallback: 10_000,
        min: 0,
        max: 1_000_000,
        unit: 'open pages',
      }),
      streamsPerAddressMax: limit('PUBLIC_STREAMS_PER_ADDRESS', 500, 'open pages of one address'),
    },
    /** Of one person, with all sessions and tokens. */
    operatorLimits: {
      // A page of the console asks for some five things; a bank program enters a list of arrivals one by one.
      requestsPerMinute: limit('OPERATOR_REQUESTS_PER_MINUTE', 1_200, 'requests a minute of one person'),
      // Each makes every process read its catalogue anew, and they run one at a time.
      changesPerMinute: limit('OPERATOR_CHANGES_PER_MINUTE', 120, 'changes of settings a minute of one person'),
      // A forwarder sends each message by itself, and a heartbeat now and then; after a night without network all at once.
      phoneRequestsPerMinute: limit('PHONE_REQUESTS_PER_MINUTE', 600, 'requests a minute of one phone'),
    },
  };
}
