import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { changeMember } from '../../settings/people/team.ts';
import { createRateFeed } from '../../settings/rates/create-rate-feed.ts';
import { removeRateFeed } from '../../settings/rates/remove-rate-feed.ts';
import { idInPath } from '../parameters.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { done, Reason, text } from './fields.ts';
import { settingsOf } from './setting-endpoint.ts';

const feeds = settingsOf({ tag: 'Rates', scope: 'settings' });
const described = {
  method: 'DELETE',
  path: '/feeds/:id',
  operationId: 'removeFeed',
  summary: 'Remove a feed',
  params: { id: idInPath('Feed ID') },
  refusals: [],
  ...done('removed'),
} as const;

const removeFeed = feeds(removeRateFeed, {
  ...described,
  example: { body: { reason: 'Closed' }, answer: { status: 'removed' } },
  input: ({ params }) => ({ id: params.id }),
});

describe('an endpoint on settings', () => {
  it('is open to the roles of its act, unless the noun or the endpoint names others', () => {
    expect(removeFeed.roles).toEqual(['operator']);
    const members = settingsOf({ tag: 'People and access', scope: 'access', roles: ['merchant'] });
    const said = {
      ...described,
      body: { name: text(10, 'For people') },
      example: { body: { name: 'Vera', reason: 'Asked' }, answer: { status: 'removed' } },
      input: () => ({ id: 1, name: 'Vera', rights: undefined }),
    } as const;
    expect(members(changeMember, said).roles).toEqual(['merchant']);
    expect(members(changeMember, { ...said, roles: ['operator'] }).roles).toEqual(['operator']);
  });

  it('asks for the reason last, or where it is named among the other fields', () => {
    const input = () => ({ id: 1 });
    const example = { body: { name: 'A', reason: 'Closed' }, answer: { status: 'removed' } } as const;
    const name = text(10, 'For people');
    expect(fieldsOf(removeFeed)).toEqual(['reason']);
    expect(fieldsOf(feeds(removeRateFeed, { ...described, body: { name }, example, input }))).toEqual([
      'name',
      'reason',
    ]);
    const body = { reason: Reason, name };
    expect(fieldsOf(feeds(removeRateFeed, { ...described, body, example, input }))).toEqual(['reason', 'name']);
  });

  it('gives the reason to the audit log and the rest of the body to the act', async () => {
    const named = feeds(removeRateFeed, {
      ...described,
      response: Type.Object({ said: Type.String() }),
      body: { name: text(10, 'For people') },
      example: { body: { name: 'A', reason: 'Closed' }, answer: { said: 'A' } },
      input: ({ params, body }) => ({ id: params.id, ...body }),
      answer: (_, { body }) => ({ said: Object.keys(body).join() }),
    });
    const { runs, answer } = await call(named, { name: 'A', reason: 'Closed' });
    expect(runs).toEqual([{ act: removeRateFeed, input: { id: 7, name: 'A' }, reason: 'Closed' }]);
    expect(answer).toEqual({ said: 'name' });
  });

  it('asks for no reason where one is said, and has no body without fields', async () => {
    const quiet = feeds(removeRateFeed, {
      ...described,
      example: { answer: { status: 'removed' } },
      reason: ({ params }) => `feed ${params.id}`,
      input: ({ params }) => ({ id: params.id }),
    });
    expect(quiet.body).toBeUndefined();
    expect(await call(quiet, undefined)).toEqual({
      runs: [{ act: removeRateFeed, input: { id: 7 }, reason: 'feed 7' }],
      answer: { status: 'removed' },
    });
  });

  it('does not compile with an input that its act does not take, or an example without the reason', () => {
    const example = { body: { reason: 'Closed' }, answer: { status: 'removed' } } as const;
    const wrong = [
      // @ts-expect-error The feed is missing.
      feeds(removeRateFeed, { ...described, example, input: () => ({}) }),
      // @ts-expect-error A feed is known by a number.
      feeds(removeRateFeed, { ...described, example, input: () => ({ id: '1' }) }),
      // @ts-expect-error Most of the feed is missing.
      feeds(createRateFeed, { ...described, example, input: async () => ({ marginBps: 0 }) }),
      // @ts-expect-error The body asks for the reason.
      feeds(removeRateFeed, { ...described, example: { ...example, body: {} }, input: () => ({ id: 1 }) }),
    ];
    // The compiler has refused each line; that they are four says that none was lost.
    expect(wrong).toHaveLength(4);
  });
});

function fieldsOf({ body }: OperatorEndpoint): readonly string[] {
  return body?.kind === 'json' ? Object.keys((body.schema as Type.TObject).properties) : [];
}

async function call(endpoint: OperatorEndpoint, body: unknown) {
  const runs: unknown[] = [];
  const run = async (act: unknown, input: unknown, { reason }: { readonly reason: string }) => {
    runs.push({ act, input, reason });
  };
  const context = { settings: { run }, clock: () => 0 };
  const asked = { context, actor: null, params: { id: 7 }, query: {}, body } as unknown as OperatorCall;
  const answer = await endpoint.handle(asked as OperatorCall & Parameters<OperatorEndpoint['handle']>[0]);
  return { runs, answer };
}
