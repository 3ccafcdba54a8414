import type { Danger } from '../../domain/authority/second-person.ts';
import { claimsThatCount, type KnownClaim } from '../../domain/disputes/claimants.ts';
import { blockOf, type DisputeRules, disputeFields, readDisputeRules } from '../../domain/disputes/dispute-clock.ts';
import { type Changes, isLooser, settingsChanged } from '../../domain/money/setting-fields.ts';
import { disputeRules, lockDisputeRules, lockOpenDisputes } from '../../storage/settings/disputes/disputes.ts';
import { makers } from '../../storage/settings/makers/makers.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

/** When makers are reminded of disputes, by when they answer, and how many open ones are too many. */
export const changeDisputeRules = settingAct({
  name: 'change-dispute-rules',
  load: (tx, _input: Changes<DisputeRules>) => lockDisputeRules(tx),
  danger: (input, before): Danger | null => (isLooser(disputeFields, before, input) ? 'loss' : null),
  decide(input, before) {
    const rules = readDisputeRules(before, input);
    const details = settingsChanged(before, rules);
    if (Object.keys(details).length === 0) return unchanged(before);
    return changed(rules, details, { subjectKind: 'dispute-rules', subjectId: 1, details });
  },
  store: (tx, changes) => disputeRules.patch(tx, { id: true }, changes),
});

/** Stops the traffic of a maker for open disputes, or lets it go on; null: nothing has changed. */
export const noteDisputeBlock = routineAct({
  load: async (tx, { makerId }: { readonly makerId: number }, { at }) => ({
    rules: await lockDisputeRules(tx),
    found: await lockOpenDisputes(tx, makerId, at),
  }),
  decide({ makerId }, { rules, found }, { at }) {
    if (found === null) return unchanged(null);
    const counted = claimsThatCount(found.open, found.decided, rules);
    const isOverdue = ({ openedAt }: KnownClaim) =>
      rules.answerMinutes > 0 && openedAt + rules.answerMinutes * 60_000 <= at;
    const [open, unanswered] = [counted.length, counted.filter(isOverdue).length];
    const block = blockOf({ open, unanswered }, rules);
    if (block === found.block) return unchanged(null);
    const details = { open, unanswered, ...(block === null ? {} : { block }) };
    return {
      kind: 'changed',
      result: { makerId, block, open, unanswered },
      change: { makerId, block },
      news: [
        {
          action: block === null ? 'disputes-lifted' : 'disputes-stop',
          subjectKind: 'maker',
          subjectId: makerId,
          details,
        },
      ],
    };
  },
  store: (tx, { makerId, block }) => makers.patch(tx, { id: makerId }, { disputeBlock: block }),
});
