import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, type ApiError, call, type Input, newKey, type Operation } from './client.ts';
import { useAskedAgainMs } from './live.ts';
import { isDoneEachTime, sendOnce, Unanswered } from './unanswered.ts';

interface ReadOptions {
  /** Renewed by itself while somebody looks at it: when the service says so. */
  readonly isLive?: boolean;
  readonly isEnabled?: boolean;
  /** Keeps the rows of the page before on the screen until the next ones are there. */
  readonly keepsPrevious?: boolean;
}

/** Reads an operation and keeps the answer current. */
export function useRead<Name extends Operation>(
  name: Name,
  input: Input<Name> = {},
  options: ReadOptions = {},
): UseQueryResult<Answer<Name>, ApiError> {
  const { isLive = false, isEnabled = true, keepsPrevious = false } = options;
  const askedAgainMs = useAskedAgainMs(name);
  return useQuery<Answer<Name>, ApiError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
    enabled: isEnabled,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    meta: { isLive },
    refetchInterval: isLive ? askedAgainMs : false,
  });
}

export type Act<Name extends Operation> = UseMutationResult<Answer<Name>, ApiError, Input<Name>>;

/** Of all forms, because a form may be closed and opened again; so many at most, of the last hour. */
const unansweredByAll = new Unanswered(20);

/** A session has begun, or goes on. */
export function keepUnansweredOf(userId: number): void {
  unansweredByAll.keepOf(userId);
}

/** What goes to the service first when this is asked for: a passkey agrees to one request, byte for byte. */
export function sentFirst<Name extends Operation>(name: Name, input: Input<Name>): Input<Name> {
  const earlier = isDoneEachTime(name) ? unansweredByAll.find(name, input, Date.now()) : null;
  return earlier === null ? input : (earlier.input as Input<Name>);
}

/**
 * Changes something. Nothing is shown before the service has said so: money is involved. A repeat after no answer carries
 * the same idempotency key, so that it cannot happen twice; a changed or refused request gets a new one.
 */
export function useAct<Name extends Operation>(name: Name): Act<Name> {
  const client = useQueryClient();
  const own = useRef(new Unanswered(1));
  return useMutation<Answer<Name>, ApiError, Input<Name>>({
    mutationFn: (input) =>
      sendOnce(isDoneEachTime(name) ? unansweredByAll : own.current, name, input, {
        send: (sent, idempotencyKey) => call(name, sent, { idempotencyKey }),
        newKey,
        nowMs: Date.now,
      }),
    // One act changes many things: a settled deal changes queue, balances, lists. All that is on the screen is asked again.
    // Not waited for: the form that asked may be gone when the answers come, and its own last word with it.
    onSuccess: () => {
      void client.invalidateQueries();
    },
    // It was not done, but there is a request now that waits for another operator.
    onError: ({ faults }) => {
      if (faults.some(({ code }) => code === 'second_person_needed')) {
        void client.invalidateQueries({ queryKey: ['listApprovals'] });
      }
    },
  });
}
