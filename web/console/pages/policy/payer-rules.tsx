import './payer-rules.css';
import { type ReactNode, useRef } from 'react';
import type { Answer } from '../../api/client.ts';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { Panel } from '../../ui/values.tsx';

type Store = Answer<'getStore'>;
const groups = ['known', 'fresh', 'address'] as const;
type Group = (typeof groups)[number];
type Figures = Store['payerRules'][Group];
const figures = ['pendingMax', 'countMax', 'countMinutes', 'failuresMax', 'blockMinutes'] as const;

interface RulesProps {
  readonly store: Store;
  readonly title: string;
}

/** How much one payer may have open, begin and leave unpaid: for the merchant's own stores, and for operators. */
export function PayerRules({ store, title }: RulesProps): ReactNode {
  const text = useText();
  const words = text.payers;
  return (
    <Panel
      title={title}
      actions={
        <DialogButton label={text.shell.edit}>
          {(onClose) => <ChangeRules store={store} onClose={onClose} />}
        </DialogButton>
      }
    >
      <p className="muted">{words.note}</p>
      <div className="rule-groups">
        {groups.map((group) => (
          <RuleGroup key={group} group={group} figures={store.payerRules[group]} />
        ))}
      </div>
      <p>{words.needs[store.payerRules.needsUserId ? 'yes' : 'no']}</p>
    </Panel>
  );
}

function RuleGroup({ group, figures: set }: { readonly group: Group; readonly figures: Figures }): ReactNode {
  const { payers: words } = useText();
  const time = (minutes: number) => (minutes % 60 === 0 ? words.hours(minutes / 60) : words.minutes(minutes));
  const { pendingMax, countMax, countMinutes, failuresMax, blockMinutes } = set;
  return (
    <section className="rule-group">
      <h3>{words.groups[group]}</h3>
      <dl>
        <dt>{words.pending}</dt>
        <dd>{pendingMax === 0 ? words.off : words.atMost(pendingMax)}</dd>
        <dt>{words.often}</dt>
        <dd>{countMax === 0 ? words.off : words.within(countMax, time(countMinutes))}</dd>
        <dt>{words.block}</dt>
        <dd>{failuresMax === 0 ? words.neverBlocked : words.after(failuresMax, time(blockMinutes))}</dd>
      </dl>
    </section>
  );
}

function ChangeRules({ store, onClose }: Pick<RulesProps, 'store'> & { readonly onClose: () => void }): ReactNode {
  const { payers: words, shell } = useText();
  const isOperator = useMe().role === 'operator';
  const fields = useRef<HTMLDivElement>(null);
  const suggest = () => {
    for (const group of groups) {
      for (const figure of figures) {
        const input = fields.current?.querySelector<HTMLInputElement>(`[name="${group}.${figure}"]`);
        if (input) input.value = String(store.payerRulesSuggested[group][figure]);
      }
    }
  };
  return (
    <ActDialog
      title={words.title}
      operation="changePayerRules"
      submit={shell.save}
      done={words.changed}
      read={(values) => ({
        path: { id: store.id },
        body: {
          known: figuresIn(values, 'known'),
          fresh: figuresIn(values, 'fresh'),
          address: figuresIn(values, 'address'),
          needsUserId: values.isChecked('needsUserId'),
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <p className="rule-start">
        <Button onClick={suggest}>{words.form.suggested}</Button> <span className="muted">{words.form.zero}</span>
      </p>
      <div ref={fields}>
        {groups.map((group) => (
          <fieldset key={group} className="rule-fields">
            <legend>{words.groups[group]}</legend>
            <p className="hint">{words.groupHints[group]}</p>
            <div className="fields">
              {figures.map((figure) => (
                <TextField
                  key={figure}
                  name={`${group}.${figure}`}
                  label={words.form[figure]}
                  inputMode="numeric"
                  pattern="[0-9]+"
                  defaultValue={store.payerRules[group][figure]}
                  required
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <CheckField name="needsUserId" label={words.needsUserId} defaultChecked={store.payerRules.needsUserId} />
      {isOperator && <p className="muted">{words.form.widerWaits}</p>}
      <ReasonField />
    </ActDialog>
  );
}

function figuresIn(values: FormValues, group: Group): Figures {
  const one = (figure: keyof Figures) => values.whole(`${group}.${figure}`) ?? 0;
  return {
    pendingMax: one('pendingMax'),
    countMax: one('countMax'),
    countMinutes: one('countMinutes'),
    failuresMax: one('failuresMax'),
    blockMinutes: one('blockMinutes'),
  };
}
