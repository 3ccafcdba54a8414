import type { ReactNode } from 'react';
import type { ApiError, Input, Operation } from '../api/client.ts';
import { type Act, useAct } from '../api/queries.ts';
import { useText } from '../text/locale.tsx';
import { FaultList } from './faults.tsx';
import { TextField } from './field.tsx';
import { FormValues } from './form.ts';

const fieldName = 'freshCode';

interface FormAct<Name extends Operation> {
  readonly act: Act<Name>;
  /** Why the code was refused, if one was given. */
  readonly codeError: ApiError | null;
  readonly isPending: boolean;
  submit(form: HTMLFormElement, input: Input<Name>, options: Parameters<Act<Name>['mutate']>[1]): void;
}

/**
 * An act that a form does. A session alone is not enough for some acts: where the service wants a fresh two-factor code, the
 * form gets a field for it, and the next attempt gives the code first.
 */
export function useFormAct<Name extends Operation>(name: Name): FormAct<Name> {
  const act = useAct(name);
  const code = useAct('giveCode');
  return {
    act,
    codeError: code.error,
    isPending: act.isPending || code.isPending,
    submit(form, input, options) {
      const given = new FormValues(form).optional(fieldName);
      if (given === null) act.mutate(input, options);
      else code.mutate({ body: { code: given } }, { onSuccess: () => act.mutate(input, options) });
    },
  };
}

export function wantsFreshCode(error: ApiError | null): boolean {
  return error?.faults.some(({ code }) => code === 'fresh_code_needed') ?? false;
}

/** The field, and what was wrong with the code that was in it. */
export function FreshCodeField({ codeError }: { readonly codeError: ApiError | null }): ReactNode {
  const text = useText();
  return (
    <>
      <TextField
        name={fieldName}
        label={text.account.freshCode}
        hint={text.account.freshCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        autoFocus
        required
      />
      {codeError !== null && <FaultList error={codeError} />}
    </>
  );
}
