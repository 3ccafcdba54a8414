import './sandbox.css';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Answer, type ApiError, basePath, call } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { formatDuration } from '../../format.ts';
import { useMay, useMe } from '../../session.tsx';
import { useLocale, useText } from '../../text/locale.tsx';
import { ActButton, field, usualReason } from '../../ui/act-form.tsx';
import { Button } from '../../ui/button.tsx';
import { FaultList } from '../../ui/faults.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Badge, Facts, Instant, PageHead, Panel } from '../../ui/values.tsx';
import { TryAddress } from '../notifications/notification-dialogs.tsx';

type Store = Answer<'listStores'>['items'][number];

/** What only a sandbox has: its clock, outcomes on demand, people who work by themselves, a test of a receiver. */
export default function Sandbox(): ReactNode {
  const words = useText().sandbox;
  const { data } = useRead('listStores', { query: { limit: 200 } });
  const stores = data?.items ?? [];
  const mayPlay = useMay('payins');
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className="columns sandbox">
        <Clock />
        <World />
        {mayPlay && <Fates stores={stores} />}
        {mayPlay && (
          <Panel title={words.notifications}>
            <p className="muted">{words.notificationsHint}</p>
            <div>
              <TryAddress stores={stores} />
            </div>
          </Panel>
        )}
      </div>
    </>
  );
}

function Clock(): ReactNode {
  const { text, locale } = useLocale();
  const words = text.sandbox;
  const { role } = useMe();
  const clock = useRead('readSandboxClock').data;
  return (
    <Panel title={words.clock}>
      <Facts
        items={[
          [words.now, <Instant key="now" at={clock?.now ?? null} />],
          [
            words.ahead,
            clock === undefined || clock.aheadMs === 0 ? words.notAhead : formatDuration(locale, clock.aheadMs),
          ],
        ]}
      />
      {role === 'operator' && (
        <ActButton
          operation="advanceSandboxClock"
          words={words.advance}
          fields={{
            advanceMs: field.own(
              <SelectField
                name="advanceMs"
                label={words.byHowMuch}
                options={Object.entries(words.steps)}
                defaultValue="3600000"
              />,
              (values) => values.whole('advanceMs') ?? 0,
            ),
            reason: usualReason(words.advanceReason),
          }}
        >
          <p className="muted">{words.advanceHint}</p>
        </ActButton>
      )}
    </Panel>
  );
}

function World(): ReactNode {
  const words = useText().sandbox;
  const { role } = useMe();
  const world = useRead('readSandboxWorld', {}, { isLive: true }).data;
  const turn = useAct('switchSandboxWorld');
  const [pace, setPace] = useState('10');
  if (world === undefined) return null;
  return (
    <Panel
      title={words.world}
      actions={<Badge tone={world.isOn ? 'ok' : 'off'}>{world.isOn ? words.isOn : words.isOff}</Badge>}
    >
      <p className="muted">{words.worldHint}</p>
      <Facts
        items={[
          [words.begun, world.begun],
          [words.inHand, world.inHand],
          world.failed > 0 ? [words.failed, world.failed] : null,
          world.trouble === null ? null : [words.trouble, world.trouble],
        ]}
      />
      {role === 'operator' && (
        <div className="sandbox-row">
          {!world.isOn && (
            <SelectField
              name="pace"
              label={words.pace}
              options={Object.entries(words.paces)}
              defaultValue="10"
              onChange={setPace}
            />
          )}
          <Button
            tone={world.isOn ? 'plain' : 'primary'}
            isBusy={turn.isPending}
            onClick={() => turn.mutate({ body: { isOn: !world.isOn, pace: Number(pace) } })}
          >
            {world.isOn ? words.stop : words.start}
          </Button>
        </div>
      )}
      {turn.error !== null && <FaultList error={turn.error} />}
    </Panel>
  );
}

interface Played {
  readonly id: string;
  readonly hasDeal: boolean;
}

/** An invoice whose kopecks choose its fate, as a shop and a payer would make and start it. */
async function play({ id, currency }: Store, fate: string): Promise<Played> {
  const made = await call('createPaymentLink', { path: { id }, body: { amount: `1000.${fate}`, currency } });
  const answer = await fetch(`${basePath}/api/public/invoices/${made.id}/start-deal`, { method: 'POST' });
  const started = (await answer.json()) as { readonly deals?: readonly unknown[] };
  return { id: made.id, hasDeal: (started.deals?.length ?? 0) > 0 };
}

function Fates({ stores }: { readonly stores: readonly Store[] }): ReactNode {
  const text = useText();
  const words = text.sandbox;
  const [storeId, setStoreId] = useState('');
  const [fate, setFate] = useState('01');
  const store = stores.find(({ id }) => String(id) === storeId) ?? stores[0];
  const playing = useMutation<Played, ApiError, Store>({ mutationFn: (one) => play(one, fate) });
  if (store === undefined) return null;
  return (
    <Panel title={words.fates}>
      <p className="muted">{words.fatesHint}</p>
      {stores.length > 1 && (
        <SelectField
          name="store"
          label={text.trade.store}
          options={stores.map(({ id, name }) => [String(id), name])}
          onChange={setStoreId}
        />
      )}
      <SelectField
        name="fate"
        label={words.fates}
        options={Object.entries(words.fateNames)
          .sort(([left], [right]) => left.localeCompare(right))
          .map(([code, name]) => [code, `.${code} · ${name}`])}
        onChange={setFate}
      />
      <div className="sandbox-row">
        {playing.data !== undefined && (
          <span role="status">
            {playing.data.hasDeal ? words.played : words.notFree}{' '}
            <Link href={`/invoices/${playing.data.id}`}>{words.open}</Link>
          </span>
        )}
        <Button tone="primary" isBusy={playing.isPending} onClick={() => playing.mutate(store)}>
          {words.play}
        </Button>
      </div>
      {playing.error !== null && <FaultList error={playing.error} />}
    </Panel>
  );
}
