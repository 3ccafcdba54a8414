import { expect } from 'vitest';
import { startTestService, type TestService } from '../../../support/service.ts';
import { responseFaults } from './response-schemas.ts';

/** The service, with clients that hold every good answer against the schema that the API reference is made from. */
export async function startCheckedService(
  env: Record<string, string> = {},
  machineClock: () => number = Date.now,
): Promise<TestService> {
  const service = await startTestService(env, machineClock);
  for (const client of [service.shop, service.otherShop]) {
    client.onAnswer = ({ method, path, answer }) => {
      if (answer.status === 200) expect(responseFaults(method, path, answer.body), `${method} ${path}`).toEqual([]);
    };
  }
  return service;
}
