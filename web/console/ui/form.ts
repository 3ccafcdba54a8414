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
    const text = this.text(name);
    return /^-?\d+$/.test(text) ? Number(text) : null;
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

/** Sends a form by another way than its own button, one for which what is left blank is not needed. */
export function submitUnchecked(form: HTMLFormElement | null): void {
  if (form === null) return;
  form.noValidate = true;
  form.requestSubmit();
  form.noValidate = false;
}
