import './source-fields.css';
import { type ReactNode, useState } from 'react';
import type { Answer, Input } from '../../api/client.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { TrySource } from './try-source.tsx';

type Feed = Answer<'listRateFeeds'>['items'][number];
type SentSource = NonNullable<Input<'createRateFeed'>['body']>['sources'][number];

/** A source as it is typed: everything is text, and what does not apply stays where it is. */
interface TypedSource {
  readonly key: number;
  readonly url: string;
  readonly path: string;
  readonly kind: 'figure' | 'book';
  readonly from: string;
  readonly to: string;
  readonly price: string;
  readonly timePath: string;
  readonly timeSeconds: string;
}

const sourcesMax = 5;

/** Where a rate is read, in the order in which the sources are asked. */
export function SourceFields({
  sources,
  onChange,
}: {
  readonly sources: readonly TypedSource[];
  readonly onChange: (sources: readonly TypedSource[]) => void;
}): ReactNode {
  const words = useText().operator.rates;
  const put = (index: number, change: Partial<TypedSource>) =>
    onChange(sources.map((source, at) => (at === index ? { ...source, ...change } : source)));
  const raise = (index: number) =>
    onChange(
      sources.map(
        (source, at) => (at === index - 1 ? sources[index] : at === index ? sources[at - 1] : source) ?? source,
      ),
    );
  return (
    <fieldset className="sources">
      <legend>{words.sources}</legend>
      <p className="hint">{words.sourcesHint}</p>
      {sources.map((source, index) => (
        <section key={source.key} className="source" aria-label={`${words.source} ${index + 1}`}>
          <header>
            <h3>{`${words.source} ${index + 1}`}</h3>
            <div className="row-actions">
              {index > 0 && (
                <Button className="small" onClick={() => raise(index)}>
                  {words.askEarlier}
                </Button>
              )}
              {sources.length > 1 && (
                <Button className="small" onClick={() => onChange(sources.filter((_, at) => at !== index))}>
                  {words.removeSource}
                </Button>
              )}
            </div>
          </header>
          <OneSource name={`sources.${index}`} source={source} put={(change) => put(index, change)} />
          <TrySource question={(form) => questionOf(new FormValues(form), source)} />
        </section>
      ))}
      {sources.length < sourcesMax && (
        <Button className="small" onClick={() => onChange([...sources, emptySource(sources)])}>
          {words.addSource}
        </Button>
      )}
    </fieldset>
  );
}

function OneSource({
  name,
  source,
  put,
}: {
  readonly name: string;
  readonly source: TypedSource;
  readonly put: (change: Partial<TypedSource>) => void;
}): ReactNode {
  const text = useText();
  const words = text.operator.rates;
  /** One field of the source, which the service may have something against. */
  const field = (key: Exclude<keyof TypedSource, 'key' | 'kind'>, part: string, label: string) => ({
    name: `${name}.${part}`,
    label,
    value: source[key],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => put({ [key]: target.value }),
  });
  return (
    <>
      <TextField {...field('url', 'url', text.fields.url)} type="url" required />
      <div className="fields">
        <SelectField
          name={`${name}.kind`}
          label={words.sourceKind}
          options={Object.entries(words.sourceKinds)}
          defaultValue={source.kind}
          onChange={(kind) => put({ kind: kind === 'book' ? 'book' : 'figure' })}
        />
        <TextField
          {...field('path', 'path', source.kind === 'book' ? words.listPath : text.fields.path)}
          hint={source.kind === 'book' ? 'data.offers' : 'data.rates.0.price'}
        />
      </div>
      {source.kind === 'book' && (
        <div className="fields">
          <TextField
            {...field('from', 'book.from', words.bookFrom)}
            inputMode="numeric"
            pattern="[0-9]{1,4}"
            required
          />
          <TextField {...field('to', 'book.to', words.bookTo)} inputMode="numeric" pattern="[0-9]{1,4}" required />
          <TextField {...field('price', 'book.price', words.bookPrice)} hint={words.bookPriceHint} />
        </div>
      )}
      <div className="fields">
        <TextField {...field('timePath', 'time.path', words.timePath)} hint={words.timePathHint} />
        {source.timePath !== '' && (
          <TextField
            {...field('timeSeconds', 'time.ageMaxMs', words.timeSeconds)}
            inputMode="numeric"
            pattern="[0-9]{1,5}"
            required
          />
        )}
      </div>
    </>
  );
}

export function useSources(feed?: Feed) {
  const [sources, setSources] = useState<readonly TypedSource[]>(() => feed?.sources.map(typed) ?? [emptySource([])]);
  return { sources, setSources, asSent: () => sources.map(sent) };
}

function typed({ url, path, book, time }: Feed['sources'][number], key: number): TypedSource {
  return {
    ...usual,
    key,
    url,
    path,
    ...(book === null ? {} : { kind: 'book', from: String(book.from), to: String(book.to), price: book.price }),
    ...(time === null ? {} : { timePath: time.path, timeSeconds: String(time.ageMaxMs / 1_000) }),
  };
}

const usual: Omit<TypedSource, 'key'> = {
  url: '',
  path: '',
  kind: 'figure',
  // The first offers of a book are bait as often as offers.
  from: '3',
  to: '5',
  price: '',
  timePath: '',
  timeSeconds: '120',
};

function emptySource(others: readonly TypedSource[]): TypedSource {
  return { ...usual, key: Math.max(0, ...others.map(({ key }) => key + 1)) };
}

function sent({ url, path, kind, from, to, price, timePath, timeSeconds }: TypedSource): SentSource {
  return {
    url: url.trim(),
    path: path.trim(),
    book: kind === 'book' ? { from: Number(from), to: Number(to), price: price.trim() } : null,
    time: timePath.trim() === '' ? null : { path: timePath.trim(), ageMaxMs: Number(timeSeconds) * 1_000 },
  };
}

/** What is asked when somebody tries a source: with the pair and the margin of the form it stands in. */
function questionOf(values: FormValues, source: TypedSource): Input<'tryRateSource'> {
  return {
    body: {
      settlementCurrency: values.text('settlementCurrency'),
      fiatCurrency: values.text('fiatCurrency'),
      type: values.text('type') === 'out' ? 'out' : 'in',
      source: sent(source),
      marginBps: values.basisPoints('margin'),
    },
  };
}
