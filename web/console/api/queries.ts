import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { type Answer, ApiError, call, type Input, newKey, type Operation } from './client.ts';
import { useAskedAgainMs } from './live.ts';

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

/**
 * Changes something. Nothing is shown before the service has said so: money is involved. A repeat after no answer carries
 * the same idempotency key, so that it cannot happen twice; a changed or refused request gets a new one.
 */
export function useAct<Name extends Operation>(name: Name): Act<Name> {
  const client = useQueryClient();
  const sent = useRef<{ readonly fingerprint: string; readonly key: string } | null>(null);
  return useMutation<Answer<Name>, ApiError, Input<Name>>({
    mutationFn: async (input) => {
      const fingerprint = fingerprintOf(input);
      if (sent.current?.fingerprint !== fingerprint) sent.current = { fingerprint, key: newKey() };
      try {
        const answer = await call(name, input, { idempotencyKey: sent.current.key });
        sent.current = null;
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.isDecided) sent.current = null;
        throw error;
      }
    },
    // One act changes many things: a settled deal changes queue, balances, lists. All that is on the screen is asked again.
    // Not waited for: the form that asked may be gone when the answers come, and its own last word with it.
    onSuccess: () => {
      void client.invalidateQueries();
    },
  });
}

function fingerprintOf(input: { readonly body?: unknown }): string {
  if (!(input.body instanceof FormData)) return JSON.stringify(input);
  const fields = [...input.body].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.lastModified],
  );
  return JSON.stringify([{ ...input, body: null }, fields]);
}
