import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';
import type { Bank } from '../people/bank.ts';
import type { Staff } from '../people/staff.ts';
import type { Thief } from '../people/thief.ts';
import { ApprovalLaws } from './approval-laws.ts';
import { ArrivalLaws } from './arrival-laws.ts';
import { BookLaws } from './book-laws.ts';
import { CauseLaws, type IntentLaws } from './cause-laws.ts';
import { ClaimLaws } from './claim-laws.ts';
import type { Commit, Law } from './commit.ts';
import { DealLaws } from './deal-laws.ts';
import { ExcessLaws } from './excess-laws.ts';
import { HoldLaws } from './hold-laws.ts';
import { NotificationLaws } from './notification-laws.ts';
import { OwnWordLaws } from './own-word-laws.ts';
import { OwnerLaws } from './owner-laws.ts';
import { PairLaws } from './pair-laws.ts';
import { PayerLaws } from './payer-laws.ts';
import { RefundLaws } from './refund-laws.ts';
import { RewardLaws } from './reward-laws.ts';
import { SumLaws } from './sum-laws.ts';
import { TakingLaws } from './taking-laws.ts';
import { TokenLaws } from './token-laws.ts';
import { WithdrawalLaws } from './withdrawal-laws.ts';

interface LawfulWorld {
  readonly store: { readonly catalogue: Catalogue };
  readonly bank: Bank;
  readonly intents: IntentLaws;
  readonly staff: Staff;
  readonly thief: Thief;
  readonly statements: { readonly laws: Law };
  readonly timeline: { readonly now: Instant };
}

/** All laws that are looked at after every commit, the books first. */
export function worldLaws(world: LawfulWorld): (commit: Commit) => void {
  const { bank, intents, staff, timeline } = world;
  const laws: readonly Law[] = [
    new BookLaws(world.store.catalogue),
    new DealLaws(),
    new OwnerLaws(),
    new HoldLaws(),
    new SumLaws(),
    new RewardLaws(),
    new PairLaws(),
    new PayerLaws(timeline),
    new NotificationLaws(),
    new ArrivalLaws(bank),
    world.statements.laws,
    new TokenLaws(world.thief),
    intents,
    new CauseLaws(),
    new OwnWordLaws(),
    new WithdrawalLaws(),
    new RefundLaws(),
    new ExcessLaws(),
    new TakingLaws(),
    new ClaimLaws(),
    new ApprovalLaws(staff),
  ];
  return (commit) => {
    for (const law of laws) law.committed(commit);
  };
}
