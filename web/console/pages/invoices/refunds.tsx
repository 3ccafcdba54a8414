import './refunds.css';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { InvoiceLife, RefundDTO } from '../../api/schema.ts';
import { formatDecimal, minorUnits } from '../../format.ts';
import { useMay, useMe } from '../../session.tsx';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field, reason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkDialog } from '../../ui/link-dialog.tsx';
import { Instant, Money, Panel, Status } from '../../ui/values.tsx';
import { CodeField } from '../merchant/second-factor.tsx';

/** What of a payin went back to its payer, what is promised, and why; of a payout, which refund it pays. */
export function Refunds({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { refunds: words } = useText().invoices;
  const may = useMay('payouts');
  // Not in the button, which goes with the last of the sum: its link is to stay until somebody has taken it.
  const [made, setMade] = useState<RefundDTO | null>(null);
  if (life.type === 'out') return <PaysRefund life={life} />;
  const left = may ? leftToRefund(life) : null;
  if (life.refunds.length === 0 && left === null) return null;
  return (
    <Panel
      title={words.title}
      actions={left === null ? null : <RefundButton life={life} left={left} onMade={setMade} />}
    >
      {life.refunds.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="refunds">
          {life.refunds.map((refund) => (
            <RefundLine key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {made?.refundUrl != null && <RefundLink url={made.refundUrl} onClose={() => setMade(null)} />}
    </Panel>
  );
}

function PaysRefund({ life }: { readonly life: InvoiceLife }): ReactNode {
  const { refunds: words } = useText().invoices;
  const [refund] = life.refunds;
  if (refund === undefined) return null;
  return (
    <Panel title={words.one}>
      <p>
        {words.pays} <Link href={`/invoices/${refund.invoiceId}`}>{words.thePayin}</Link>
      </p>
      <p className="muted">{refund.reason}</p>
    </Panel>
  );
}

function RefundLine({ refund }: { readonly refund: RefundDTO }): ReactNode {
  const text = useText();
  const { refunds: words, authors } = text.invoices;
  const may = useMay('payouts');
  const [isShown, setShown] = useState(false);
  return (
    <li>
      <p className="refund-head">
        <Money value={refund.sum} /> <Status of="refund" value={refund.status} />
        {refund.isExcess && <span className="muted"> {words.ofExcess}</span>}
      </p>
      <p className="muted">
        <Instant at={refund.createdAt} /> · {authors[refund.askedBy] ?? refund.askedBy}
        {refund.reason === '' ? null : ` · ${refund.reason}`}
      </p>
      {refund.status === 'waiting' && (
        <p className="muted">
          {words.waitsUntil} <Instant at={refund.expireAt} />
          {refund.refundUrl === null && `. ${words.linkAtStore}`}
        </p>
      )}
      <div className="row-actions">
        {refund.refundUrl !== null && (
          <Button className="small" onClick={() => setShown(true)}>
            {words.showLink}
          </Button>
        )}
        {refund.status === 'waiting' && may && <CancelButton refund={refund} />}
        {refund.payoutId !== null && <Link href={`/invoices/${refund.payoutId}`}>{words.openPayout}</Link>}
      </div>
      {isShown && refund.refundUrl !== null && <RefundLink url={refund.refundUrl} onClose={() => setShown(false)} />}
    </li>
  );
}

export function RefundLink({ url, onClose }: { readonly url: string; readonly onClose: () => void }): ReactNode {
  const { refunds: words } = useText().invoices;
  return <LinkDialog title={words.link} url={url} hint={words.linkHint} onClose={onClose} />;
}

function RefundButton({
  life,
  left,
  onMade,
}: {
  readonly life: InvoiceLife;
  readonly left: string;
  readonly onMade: (refund: RefundDTO) => void;
}): ReactNode {
  const { text, locale } = useLocale();
  const { refunds: words } = text.invoices;
  const { role } = useMe();
  return (
    <ActButton
      operation="askRefund"
      path={{ id: life.id }}
      words={words.ask}
      fields={{
        amount: field.amount(text.fields.amount, life.sum.currency, {
          defaultValue: left,
          hint: words.left(formatDecimal(locale, left), life.sum.currency),
        }),
        reason,
        ...(role === 'merchant'
          ? {
              code2FA: field.own(<CodeField name="code2FA" hint={text.merchant.secondFactor.codeHint} />, (values) =>
                values.text('code2FA'),
              ),
            }
          : {}),
      }}
      onDone={onMade}
      isSmall
    >
      <p className="muted">{words.askHint}</p>
    </ActButton>
  );
}

function CancelButton({ refund }: { readonly refund: RefundDTO }): ReactNode {
  const { refunds: words } = useText().invoices;
  return (
    <ActButton
      operation="cancelRefund"
      path={{ id: refund.id }}
      words={words.cancel}
      tone="danger"
      fields={{ reason }}
      buttonTone="plain"
      isSmall
    >
      <p className="muted">{words.cancelHint}</p>
    </ActButton>
  );
}

const dead: ReadonlySet<string> = new Set(['lapsed', 'canceled', 'failed']);

/** A decimal sum; null where nothing can be refunded. The service counts once more. */
function leftToRefund({ status, type, receivedSumFromTaker, partSum, refunds }: InvoiceLife): string | null {
  // Of an invoice that has expired, what came of it in part.
  const received = status === 'paid' ? receivedSumFromTaker : status === 'expired' ? partSum : null;
  if (type !== 'in' || received === null) return null;
  // What was sent too much is no part of it.
  const living = refunds.filter((refund) => !dead.has(refund.status) && !refund.isExcess);
  const left = living.reduce((rest, { sum }) => rest - minorUnits(sum), minorUnits(received));
  if (left <= 0n) return null;
  const { subunit } = received;
  const digits = left.toString().padStart(subunit + 1, '0');
  return subunit === 0 ? digits : `${digits.slice(0, -subunit)}.${digits.slice(-subunit)}`;
}
