import { durationOf, wholeOf } from './numbers.ts';

/** What a form says. Blank fields are absent. */
export class FormValues {
  readonly #data: FormData;

  constructor(form: HTMLFormElement) {
    this.#data = new FormData(form);
  }

  text(name: string): string {
    const value = this.#data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  optional(name: string): string | null {
    return this.text(name) || null;
  }

  /** As it is sent: blanks between digits fall away, a comma becomes a point. It stays text. */
  amount(name: string): string {
    return this.text(name).replace(/\s/g, '').replace(',', '.');
  }

  optionalAmount(name: string): string | null {
    return this.amount(name) || null;
  }

  whole(name: string): number | null {
    return wholeOf(this.text(name));
  }

  /** In milliseconds, of what was typed in minutes or seconds. */
  duration(name: string, unitMs: number): number | null {
    return durationOf(this.text(name), unitMs);
  }

  /** A percentage with up to two fraction digits, in hundredths of it: "2.5" are 250. */
  basisPoints(name: string): number {
    const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(this.amount(name)) ?? [];
    return Number(`${sign}${whole}${fraction.padEnd(2, '0').slice(0, 2)}`);
  }

  isChecked(name: string): boolean {
    return this.#data.get(name) !== null;
  }

  file(name: string): File | null {
    const value = this.#data.get(name);
    return value instanceof File && value.size > 0 ? value : null;
  }
}

/**
 * Sends a form by another way than its own button, one for which what is left blank is not needed. What is typed has to be right
 * all the same; `choose` is what makes it the other way.
 */
export function submitUnchecked(form: HTMLFormElement | null, choose: () => void): void {
  if (form === null) return;
  const mistyped = findMistyped([...form.elements] as HTMLInputElement[]);
  if (mistyped !== undefined) {
    mistyped.reportValidity();
    return;
  }
  choose();
  form.noValidate = true;
  form.requestSubmit();
  form.noValidate = false;
}

/** The first that has a value it cannot have. A fieldset has a validity as well, and is always right. */
export function findMistyped<Field extends { readonly validity?: Pick<ValidityState, 'valid' | 'valueMissing'> }>(
  fields: readonly Field[],
): Field | undefined {
  return fields.find(({ validity }) => validity !== undefined && !validity.valid && !validity.valueMissing);
}
