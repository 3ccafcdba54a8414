import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { knownFields, unknownFields } from './known-fields.ts';
import { optional } from './operator/fields.ts';
import { meaning } from './schemas.ts';

const Inner = Type.Object({ a: Type.Optional(Type.String()) });

describe('a body', () => {
  it.each([
    [Type.Object({ a: Type.String() }), { a: 'x', id: 1, actor: {} }, { a: 'x' }],
    [Type.Object({ a: Inner }), { a: { a: 'x', b: 1 } }, { a: { a: 'x' } }],
    [Type.Object({ a: Type.Array(Inner) }), { a: [{ b: 1 }, { a: 'x' }] }, { a: [{}, { a: 'x' }] }],
    [Type.Object({ a: optional(Inner) }), { a: { b: 1 } }, { a: {} }],
    [Type.Object({ a: optional(Inner) }), { a: null, b: null }, { a: null }],
    [Type.Object({ a: meaning(Inner, 'x') }), { a: { a: 'x', b: 1 } }, { a: { a: 'x' } }],
    [Type.Object({ a: optional(Type.Array(Inner)) }), { a: [{ b: 1 }] }, { a: [{}] }],
    [
      Type.Object({ a: Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Inner) }),
      { a: { en: { b: 1 } } },
      { a: { en: {} } },
    ],
    [Type.Object({}), JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "toString": 2}'), {}],
  ])('keeps what its schema names and nothing else (%#)', (schema, value, kept) => {
    expect(knownFields(schema, value)).toEqual(kept);
    expect(Object.keys(knownFields(schema, value) as object)).toEqual(Object.keys(kept));
  });
});

it('names of the outermost object that the schema does not know are told', () => {
  const schema = Type.Object({ startDeal: Type.Boolean(), a: Inner });
  expect(unknownFields(schema, { startdeal: true, a: { b: 1 } })).toEqual(['startdeal']);
  expect(unknownFields(schema, { startDeal: true })).toEqual([]);
  expect(unknownFields(schema, null)).toEqual([]);
  expect(unknownFields(Type.Object({}), JSON.parse('{"__proto__": 1, "constructor": 1}'))).toEqual([
    '__proto__',
    'constructor',
  ]);
});
