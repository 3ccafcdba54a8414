import './signature.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { basePath } from '../../../api/client.ts';
import { useText } from '../../../text/locale.tsx';
import { Button } from '../../../ui/button.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/field.tsx';
import { PageHead, Panel } from '../../../ui/values.tsx';
import { type ContentType, explainSignature, type SignedRequest } from './explain.ts';
import type { Explained } from './explained.ts';
import { Steps } from './steps.tsx';

/**
 * Why a request was refused with 401. The form is never sent: what is typed stays in the page, the secret above all, and the
 * page's policy allows no other server than this service.
 */
export default function BadSignature(): ReactNode {
  const text = useText();
  const { signature: words } = text.merchant;
  const [explained, setExplained] = useState<Explained | null>(null);
  const hasCrypto = globalThis.isSecureContext;
  const explain = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = requestOf(new FormData(event.currentTarget));
    const seen = textOf(new FormData(event.currentTarget), 'seen');
    setExplained({ request, explanation: await explainSignature(request), seen });
  };
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className="signature-columns">
        <Panel title={words.request}>
          <form className="signature-form dialog-body" onSubmit={explain} autoComplete="off">
            <Fields />
            {hasCrypto ? (
              <Button type="submit" tone="primary">
                {words.explain}
              </Button>
            ) : (
              <p className="notice">{words.noCrypto}</p>
            )}
          </form>
        </Panel>
        <Panel title={words.steps}>
          <div aria-live="polite">
            {explained === null ? <p className="muted">{words.waiting}</p> : <Steps explained={explained} />}
          </div>
        </Panel>
      </div>
    </>
  );
}

const methods = ['POST', 'GET'] as const;

function Fields(): ReactNode {
  const { signature: words } = useText().merchant;
  const plain = { spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <>
      <TextField name="key" label={words.key} {...plain} />
      <div className="fields">
        <SelectField name="method" label={words.method} options={methods.map((one) => [one, one])} />
        <SelectField name="contentType" label={words.contentType} options={Object.entries(words.contentTypes)} />
      </div>
      <TextField name="url" label={words.url} hint={words.urlHint} required {...plain} />
      <AreaField name="body" label={words.body} hint={words.bodyHint} rows={5} />
      <TextField name="signature" label={words.signature} required {...plain} />
      <TextField
        name="secret"
        type="password"
        label={words.secret}
        hint={words.secretHint}
        autoComplete="off"
        required
        {...plain}
      />
      <AreaField name="seen" label={words.seen} hint={words.seenHint} rows={2} />
    </>
  );
}

function requestOf(form: FormData): SignedRequest {
  const serviceUrl = `${window.location.origin}${basePath}`;
  const url = textOf(form, 'url').trim();
  return {
    key: textOf(form, 'key').trim(),
    method: textOf(form, 'method'),
    contentType: textOf(form, 'contentType') as ContentType,
    url: url.startsWith('/') ? `${serviceUrl}${url}` : url,
    // A text field writes new lines as CR LF into a form; they were typed as LF.
    body: textOf(form, 'body').replaceAll('\r\n', '\n'),
    signature: textOf(form, 'signature').trim(),
    secret: textOf(form, 'secret'),
    serviceUrl,
  };
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
