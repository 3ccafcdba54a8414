/** Basis points as people read them, without needless zeros and without the sign: 250 is "2.5", -5 is "-0.05". */
export function percentText(bps: bigint | number): string {
  const value = BigInt(bps);
  const size = value < 0n ? -value : value;
  const fraction = (size % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / 100n}${fraction === '' ? '' : `.${fraction}`}`;
}
