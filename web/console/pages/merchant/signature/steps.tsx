import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { useText } from '../../../text/locale.tsx';
import { Id } from '../../../ui/values.tsx';
import { useStoreChoice } from '../own-merchant.ts';
import { firstDifference, isBodySigned, type SignedRequest } from './explain.ts';
import type { Explained } from './explained.ts';

type Tone = 'ok' | 'bad' | 'plain';

/** Each part of a signed request looked at in turn, and at the end what the signature was really made of. */
export function Steps({ explained }: { readonly explained: Explained }): ReactNode {
  const { signature: words } = useText().merchant;
  const { request, explanation } = explained;
  const url = urlVerdict(request);
  const key = useKeyVerdict(request.key);
  return (
    <ol className="signature-steps">
      <Step title={words.stepKey} tone={key.tone}>
        <p>{key.text}</p>
      </Step>
      <Step title={words.stepUrl} tone={url === 'urlOk' ? 'ok' : 'bad'}>
        <p>{url === 'urlElsewhere' ? words.urlElsewhere(request.serviceUrl) : words[url]}</p>
      </Step>
      <StringToSign explained={explained} />
      <Step
        title={words.stepSignature}
        tone={explanation.isRight ? 'ok' : explanation.shape === 'base64' ? 'plain' : 'bad'}
      >
        <p>{words.shapes[explanation.shape]}</p>
        <p>
          {words.expected} <Id value={explanation.expected} isWhole />
        </p>
      </Step>
      <Outcome explained={explained} />
    </ol>
  );
}

function Step({
  title,
  tone,
  children,
}: {
  readonly title: string;
  readonly tone: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className={tone}>
      <div className="step-body">
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

function urlVerdict({ url, serviceUrl }: SignedRequest) {
  if (!/^https?:\/\/[^/?#]+/i.test(url)) return 'urlBad';
  if (!url.startsWith(`${serviceUrl}/`)) return 'urlElsewhere';
  if (url.includes('#')) return 'urlFragment';
  return url.startsWith(`${serviceUrl}/api/merchant/`) ? 'urlOk' : 'urlNotMerchant';
}

/** Whether one of the merchant's stores has the key. */
function useKeyVerdict(key: string): { readonly tone: Tone; readonly text: string } {
  const { signature: words } = useText().merchant;
  const { stores = [] } = useStoreChoice();
  const answers = useQueries({
    queries: stores.map(({ id }) => {
      const input = { path: { id } };
      return { queryKey: ['listStoreKeys', input], queryFn: () => call('listStoreKeys', input) };
    }),
  });
  if (key === '') return { tone: 'bad', text: words.keyBlank };
  for (const [index, { data }] of answers.entries()) {
    const found = data?.items.find((one) => one.key === key);
    if (found === undefined) continue;
    if (found.revokedAt !== null) return { tone: 'bad', text: words.keyRevoked };
    return { tone: 'ok', text: words.keyOk(stores[index]?.name ?? '') };
  }
  return { tone: 'bad', text: words.keyUnknown };
}

function StringToSign({ explained }: { readonly explained: Explained }): ReactNode {
  const { signature: words } = useText().merchant;
  const { request, explanation, seen } = explained;
  const isSigned = isBodySigned(request.method, request.contentType);
  const difference = seen === '' ? null : firstDifference(explanation.stringToSign, seen);
  return (
    <Step title={words.stepString} tone={seen === '' ? 'plain' : difference === null ? 'ok' : 'bad'}>
      <p className="muted">{words.stringHint}</p>
      <pre className="to-sign">
        <mark title={words.partMethod}>{request.method.toUpperCase()}</mark>
        <mark className="is-url" title={words.partUrl}>
          {request.url}
        </mark>
        {isSigned && request.body !== '' && (
          <mark className="is-body" title={words.partBody}>
            {request.body}
          </mark>
        )}
      </pre>
      {!isSigned && request.body !== '' && <p className="muted">{words.bodyLeftOut}</p>}
      {seen !== '' && difference === null && <p>{words.sameAsSeen}</p>}
      {difference !== null && (
        <>
          <p className="mistake">{words.differsAt(difference + 1)}</p>
          <Difference position={difference} texts={[explanation.stringToSign, seen]} />
        </>
      )}
    </Step>
  );
}

/** So much before and behind it that the place is recognised. */
const contextCharacters = 40;

/** Two texts one below the other, around the place where they part. */
function Difference({
  position,
  texts,
}: {
  readonly position: number;
  readonly texts: readonly [own: string, other: string];
}): ReactNode {
  const from = Math.max(0, position - contextCharacters);
  return texts.map((text, index) => (
    <pre key={index === 0 ? 'own' : 'other'} className="to-sign">
      {from > 0 ? '…' : ''}
      {text.slice(from, position)}
      <mark className="differs">{visible(text[position])}</mark>
      {text.slice(position + 1, position + contextCharacters)}
      {position + contextCharacters < text.length ? '…' : ''}
    </pre>
  ));
}

/** A sign that would not be seen is shown by one that is. */
function visible(character: string | undefined): string {
  if (character === undefined) return '∅';
  return character === '\n' ? '⏎' : character === ' ' ? '␣' : character;
}

function Outcome({ explained }: { readonly explained: Explained }): ReactNode {
  const { signature: words } = useText().merchant;
  const { isRight, found, stringToSign } = explained.explanation;
  const difference = found === null ? null : firstDifference(stringToSign, found.signed);
  if (isRight) {
    return (
      <Step title={words.stepOutcome} tone="ok">
        <p className="is-right">{words.right}</p>
      </Step>
    );
  }
  return (
    <Step title={words.stepOutcome} tone="bad">
      {found === null ? (
        <p className="mistake">{words.nothing}</p>
      ) : (
        <>
          <p>{words.found}</p>
          {found.mistakes.map((mistake) => (
            <p key={mistake} className="mistake">
              {words.mistakes[mistake]}
            </p>
          ))}
          {difference !== null && (
            <>
              <p className="muted">{words.signedInstead(difference + 1)}</p>
              <Difference position={difference} texts={[stringToSign, found.signed]} />
            </>
          )}
        </>
      )}
    </Step>
  );
}
