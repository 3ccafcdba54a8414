import { readCallersLimit, type Settings } from './config-values.ts';

/** What one person, with all sessions and tokens, may ask of the interface for people. 0 where there is no limit. */
export interface OperatorLimits {
  readonly requestsPerMinute: number;
  /** Changes of settings and access: each makes every process read its catalogue anew, and they run one at a time. */
  readonly changesPerMinute: number;
  /** Of one phone of a maker: each brings up to a hundred messages. */
  readonly phoneRequestsPerMinute: number;
}

export function readOperatorLimits(settings: Settings, isProduction: boolean): OperatorLimits {
  const perPerson = (key: string, production: number, unit: string) =>
    readCallersLimit(settings, key, { production, isProduction, unit: `${unit} of one person` });
  return {
    // A page of the console asks for some five things; a bank program enters a list of arrivals one by one.
    requestsPerMinute: perPerson('OPERATOR_REQUESTS_PER_MINUTE', 1_200, 'requests a minute'),
    changesPerMinute: perPerson('OPERATOR_CHANGES_PER_MINUTE', 120, 'changes of settings a minute'),
    // A forwarder sends each message by itself, and a heartbeat now and then; after a night without network all at once.
    phoneRequestsPerMinute: readCallersLimit(settings, 'PHONE_REQUESTS_PER_MINUTE', {
      production: 600,
      isProduction,
      unit: 'requests a minute of one phone',
    }),
  };
}
