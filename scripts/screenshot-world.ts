import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { readConfig } from '../src/config/config.ts';
import { demoSecrets } from '../src/domain/installation/demo-secrets.ts';
import { startService } from '../src/service.ts';
import { newDataFolder } from './data-folder.ts';

/** A service of its own on an embedded database, with the demo world in it, for pictures. Its clock can be moved. */
export interface ScreenshotWorld {
  readonly url: string;
  advance(ms: number): void;
  /** A merchant's signed request. */
  merchant(path: string, body: object): Promise<Answer>;
  dispute(invoiceId: string, dealId: string): Promise<Answer>;
  operator(method: string, path: string, body: object): Promise<Answer>;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: the pictures need a few fields of many shapes.
export type Answer = any;

export async function openScreenshotWorld(): Promise<ScreenshotWorld> {
  const dataDir = await newDataFolder('quittance-screenshots-');
  let aheadMs = 0;
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const service = await startService(config, { clock: () => Date.now() + aheadMs });
  const session = await signIn(service.url);
  return {
    url: service.url,
    advance(ms) {
      aheadMs += ms;
    },
    merchant: (path, body) => {
      const text = JSON.stringify(body);
      return send(`${service.url}/api/merchant${path}`, {
        body: text,
        headers: { 'content-type': 'application/json', ...signed(`${service.url}/api/merchant${path}`, text) },
      });
    },
    dispute: (invoiceId, dealId) => {
      const url = `${service.url}/api/merchant/invoices/${invoiceId}/dispute`;
      const form = new FormData();
      form.set('dealId', dealId);
      form.set('disputeReason', 'has_payment');
      return send(url, { body: form, headers: signed(url, '') });
    },
    operator: (method, path, body) =>
      send(`${service.url}/api/operator${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...session },
      }),
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function signed(url: string, body: string): Record<string, string> {
  const signature = createHmac('sha1', demoSecrets.merchantSecret).update(`POST${url}${body}`).digest('base64');
  return { 'x-identity': demoSecrets.apiKeys[0], 'x-signature': signature };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const { login, password } = demoSecrets.people.operator;
  const answer = await fetch(`${url}/api/operator/session`, {
    method: 'POST',
    body: JSON.stringify({ login, password }),
    headers: { 'content-type': 'application/json' },
  });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrfToken };
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', ...init });
  const body: Answer = await answer.json();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
