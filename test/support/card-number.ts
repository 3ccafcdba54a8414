/** A card of its own for each serial number, with the check digit that cards have. */
export function cardNumber(serial: number): string {
  const digits = `22000001000${String(serial).padStart(4, '0')}`;
  const weighted = [...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  const sum = weighted.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
