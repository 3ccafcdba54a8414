import { expect, it } from 'vitest';
import { en } from '../../text/en/dictionary.ts';
import { workName } from './work-name.ts';

const none = { deal: null, withdrawal: null };

it('says what is to be done now, not which list it is in', () => {
  expect(workName(en, { ...none, kind: 'arrival' })).toBe('Match arrival');
  expect(workName(en, { ...none, kind: 'confirmed', deal: { type: 'in' } })).toBe('Confirm arrival');
  expect(workName(en, { ...none, kind: 'confirmed', deal: { type: 'out' } })).toBe('Check payout proof');
  expect(workName(en, { ...none, kind: 'withdrawal', withdrawal: { status: 2 } })).toBe('Approve withdrawal');
  expect(workName(en, { ...none, kind: 'withdrawal', withdrawal: { status: 3 } })).toBe('Send withdrawal');
});
