import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type ApiError, actOf, call, type Input, type Operation } from '../api/client.ts';
import { type Act, sentFirst, useAct } from '../api/queries.ts';
import { hashOfAct, passkeyState, showPasskey } from '../passkeys.ts';
import { useMe } from '../session.tsx';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { FaultList } from './faults.tsx';
import { TextField } from './field.tsx';
import { FormValues, submitUnchecked } from './form.ts';

const codeField = 'freshCode';
const passwordField = 'freshPassword';

/** How a form shows again that it is the same person. */
export interface FreshProof {
  /** Why it was refused, if it was given. */
  readonly error: ApiError | null;
  readonly isPending: boolean;
  /** The next attempt is made with a passkey. */
  choosePasskey(): void;
}

interface FormAct<Name extends Operation> {
  readonly act: Act<Name>;
  readonly proof: FreshProof;
  readonly isPending: boolean;
  submit(form: HTMLFormElement, input: Input<Name>, options: Parameters<Act<Name>['mutate']>[1]): void;
}

/**
 * An act that a form does. A session alone is not enough for some acts: where the service wants a fresh proof, the form gets
 * fields for it, and the next attempt gives the proof first: a code, a passkey for this very request, or the password of
 * somebody who has nothing else.
 */
export function useFormAct<Name extends Operation>(name: Name): FormAct<Name> {
  const act = useAct(name);
  const code = useAct('giveCode');
  const passkey = useMutation<unknown, ApiError, string>({ mutationFn: proveByPasskey });
  const isByPasskey = useRef(false);
  return {
    act,
    proof: {
      error: code.error ?? passkey.error,
      isPending: passkey.isPending,
      choosePasskey: () => {
        isByPasskey.current = true;
      },
    },
    isPending: act.isPending || code.isPending || passkey.isPending,
    submit(form, input, options) {
      const values = new FormValues(form);
      const given = { code: values.optional(codeField), password: values.optional(passwordField) };
      const perform = { onSuccess: () => act.mutate(input, options) };
      if (isByPasskey.current) {
        isByPasskey.current = false;
        code.reset();
        passkey.mutate(actOf(name, sentFirst(name, input)), perform);
      } else if (given.code !== null || given.password !== null) {
        passkey.reset();
        code.mutate({ body: given }, perform);
      } else act.mutate(input, options);
    },
  };
}

async function proveByPasskey(act: string): Promise<unknown> {
  const options = await call('beginProof', { body: { act: await hashOfAct(act) } });
  return await call('giveProof', { body: { passkey: await showPasskey(options) } });
}

export function wantsFreshProof(error: ApiError | null): boolean {
  return error?.faults.some(({ code }) => code === 'fresh_code_needed') ?? false;
}

/** What the person has to show, and what was wrong with what was shown. */
export function FreshProofFields({ proof }: { readonly proof: FreshProof }): ReactNode {
  const { account, access } = useText();
  const { hasSecondFactor, hasAuthenticator, passkeys } = useMe();
  return (
    <>
      {passkeys > 0 && passkeyState() === 'ready' && (
        <div className="field">
          <Button
            autoFocus={!hasAuthenticator}
            isBusy={proof.isPending}
            onClick={({ currentTarget }) => submitUnchecked(currentTarget.form, proof.choosePasskey)}
          >
            {access.passkeys.use}
          </Button>
          <p className="hint">{access.passkeys.useHint}</p>
        </div>
      )}
      {passkeys > 0 && !hasAuthenticator && passkeyState() !== 'ready' && (
        <p className="notice">{access.passkeys.unavailable}</p>
      )}
      {hasAuthenticator && (
        <TextField
          name={codeField}
          label={account.freshCode}
          hint={account.freshCodeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          required
        />
      )}
      {!hasSecondFactor && (
        <TextField
          name={passwordField}
          label={access.passwordAgain}
          hint={access.passwordAgainHint}
          type="password"
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
      {proof.error !== null && <FaultList error={proof.error} />}
    </>
  );
}
