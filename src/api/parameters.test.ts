import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import {
  choiceQuery,
  cursorQuery,
  idInPath,
  instantQuery,
  integerQuery,
  notEmpty,
  orElse,
  type Parameter,
  required,
  textInPath,
  textQuery,
  uuidInPath,
  uuidQuery,
} from './parameters.ts';

const uuid = '01A1D9ED-c200-7b52-9d0f-3a8e5c71b2d4';

/** The value, or the code it is refused with. */
function read(parameter: Parameter<unknown>, text: unknown): unknown {
  try {
    return parameter.read(text, 'field');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(parameter.refusals).toContain(error.code);
    return `refused: ${error.code}`;
  }
}

describe('a parameter of a path', () => {
  it.each([
    ['an ID', idInPath('An ID'), '17', 17],
    ['the largest ID', idInPath('An ID'), '2147483647', 2_147_483_647],
    ['a larger ID', idInPath('An ID'), '2147483648', 'refused: not_found'],
    ['a word for an ID', idInPath('An ID'), 'one', 'refused: not_found'],
    ['a UUID', uuidInPath('A UUID', uuid), uuid, uuid.toLowerCase()],
    ['a word for a UUID', uuidInPath('A UUID', uuid), 'one', 'refused: not_found'],
    ['text', textInPath('Text', 'a'), 'a/b', 'a/b'],
  ])('reads %s', (_what, parameter, text, expected) => {
    expect(read(parameter, text)).toBe(expected);
  });
});

describe('a parameter of a query', () => {
  it.each([
    ['text', textQuery('Text'), 'a b', 'a b'],
    ['text that is too long', textQuery('Text', 3), 'abcd', 'refused: too_long'],
    ['a choice', choiceQuery({ in: 1, out: 2 }), 'out', 'out'],
    ['a choice that nobody offers', choiceQuery({ in: 1 }), 'toString', 'refused: invalid_choice'],
    ['a number', integerQuery('A number', { minimum: 1, maximum: 200 }), '200', 200],
    ['a number out of range', integerQuery('A number', { minimum: 1, maximum: 200 }), '201', 'refused: out_of_range'],
    ['a word for a number', integerQuery('A number'), '1e3', 'refused: wrong_type'],
    ['a UUID', uuidQuery('A UUID'), uuid, uuid.toLowerCase()],
    ['a word for a UUID', uuidQuery('A UUID'), 'one', 'refused: wrong_type'],
    ['an instant', instantQuery('When'), '2026-11-14T12:00:00Z', Date.UTC(2026, 10, 14, 12)],
    [
      'an instant whose plus became a blank',
      instantQuery('When'),
      '2026-11-14T12:00:00 00:00',
      Date.UTC(2026, 10, 14, 12),
    ],
    ['a word for an instant', instantQuery('When'), 'noon', 'refused: wrong_type'],
    ['a cursor', cursorQuery('cursor', (text) => (text === 'x' ? 1 : null)), 'x', 1],
    ['a cursor that nobody gave', cursorQuery('cursor', () => null), 'x', 'refused: wrong_type'],
  ])('reads %s', (_what, parameter, text, expected) => {
    expect(read(parameter, text)).toBe(expected);
    expect(read(parameter, undefined)).toBeNull();
    expect(read(parameter, '')).toBeNull();
    expect(read(parameter, [text, text])).toMatch(/^refused: (wrong_type|invalid_choice)$/);
  });

  it('may be required, may have a value when it is absent, and may refuse to be empty', () => {
    expect(read(required(textQuery('Text'), 'a'), '')).toBe('refused: blank');
    expect(read(orElse(integerQuery('A number'), 50), undefined)).toBe(50);
    expect(read(notEmpty(choiceQuery({ svg: 1 })), '')).toBe('refused: invalid_choice');
    expect(read(notEmpty(choiceQuery({ svg: 1 })), undefined)).toBeNull();
  });
});
