/** A value and what people know it by. */
export type Option = readonly [value: string, label: string];

/**
 * What is stored can always be chosen, also when it is not offered any more: a list without it would begin with another value,
 * and whoever saves something else would change it without a word.
 */
export function withStored(options: readonly Option[], stored: string, label = stored): readonly Option[] {
  if (stored === '' || options.some(([value]) => value === stored)) return options;
  return [...options, [stored, label]];
}
