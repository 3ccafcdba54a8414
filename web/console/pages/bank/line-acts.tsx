import './bank.css';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { BankLine } from '../../api/schema.ts';
import { groupDigits } from '../../format.ts';
import { useText } from '../../text/locale.tsx';
import { ActButton, ActForm, field, reason } from '../../ui/act-form.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Facts, Instant, Money } from '../../ui/values.tsx';

type Candidate = Answer<'listLineCandidates'>['items'][number];

interface LineProps {
  readonly line: BankLine;
}

/** Money that is held as an arrival is decided about there; anything else is linked, and both can be explained. */
export function LineActs({ line }: LineProps): ReactNode {
  const text = useText();
  const { bank } = text;
  return (
    <span className="bank-acts">
      {line.arrival === null ? (
        <DialogButton label={bank.link.submit} isSmall>
          {(onClose) => <LinkLine line={line} onClose={onClose} />}
        </DialogButton>
      ) : (
        <Link className="button small" href={`/arrivals?id=${line.arrival.id}`}>
          {text.trade.arrival}
        </Link>
      )}
      <ActButton operation="explainBankLine" path={{ id: line.id }} words={bank.explain} fields={{ reason }} isSmall>
        <LineFacts line={line} />
      </ActButton>
    </span>
  );
}

function LineFacts({ line }: LineProps): ReactNode {
  const text = useText();
  const { bank } = text;
  return (
    <Facts
      items={[
        [text.trade.sum, <Money key="sum" value={line.sum} />],
        [bank.day, line.bookedOn],
        [bank.party, line.party || '–'],
        [bank.purpose, line.purpose || '–'],
      ]}
    />
  );
}

const other = 'other';

/** Chosen from what comes into question; an ID is typed only where nothing does. */
function LinkLine({ line, onClose }: LineProps & { readonly onClose: () => void }): ReactNode {
  const { bank, shell } = useText();
  const candidates = useRead('listLineCandidates', { path: { id: line.id } }, { isLive: true });
  const items = candidates.data?.items;
  const isEmpty = candidates.isError || items?.length === 0;
  const [chosen, setChosen] = useState('');
  const isOther = isEmpty || chosen === other;
  return (
    <ActForm
      operation="linkBankLine"
      path={{ id: line.id }}
      words={bank.link}
      fields={{
        subjectId: field.own(
          isOther && <TextField name="subjectId" label={bank.subject} hint={bank.linkHint} required />,
          (values) => values.text(isOther ? 'subjectId' : 'candidate'),
        ),
        reason,
      }}
      onClose={onClose}
    >
      <LineFacts line={line} />
      {items === undefined && !candidates.isError && <p className="hint">{shell.loading}</p>}
      {isEmpty && <p className="hint">{bank.noCandidates}</p>}
      {items !== undefined && items.length > 0 && (
        <fieldset className="bank-candidates">
          <legend>{bank.candidates}</legend>
          {items.map((one) => (
            <CandidateChoice key={one.id} candidate={one} onChoose={setChosen} />
          ))}
          <label className="check">
            <input type="radio" name="candidate" value={other} required onChange={() => setChosen(other)} />
            <span>{bank.otherCandidate}</span>
          </label>
        </fieldset>
      )}
    </ActForm>
  );
}

function CandidateChoice({
  candidate,
  onChoose,
}: {
  readonly candidate: Candidate;
  readonly onChoose: (id: string) => void;
}): ReactNode {
  const { bank } = useText();
  const { id, kind, requisite, at, isSettled } = candidate;
  return (
    <div className="bank-candidate">
      <label className="check">
        <input type="radio" name="candidate" value={id} required disabled={!isSettled} onChange={() => onChoose(id)} />
        <span className="two-lines">
          <span>
            {isSettled ? bank.candidateKinds[kind] : bank.waitsForMoney} · <Instant at={at} />
          </span>
          <span>{requisite === '' ? '' : groupDigits(requisite)}</span>
        </span>
      </label>
      <Link href={kind === 'arrival' ? `/arrivals?id=${id}` : `/deals/${id}`}>…{id.slice(-8)}</Link>
    </div>
  );
}
