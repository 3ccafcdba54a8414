import { expect, it } from 'vitest';
import { findMistyped } from './form.ts';

it('a form sent past its checks may have blank fields, and none that was typed wrong', () => {
  const right = { validity: { valid: true, valueMissing: false } };
  const blank = { validity: { valid: false, valueMissing: true } };
  const wrong = { validity: { valid: false, valueMissing: false } };
  expect(findMistyped([right, blank, {}])).toBeUndefined();
  expect(findMistyped([right, blank, wrong])).toBe(wrong);
});
