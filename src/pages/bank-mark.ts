import { unknownBank } from '../domain/money/payment.ts';
import { escaped, type Html, html } from '../http/html.ts';
import { type Colour, contrast, nearBlack, white } from './colour.ts';

/**
 * A mark by which a payer finds a bank in a list: its initials on a colour like the bank's own. No logo: those belong to the
 * banks. A bank we have no colour for gets one of a few by its code, always the same.
 */
export function bankMark(bank: { readonly code: string; readonly name: string }): Html {
  const colour = colours[bank.code] ?? spare[sumOfCodes(bank.code) % spare.length] ?? neutral;
  const initials = bank.code === unknownBank ? '•••' : initialsOf(bank.name);
  const size = initials.length > 1 ? ' small' : '';
  // Colours are attributes of the drawing and no style: the content security policy allows no inline style.
  return html`<svg class="mark${escaped(size)}" viewBox="0 0 40 40" aria-hidden="true" focusable="false"><rect width="40" height="40" rx="12" fill="${escaped(colour)}"/><text x="20" y="20" fill="${escaped(letters.get(colour) ?? white)}">${escaped(initials)}</text></svg>`;
}

/** "VTB" and "OTP Bank" are known by their letters, "Sberbank" by its first. */
export function initialsOf(name: string): string {
  const [first = ''] = name.trim().split(/[\s-]+/);
  const letters = [...first];
  const isAcronym = letters.length <= 3 && first === first.toUpperCase();
  return isAcronym ? first : (letters[0] ?? '').toUpperCase();
}

const neutral: Colour = '#5b6670';

const colours: Readonly<Record<string, Colour>> = {
  sberbank: '#1f9a38',
  tinkoff: '#ffdd2d',
  alfabank: '#e2231a',
  vtb: '#1d4fd8',
  raiffeisenbank: '#fee600',
  gazprombank: '#356cb5',
  ros_bank: '#d7243c',
  sovkom: '#0b3b94',
  otp_bank: '#4a9a2b',
  promsvyaz: '#ea5b0c',
  rosselhozbank: '#00713d',
  pochta: '#2f4da8',
  mkb: '#b3123a',
  ozon: '#005bff',
  rsb: '#c4122f',
  bank_open: '#00a0c6',
  ubrir: '#5c2d91',
  mts: '#e30611',
  dcbank: '#0d7a5f',
  kaspi: '#e5402f',
  halyk: '#00805f',
  forte: '#8c1d58',
  jusan: '#f26b1d',
  [unknownBank]: neutral,
};

const spare: readonly Colour[] = ['#3d5a80', '#7a4988', '#2f7f86', '#9a5b2c', '#4f6d3a', '#a03e5b'];

function sumOfCodes(text: string): number {
  return [...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
}

const largeContrastMin = 3;

/** Letters this large may be white wherever white can be told from the colour: that is how banks write them. */
const letters: ReadonlyMap<Colour, Colour> = new Map(
  [...Object.values(colours), ...spare].map((one) => [
    one,
    contrast(one, white) >= largeContrastMin ? white : nearBlack,
  ]),
);
