/**
 * Worlds in which a seeded bug shows itself early: the hunt for it begins there. This saves time and nothing else: where the
 * simulator has changed and it is not found there any more, the hunt goes on as for all others.
 */
export const seedsToBeginWith: Readonly<Record<string, number>> = {
  'seal an unfinished transaction': 7,
  'seal twice': 14,
  'leave an account out': 7,
  'believe an old head': 7,
  'earn what the rules say now': 5,
  'keep the reward of a payout that was not paid': 4,
  'count no deals of the day': 2,
  'forget the pending ones': 4,
  'forget what a payer left unpaid': 10,
  'keep the sums of a rejected transfer': 2,
  'look for earlier requests before the account is locked': 3,
  'send two withdrawals under one transaction': 3,
  'let money out of books that nobody has checked': 5,
  'count no withdrawals of the day': 2,
  'let one person give back what is being sent': 2,
  'let a maker settle for less': 2,
  'let the maker keep a payout that was not paid': 4,
  'let a maker settle the own payout': 37,
  'let a maker say where held money goes': 3,
  'let a maker decide a dispute': 4,
  'believe a list that was cut': 4,
  'let a maker’s entry take the line of the bank': 4,
  'go on behind the lines that were being read': 4,
  'let a token set any rate': 3,
  'use a number at once that a token has put in': 3,
  'credit the tolerance to the maker': 12,
  'leave a return that came to nothing with the store': 7,
};
