import type { Fleet } from './fleet.ts';

/** What the processes of the service say of commits that a failover has lost. */
export async function readWitness({ services }: Fleet): Promise<{
  readonly named: readonly string[];
  readonly isMoneyStopped: boolean;
}> {
  const metrics = await Promise.all(services.map((service) => service.metrics()));
  const named = metrics.flatMap((text) => [
    ...text.matchAll(/^quittance_lost_commits\{.*?subject="([^"]+)".*?\} 1$/gm),
  ]);
  return {
    named: [...new Set(named.map(([, subject = '']) => subject))],
    isMoneyStopped: metrics.every((text) => /^quittance_money_out_stopped 1$/m.test(text)),
  };
}
