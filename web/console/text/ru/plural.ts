const rules = new Intl.PluralRules('ru');

/** «1 чек, 2 чека, 5 чеков». */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count);
  return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`;
}
