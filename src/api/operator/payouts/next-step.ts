import { Type } from 'typebox';

export const nextNote = 'What becomes of a payout that was not paid: another maker pays it, or it is canceled';
export const Next = Type.Enum(['pool', 'cancel'], { description: nextNote });
