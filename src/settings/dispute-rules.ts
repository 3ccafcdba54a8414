import { claimsThatCount, type KnownClaim } from '../domain/claimants.ts';
import { blockOf, type DisputeRules, readDisputeRules } from '../domain/dispute-clock.ts';
import type { Danger } from '../domain/second-person.ts';
import {
  lockDisputeRules,
  lockOpenDisputes,
  updateDisputeBlock,
  updateDisputeRules,
} from '../storage/settings/disputes.ts';
import { changed, routineAct, settingAct, unchanged } from './setting-act.ts';

type RulesChange = { readonly [Name in keyof DisputeRules]?: DisputeRules[Name] | undefined };

/** When makers are reminded of disputes, by when they answer, and how many open ones are too many. */
export const changeDisputeRules = settingAct({
  name: 'change-dispute-rules',
  load: (tx, _input: RulesChange) => lockDisputeRules(tx),
  // Sooner, what a false proof has brought would be gone before it is found.
  danger: (input, before): Danger | null =>
    (input.payoutMinutes ?? before.payoutMinutes) < before.payoutMinutes ? 'loss' : null,
  decide(input, before) {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const rules = readDisputeRules(before, given);
    const names = Object.keys(rules) as (keyof DisputeRules)[];
    const details = Object.fromEntries(
      names.filter((name) => rules[name] !== before[name]).map((name) => [name, rules[name]]),
    );
    if (Object.keys(details).length === 0) return unchanged(before);
    return changed(rules, rules, { subjectKind: 'dispute-rules', subjectId: 1, details });
  },
  store: updateDisputeRules,
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
  store: updateDisputeBlock,
});
