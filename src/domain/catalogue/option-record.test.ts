import { describe, expect, it } from 'vitest';
import { filledStep, type NumberKind, phonePrefixPattern, readOptionTraits } from './option-record.ts';

describe('a way to pay', () => {
  it('is a plain one where nothing else is said', () => {
    expect(readOptionTraits({ numberKinds: ['card', 'phone', 'card'] })).toEqual({
      numberKinds: ['card', 'phone'],
      phonePrefix: null,
      hasBank: true,
      needsBank: false,
      hasLink: false,
      qrCarries: 'page',
      icon: 'card',
      page: {},
    });
  });

  it('has what was said, and of a link its QR code carries the number', () => {
    const page = { en: { title: 'Title', lead: 'Lead', steps: [] } };
    const said = { phonePrefix: '+7', hasBank: false, needsBank: true, icon: 'globe', page } as const;
    expect(readOptionTraits({ numberKinds: ['link'], hasLink: true, ...said })).toEqual({
      numberKinds: ['link'],
      hasLink: true,
      qrCarries: 'number',
      ...said,
    });
    expect(readOptionTraits({ numberKinds: ['link'], hasLink: true, qrCarries: 'page' }).qrCarries).toBe('page');
  });

  it.each<[NumberKind, string]>([
    ['phone', 'phone'],
    ['card', 'card'],
    ['account', 'account'],
    ['link', 'qr'],
    ['text', 'account'],
  ])('a way that takes a %s is drawn as %s', (kind, icon) => {
    expect(readOptionTraits({ numberKinds: [kind] }).icon).toBe(icon);
  });

  it('takes some kind of number; one whose deals carry a link takes links alone', () => {
    expect(() => readOptionTraits({ numberKinds: [] })).toThrow(expect.objectContaining({ code: 'blank' }));
    for (const numberKinds of [['phone'], ['link', 'phone']] as const) {
      expect(() => readOptionTraits({ numberKinds, hasLink: true })).toThrow(
        expect.objectContaining({ code: 'option_link' }),
      );
    }
  });

  it('says its steps with the names that belong in them', () => {
    const names = { bank: 'Sber', holder: 'Ivan P.' };
    expect(filledStep('{bank}, {holder}, {bank} and {other}', names)).toBe('Sber, Ivan P., Sber and {other}');
  });

  it.each([
    ['+7', true],
    ['+380', true],
    ['+123456', true],
    ['+1234567', false],
    ['+0', false],
    ['7', false],
    ['+', false],
  ])('may ask for phone numbers that begin with %s: %s', (prefix, isGood) => {
    expect(new RegExp(phonePrefixPattern).test(prefix)).toBe(isGood);
  });
});
