import type { ReactNode } from 'react';
import type { Answer } from '../../../api/client.ts';
import { formatDuration, formatInstant } from '../../../format.ts';
import { useLocale } from '../../../text/locale.tsx';
import { Badge, useNow } from '../../../ui/values.tsx';
import { ageTone } from './age-tone.ts';

export type Case = Answer<'readCase'>;

interface CaseAgeProps {
  readonly since: string;
  readonly limit: Parameters<typeof ageTone>[1];
}

/** How long a case waits; coloured when that is long by its limits, and said in words as well. */
export function CaseAge({ since, limit }: CaseAgeProps): ReactNode {
  const { locale, text } = useLocale();
  const ageMs = useNow() - Date.parse(since);
  const tone = ageTone(ageMs, limit);
  const title = formatInstant(locale, since);
  const age = (
    <time dateTime={since} title={title}>
      {formatDuration(locale, ageMs)}
    </time>
  );
  if (tone === null) return age;
  return (
    <Badge tone={tone === 'late' ? 'bad' : 'wait'}>
      {age}
      <span className="visually-hidden">, {text.operator.review.ages[tone]}</span>
    </Badge>
  );
}
