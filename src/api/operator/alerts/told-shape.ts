import { Type } from 'typebox';
import {
  allToldKinds,
  type ChannelKind,
  channelKinds,
  type ToldKind,
  type ToldLanguage,
  toldLanguages,
} from '../../../domain/alerts/told-kinds.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ToldChannel } from '../../../storage/settings/alerts/told.ts';
import { at } from '../../examples.ts';
import { idInPath } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { flag, words } from '../fields.ts';

export const channelInPath = idInPath('Where you are told');

function choice<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], 'x-error-code': 'invalid_choice', description });
}

const Kind = choice<ToldKind>(allToldKinds, 'What to hear of');
export const Channel = choice<ChannelKind>(Object.values(channelKinds), 'How');
export const Language = choice<ToldLanguage>(Object.values(toldLanguages), 'In which language');

export const Wish = Type.Object({
  kind: Kind,
  channelIds: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    maxItems: 20,
    description: 'Where; none: nowhere',
  }),
});

export const ChannelShape = Type.Object({
  id: Type.Integer({ description: 'Its number' }),
  kind: oneOf(channelKinds, 'How'),
  address: words('Enough to know it by'),
  language: oneOf(toldLanguages, 'In which language'),
  isConfirmed: flag('Whether it was shown to be yours; nothing is sent before that'),
  createdAt: words('When it was added'),
});

export const exampleChannel: ShapeOf<typeof ChannelShape> = {
  id: 1,
  kind: 'email',
  address: 'vera@example.com',
  language: 'en',
  isConfirmed: true,
  createdAt: at('09:00:00'),
};

export function channelDTO({ id, kind, address, language, confirmedAt, createdAt }: ToldChannel) {
  // What the push service knows the browser by is nobody's to read.
  const shown = kind === 'push' && URL.canParse(address) ? new URL(address).host : address;
  return {
    id,
    kind,
    address: kind === 'telegram' ? '' : shown,
    language,
    isConfirmed: confirmedAt !== null,
    createdAt: formatTimestamp(createdAt),
  };
}

/** Acts on one's own notifications need no reason from the person. */
export const ownTellingReason = 'own notifications';
