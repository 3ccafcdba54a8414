/** A value and what people know it by. */
export type Option = readonly [value: string, label: string];

/**
 * The stored value can always be chosen, also when it is not offered any more: a list without it would begin with another value,
 * and saving another field would change this one without a word.
 */
export function withStored(options: readonly Option[], stored: string, label = stored): readonly Option[] {
  if (stored === '' || options.some(([value]) => value === stored)) return options;
  return [...options, [stored, label]];
}
