/** Refusals about the sealed book, its proofs and the past; part of the one catalogue, `errors-catalogue.ts`. */
export const bookErrors = {
  instant_in_future: { status: 400, message: 'This instant is still to come: it is {now} now.' },
  instant_before_invoice: { status: 400, message: 'The invoice was made at {createdAt}: there is nothing before.' },
  page_not_sealed: { status: 400, message: 'Page {page} is not in the book, which ends with page {last}.' },
  not_sealed_yet: { status: 400, message: 'Nothing is sealed yet that could be proven.' },
  more_was_lost: { status: 400, message: 'More was found since you looked: {lost} things are lost now.' },
  proof_limit: { status: 429, message: 'There were many proofs of this store. Try again after {seconds} s.' },
} as const;
