import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActForm, field, reason } from '../../ui/act-form.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AmountField } from '../../ui/field.tsx';
import { Amount, Badge, Facts, Panel } from '../../ui/values.tsx';
import { AddPhone } from '../phones/phone-dialogs.tsx';
import { PhoneList } from '../phones/phone-list.tsx';

type Automation = Answer<'readAutomation'>;

const figures = ['messages', 'settled', 'held', 'kept', 'breaks', 'forged', 'corrections', 'late'] as const;

/** What messages of the maker's phones may settle by themselves, and what speaks for and against it. */
export function MakerAutomation({ makerId }: { readonly makerId: number }): ReactNode {
  const { automation: words } = useText().phones;
  const found = useRead('readAutomation', { path: { id: makerId } }, { isLive: true }).data;
  if (found === undefined) return null;
  const { isOn, dealMax, dayMax, breakMax, currency, trust } = found;
  const limit = (sum: string | null) => (sum === null ? words.noLimit : <Amount value={sum} currency={currency} />);
  return (
    <>
      <Panel
        title={words.title}
        actions={
          <DialogButton label={words.change}>
            {(onClose) => <ChangeAutomation automation={found} onClose={onClose} />}
          </DialogButton>
        }
      >
        <p className="muted">{words.note}</p>
        <Facts
          items={[
            [
              words.isOn,
              <Badge key="on" tone={isOn ? 'ok' : 'off'}>
                {isOn ? words.on : words.off}
              </Badge>,
            ],
            [words.dealMax, limit(dealMax)],
            [words.dayMax, limit(dayMax)],
            [words.breakMax, <Amount key="break" value={breakMax} currency={currency} />],
            [words.trust(trust.days), figures.map((name) => `${words.figures[name]} ${trust[name]}`).join(' · ')],
          ]}
        />
      </Panel>
      <Panel title={words.phones} actions={<AddPhone makerId={makerId} />}>
        <PhoneList makerId={makerId} />
      </Panel>
    </>
  );
}

function ChangeAutomation({
  automation: { makerId, isOn, dealMax, dayMax, breakMax, currency },
  onClose,
}: {
  readonly automation: Automation;
  readonly onClose: () => void;
}): ReactNode {
  const { phones, shell } = useText();
  const { automation: words } = phones;
  return (
    <ActForm
      operation="setAutomation"
      path={{ id: makerId }}
      words={{ title: words.title, submit: shell.save, done: words.changed }}
      fields={{
        isOn: field.flag(words.isOn, isOn),
        dealMax: field.amountOrNull(words.dealMax, currency, { hint: words.limitHint, defaultValue: dealMax ?? '' }),
        dayMax: field.amountOrNull(words.dayMax, currency, { hint: words.limitHint, defaultValue: dayMax ?? '' }),
        breakMax: field.own(
          <AmountField
            name="breakMax"
            label={words.breakMax}
            hint={words.breakMaxHint}
            currency={currency}
            defaultValue={breakMax}
          />,
          (values) => values.amount('breakMax') || '0',
        ),
        reason,
      }}
      onClose={onClose}
    />
  );
}
