/**
 * The secrets of the sandbox's demo world. They are printed in the README and in the start-up text, so they protect
 * nothing: production mode refuses to start while any of them is in use.
 */
export const demoSecrets = {
  /** Spells "quittance demo key, never secret" in ASCII, so that nobody mistakes it for a real key. */
  masterKeyHex: '7175697474616e63652064656d6f206b65792c206e6576657220736563726574',
  apiKeys: ['demo-store-key', 'demo-store-key-2'],
  merchantSecret: 'demo-merchant-secret',
  totpSeed: 'JBSWY3DPEHPK3PXP',
  /** One user of each role: the maker is maker 1, the merchant is merchant 1. */
  people: {
    operator: { login: 'operator', password: 'demo-operator-password' },
    maker: { login: 'maker', password: 'demo-maker-password' },
    merchant: { login: 'merchant', password: 'demo-merchant-password' },
  },
} as const;

/** Which demo secrets still open something here. Production mode refuses to start while there are any. */
export function demoTraces(
  merchants: Iterable<{
    readonly name: string;
    readonly secrets: readonly { readonly value: string }[];
    readonly totpSeed: string | null;
  }>,
): string[] {
  const traces: string[] = [];
  for (const { name, secrets, totpSeed } of merchants) {
    if (secrets.some(({ value }) => value === demoSecrets.merchantSecret))
      traces.push(`the secret of merchant "${name}"`);
    if (totpSeed === demoSecrets.totpSeed) traces.push(`the TOTP seed of merchant "${name}"`);
  }
  return traces;
}

export function refuseDemoTraces(traces: readonly string[]): void {
  if (traces.length === 0) return;
  throw new Error(
    `The database is a sandbox's, with what everybody knows or nobody has paid in: ${traces.join(', ')}. ` +
      'Production needs a database of its own: set DATABASE_URL or DATA_DIR to an empty one.',
  );
}
