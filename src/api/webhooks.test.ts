import { describe, expect, it } from 'vitest';
import { webhookHeaders as signatureHeaders } from '../notify/sign-notification.ts';
import { webhookAnswers, webhookHeaders } from './webhooks.ts';

describe('what the reference says about notifications', () => {
  it('names the headers of the signature, the token and the book', () => {
    const signed = Object.keys(signatureHeaders({ id: 'a_1', body: '{}', sentAt: 0 }, ['secret']));
    const said = Object.keys(webhookHeaders).map((name) => name.toLowerCase());
    expect(said.sort()).toEqual([...signed, 'x-notification-token', 'book-head'].sort());
  });

  it('names every pause between attempts', () => {
    expect(webhookAnswers['default']).toContain('1 min, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, 24 h, 24 h;');
  });
});
