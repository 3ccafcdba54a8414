import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { demoSecrets } from '../domain/installation/demo-secrets.ts';
import { localUrl } from './address.ts';
import { ConfigError, loadConfig, loadEnvFile, readConfig } from './config.ts';

const ownKeyHex = '0123456789abcdef'.repeat(4);
const production = {
  QUITTANCE_MODE: 'production',
  DATABASE: 'embedded',
  MASTER_KEY: ownKeyHex,
  PUBLIC_URL: 'https://pay.example.com',
};
const sandbox = { QUITTANCE_MODE: 'sandbox' };
const exampleText = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('the defaults', () => {
  it('need no setting at all', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      database: { url: null, poolMax: 20 },
      dataDir: resolve('data'),
      logLevel: 'info',
      engine: { lanes: 2, batchMax: 128, queueMax: 10_000 },
      rateLimitPerSecond: 0,
      publicInterface: {
        readsPerMinute: 0,
        actsPerMinute: 0,
        guessesPerMinute: 0,
        streamsMax: 10_000,
        streamsPerAddressMax: 0,
      },
      operatorLimits: { requestsPerMinute: 0, changesPerMinute: 0 },
      requestTimeoutMs: 60_000,
      drainMs: 0,
      shutdownTimeoutMs: 10_000,
      receiptLinkTtlMs: 3_600_000,
      auditIntervalMs: 60_000,
      s3: null,
    });
    expect(config.masterKey.toString('ascii')).toBe('quittance demo key, never secret');
    expect(config.trustedProxies.entries).toEqual([]);
    expect(config.trustedProxies.includes('127.0.0.1')).toBe(false);
  });

  it('are those written in .env.example', () => {
    const { trustedProxies: _, ...fromExample } = readConfig(parseEnv(exampleText) as NodeJS.ProcessEnv);
    const { trustedProxies: __, ...fromNothing } = readConfig({});
    expect(fromExample).toEqual(fromNothing);
  });

  it('stand in for empty and blank values', () => {
    expect(readConfig({ PORT: '', HOST: '  ', DATABASE_URL: '', S3_BUCKET: ' ' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      database: { url: null },
      s3: null,
    });
  });
});

describe('.env.example', () => {
  it('names exactly the keys that are read', () => {
    const read = new Set<string>();
    const recorder = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, key) => void read.add(String(key)) });
    readConfig(recorder);
    expect(Object.keys(parseEnv(exampleText)).sort()).toEqual([...read].sort());
  });
});

describe('faults', () => {
  it('are all reported at once, each by its key', () => {
    const env = {
      HOST: 'http://localhost',
      PORT: '65536',
      PUBLIC_URL: 'pay.example.com',
      DATABASE_URL: 'mysql://localhost/shop',
      DATABASE_POOL_MAX: '1',
      QUITTANCE_MODE: 'staging',
      MASTER_KEY: 'short',
      TRUSTED_PROXIES: 'proxy.local',
      LOG_LEVEL: 'loud',
      ENGINE_LANES: '17',
      ENGINE_BATCH_MAX: '0',
      ENGINE_QUEUE_MAX: 'many',
      RATE_LIMIT_PER_SECOND: '-1',
      PUBLIC_READS_PER_MINUTE: 'all',
      PUBLIC_ACTS_PER_MINUTE: '-5',
      PUBLIC_GUESSES_PER_MINUTE: '1e3',
      PUBLIC_STREAMS_MAX: 'x',
      PUBLIC_STREAMS_PER_ADDRESS: '1.5',
      REQUEST_TIMEOUT_MS: '10s',
      SHUTDOWN_TIMEOUT_MS: '1.5',
      RECEIPT_LINK_TTL_MS: '1',
      S3_BUCKET: 'no such/bucket',
      S3_PREFIX: '../secrets',
    };
    expect(() => readConfig(env)).toThrow(ConfigError);
    const faults = faultsOf(env);
    for (const key of Object.keys(env)) expect(faults.join('\n')).toContain(key);
    expect(faults).toHaveLength(Object.keys(env).length + 1);
    expect(new ConfigError(faults).message.split('\n')).toHaveLength(faults.length + 2);
  });

  it('say what stands there and what to write instead', () => {
    expect(faultsOf({ PORT: 'http' })).toEqual([
      'PORT is "http"; give a whole number from 0 to 65535 (0 takes any free port).',
    ]);
  });

  it('never repeat a secret', () => {
    const password = 'hunter2';
    const { message } = new ConfigError(
      faultsOf({
        MASTER_KEY: password,
        DATABASE_URL: `mysql://root:${password}@localhost/shop`,
        PUBLIC_URL: `https://root:${password}@pay.example.com`,
        S3_ENDPOINT: `https://root:${password}@s3.example.com`,
        S3_SECRET_ACCESS_KEY: password,
      }),
    );
    expect(message).toContain('MASTER_KEY');
    expect(message).not.toContain(password);
  });

  it('are the only thing that any text can cause', () => {
    const keys = Object.keys(parseEnv(exampleText));
    const anyEnv = fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.webUrl(), fc.ipV6()));
    fc.assert(
      fc.property(anyEnv, (env) => {
        const nameless = faultsOf(env).filter((fault) => !keys.some((key) => fault.includes(key)));
        expect(nameless).toEqual([]);
      }),
    );
  });
});

describe('production mode', () => {
  it('starts with a key of its own and a public URL, and limits the rate', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', rateLimitPerSecond: 500 });
    expect(readConfig(production).operatorLimits).toEqual({
      requestsPerMinute: 1_200,
      changesPerMinute: 120,
      phoneRequestsPerMinute: 600,
    });
    expect(readConfig({ ...production, RATE_LIMIT_PER_SECOND: '0' }).rateLimitPerSecond).toBe(0);
  });

  it('lets no amount choose a fate, whatever is set; the sandbox does unless told not to', () => {
    expect(readConfig({ ...production, SANDBOX_FATES: 'on' }).playsFates).toBe(false);
    expect(readConfig({}).playsFates).toBe(true);
    expect(readConfig({ SANDBOX_FATES: 'off' }).playsFates).toBe(false);
    expect(faultsOf({ SANDBOX_FATES: 'maybe' })).toEqual([expect.stringContaining('SANDBOX_FATES is "maybe"')]);
  });

  it('limits each address of payers, guesses most of all', () => {
    const { readsPerMinute, actsPerMinute, guessesPerMinute, streamsPerAddressMax } =
      readConfig(production).publicInterface;
    expect([readsPerMinute, actsPerMinute, guessesPerMinute, streamsPerAddressMax]).toEqual([1_200, 120, 60, 500]);
    const other = readConfig({ ...production, PUBLIC_READS_PER_MINUTE: '7', PUBLIC_STREAMS_PER_ADDRESS: '0' });
    expect(other.publicInterface).toMatchObject({ readsPerMinute: 7, streamsPerAddressMax: 0 });
  });

  it('refuses a missing PUBLIC_URL, DATABASE_URL and MASTER_KEY together', () => {
    const faults = faultsOf({ QUITTANCE_MODE: 'production' });
    expect(faults).toHaveLength(3);
    expect(faults.join()).toMatch(/PUBLIC_URL is missing.*DATABASE_URL is missing.*MASTER_KEY is missing/);
  });

  it('makes a database of its own only when DATABASE=embedded says so, and takes no second one beside it', () => {
    const DATABASE_URL = 'postgres://work@db/shop';
    const without = { ...production, DATABASE: '' };
    expect(faultsOf(without)).toEqual([expect.stringContaining('DATABASE=embedded for the embedded server')]);
    expect(readConfig(production).database.url).toBe(null);
    expect(readConfig({ ...without, DATABASE_URL }).database.url).toBe(DATABASE_URL);
    expect(faultsOf({ ...production, DATABASE_URL })).toEqual([expect.stringContaining('give one of them')]);
    expect(faultsOf({ DATABASE: 'elsewhere' })).toEqual([expect.stringContaining('DATABASE is "elsewhere"')]);
  });

  it('reports a malformed PUBLIC_URL once, not also as missing', () => {
    expect(faultsOf({ ...production, PUBLIC_URL: 'pay.example.com' })).toHaveLength(1);
  });

  it.each(['hex', 'base64', 'base64url'] as const)('refuses the demo master key written as %s', (encoding) => {
    const MASTER_KEY = Buffer.from(demoSecrets.masterKeyHex, 'hex').toString(encoding);
    expect(faultsOf({ ...production, MASTER_KEY })).toEqual([expect.stringContaining('demo key')]);
    expect(faultsOf({ MASTER_KEY })).toEqual([]);
  });
});

describe('the mode', () => {
  it.each([
    { DATABASE_URL: 'postgres://work@db/shop' },
    { DATABASE_URL_FILE: '/run/secrets/none' },
    { PUBLIC_URL: 'https://pay.example.com' },
    { PUBLIC_URL: 'http://127.0.0.1:3000, https://pay.example.com' },
  ])('has to be said beside %o', (env) => {
    expect(faultsOf(env)).toContainEqual(expect.stringMatching(/^QUITTANCE_MODE is missing; with .* say which it is/));
    expect(faultsOf({ ...env, ...sandbox }).join()).not.toContain('QUITTANCE_MODE');
  });

  it('is sandbox where nothing is said and nothing looks like more', () => {
    expect(readConfig({ PUBLIC_URL: 'http://192.168.0.7:3000' }).mode).toBe('sandbox');
  });
});

describe('an unknown setting', () => {
  const unknownOf = (file: NodeJS.ProcessEnv, environment: NodeJS.ProcessEnv = {}) => {
    try {
      readConfig({ ...file, ...environment }, { file, environment });
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };

  it.each([
    ['QUITANCE_MODE', 'QUITTANCE_MODE'],
    ['QUITTANCE_MOD', 'QUITTANCE_MODE'],
    ['quittance_mode', 'QUITTANCE_MODE'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['MASTER_KEY_FIEL', 'MASTER_KEY_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('%s is refused in the .env file and in the environment, with %s as what may be meant', (name, meant) => {
    const words = (place: string) => [
      expect.stringContaining(`${name} in ${place} is not a setting; did you mean ${meant}?`),
    ];
    expect(unknownOf({ [name]: 'x' })).toEqual(words('the .env file'));
    expect(unknownOf({}, { [name]: 'x' })).toEqual(words('the environment'));
    expect(unknownOf({ [name]: 'x' }, { [name]: 'x' })).toEqual(words('the .env file'));
  });

  it('is refused in the .env file whatever it is, and never quoted', () => {
    const faults = unknownOf({ SHOP_PASSWORD: 'hunter2', COMPOSE_FILE: 'a.yaml' });
    expect(faults).toEqual([
      expect.stringMatching(/^SHOP_PASSWORD in .*OTHER_KEYS/),
      expect.stringMatching(/^COMPOSE_FILE in/),
    ]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('is let pass when OTHER_KEYS names it, by its name or its beginning', () => {
    const given = { SHOP_PASSWORD: 'x', COMPOSE_FILE: 'y', COMPOSE_PROJECT_NAME: 'z' };
    expect(unknownOf({ ...given, OTHER_KEYS: 'SHOP_PASSWORD, COMPOSE_*' })).toEqual([]);
    expect(unknownOf({ ...given, OTHER_KEYS: 'SHOP_*' })).toHaveLength(2);
    expect(unknownOf({ OTHER_KEYS: 'DATABASE_URI' }, { DATABASE_URI: 'x' })).toEqual([]);
    expect(unknownOf({ OTHER_KEYS: '*' })).toEqual([expect.stringContaining('OTHER_KEYS is "*"')]);
  });

  it("is nobody else's variable in the environment: those of the system, of Kubernetes, of our own examples", () => {
    const environment = {
      ...{
        PATH: '/bin',
        HOME: '/root',
        SHELL: '/bin/sh',
        HOSTNAME: 'box',
        host: 'box',
        POST: '1',
        NODE_ENV: 'production',
      },
      ...{ QUITTANCE_SERVICE_HOST: '10.0.0.1', QUITTANCE_SERVICE_PORT: '3000', QUITTANCE_PORT: 'tcp://10.0.0.1:3000' },
      ...{
        QUITTANCE_PORT_3000_TCP_ADDR: '10.0.0.1',
        QUITTANCE_URL: 'http://localhost',
        QUITTANCE_DOMAIN: 'example.com',
      },
      ...{ AWS_REGION: 'eu', POSTGRES_PASSWORD: 'x', PGHOST: 'db', DATABASE_HOST: 'db', SFTP_URL: 'x', HTTP_URL: 'y' },
    };
    expect(unknownOf({}, environment)).toEqual([]);
    expect(unknownOf({}, { QUITTANCE_PORT: '3000' })).toHaveLength(1);
  });

  it('is told together with all other faults', () => {
    const faults = unknownOf({ QUITANCE_MODE: 'production', PORT: 'eighty', DATABASE_URL: 'postgres://work@db/shop' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['QUITTANCE_MODE', 'PORT', 'QUITANCE_MODE']);
  });

  it('is none of the settings, whatever they are set to', () => {
    const keys = Object.keys(parseEnv(exampleText));
    const anyFile = fc.record(
      Object.fromEntries(keys.map((key) => [key, fc.constantFrom('', '1', 'production', 'x,y')])),
    );
    fc.assert(
      fc.property(anyFile, (file) => {
        expect(unknownOf(file).filter((fault) => fault.includes('is not a setting'))).toEqual([]);
      }),
    );
  });
});

describe('MASTER_KEY', () => {
  it('is the same key in hex, upper-case hex, base64 and base64url', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const key = Buffer.from(bytes);
        const hex = key.toString('hex');
        for (const text of [hex, hex.toUpperCase(), key.toString('base64'), key.toString('base64url')]) {
          expect(readConfig({ MASTER_KEY: text }).masterKey.equals(key)).toBe(true);
        }
      }),
    );
  });

  it.each([ownKeyHex.slice(1), `${ownKeyHex}0`, 'a'.repeat(42), `${'a'.repeat(42)}!=`])('refuses %s', (MASTER_KEY) => {
    expect(faultsOf({ MASTER_KEY })).toHaveLength(1);
  });
});

describe('MASTER_KEY_PREVIOUS', () => {
  const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
  it('holds no key, one or several', () => {
    const keysOf = (text: string) =>
      readConfig({ MASTER_KEY_PREVIOUS: text }).previousMasterKeys.map((key) => key.toString('hex'));
    expect(keysOf('')).toEqual([]);
    expect(keysOf(first)).toEqual([first]);
    expect(keysOf(`${first}, ${second}\n`)).toEqual([first, second]);
  });

  it('is refused when one of them is no key, without showing it', () => {
    const faults = faultsOf({ MASTER_KEY_PREVIOUS: `${first},hunter2` });
    expect(faults).toEqual([expect.stringContaining('MASTER_KEY_PREVIOUS holds something')]);
    expect(faults.join()).not.toContain('hunter2');
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://pay.example.com', 'https://pay.example.com'],
    ['https://pay.example.com/', 'https://pay.example.com'],
    ['https://Example.com:443/pay/', 'https://Example.com:443/pay'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s becomes %s', (PUBLIC_URL, publicUrl) => {
    expect(readConfig({ ...sandbox, PUBLIC_URL }).publicUrl).toBe(publicUrl);
  });

  it.each([
    'ftp://example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
    'https://example.com?',
    'https://a b.com',
    'https:example.com',
    'https://',
  ])('refuses %s', (PUBLIC_URL) => {
    expect(faultsOf({ ...sandbox, PUBLIC_URL })).toEqual([
      expect.stringContaining('PUBLIC_URL is not a plain web address'),
    ]);
  });

  it('may name several: links are made from the first, and calls under all of them count', () => {
    const several = readConfig({
      ...sandbox,
      PUBLIC_URL: ' https://pay.example.com/ ,https://pay.example.org/gateway,',
    });
    expect(several).toMatchObject({
      publicUrl: 'https://pay.example.com',
      otherPublicUrls: ['https://pay.example.org/gateway'],
    });
    expect(readConfig({ ...sandbox, PUBLIC_URL: 'https://pay.example.com' }).otherPublicUrls).toEqual([]);
    expect(faultsOf({ ...sandbox, PUBLIC_URL: 'https://pay.example.com,pay.example.org' })).toEqual([
      expect.stringContaining('PUBLIC_URL is not a plain web address'),
    ]);
  });

  it('is unknown until the server listens when any free port is taken', () => {
    expect(readConfig({ PORT: '0' }).publicUrl).toBeNull();
    expect(readConfig({ PORT: '0', PUBLIC_URL: 'http://shop.test' }).publicUrl).toBe('http://shop.test');
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['localhost', 'http://localhost:80'],
    ['::1', 'http://[::1]:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://[::1]:80'],
  ])('defaults to an address that can be called when HOST is %s', (HOST, url) => {
    expect(localUrl(HOST, 80)).toBe(url);
    expect(readConfig({ HOST, PORT: '80' }).publicUrl).toBe(url);
  });
});

describe('TRUSTED_PROXIES', () => {
  it('holds addresses and ranges of both families', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,' });
    expect(trustedProxies.entries).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    for (const address of ['127.0.0.1', '10.200.1.1', 'fd12::1', '::ffff:10.0.0.1']) {
      expect(trustedProxies.includes(address)).toBe(true);
    }
    for (const address of ['127.0.0.2', '11.0.0.1', 'fe80::1%eth0', '::1', '', 'unknown']) {
      expect(trustedProxies.includes(address)).toBe(false);
    }
  });

  it.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '/8', '10.0.0.0/8/8', '10.0.0/8', '10.0.0.0/-1'])(
    'refuses %s',
    (TRUSTED_PROXIES) => {
      expect(faultsOf({ TRUSTED_PROXIES })).toHaveLength(1);
    },
  );
});

describe('the database', () => {
  it.each([
    'postgres://localhost/quittance',
    'postgresql://user:p%40ss@db:5432/quittance?sslmode=require',
    'postgres://user:secret@/quittance?host=/var/run/postgresql',
    'postgresql:///quittance?host=/var/run/postgresql',
  ])('may be at %s', (DATABASE_URL) => {
    expect(readConfig({ ...sandbox, DATABASE_URL }).database.url).toBe(DATABASE_URL);
  });

  it.each(['localhost/quittance', 'postgres://user:p#ss@db/quittance', 'postgres://db:port/quittance'])(
    'cannot be at %s',
    (DATABASE_URL) => {
      expect(faultsOf({ ...sandbox, DATABASE_URL })).toHaveLength(1);
    },
  );

  it('has an owner only beside a role for work', () => {
    const [DATABASE_URL, DATABASE_OWNER_URL] = ['postgres://work@db/quittance', 'postgres://owner:secret@db/quittance'];
    expect(readConfig({ ...sandbox, DATABASE_URL, DATABASE_OWNER_URL }).database).toMatchObject({
      url: DATABASE_URL,
      ownerUrl: DATABASE_OWNER_URL,
    });
    expect(readConfig({ ...sandbox, DATABASE_URL }).database.ownerUrl).toBe(null);
    expect(faultsOf({ ...sandbox, DATABASE_OWNER_URL })).toEqual([expect.stringContaining('DATABASE_URL is not')]);
    const wrong = faultsOf({ ...sandbox, DATABASE_URL, DATABASE_OWNER_URL: 'mysql://owner:secret@db/quittance' });
    expect(wrong).toEqual([expect.stringContaining('DATABASE_OWNER_URL is not a PostgreSQL address')]);
    expect(wrong.join()).not.toContain('secret');
  });

  it.each([
    ['postgres://me@one,two/shop', 'postgres://me@one,two/shop?target_session_attrs=standby'],
    ['postgres://me@/shop?host=one%2Ctwo', 'postgres://me@/shop?host=one%2Ctwo&target_session_attrs=standby'],
    ['postgres://me@one,two/shop?target_session_attrs=any', 'postgres://me@one,two/shop?target_session_attrs=any'],
    ['postgres://me@one/shop', 'postgres://me@one/shop'],
  ])('has a replica at %s, which is a standby where there are several', (DATABASE_REPLICA_URL, replicaUrl) => {
    const DATABASE_URL = 'postgres://work@db/shop';
    expect(readConfig({ ...sandbox, DATABASE_URL, DATABASE_REPLICA_URL }).database).toMatchObject({ replicaUrl });
  });

  it('has a connection left for reads beside the lanes', () => {
    expect(faultsOf({ ENGINE_LANES: '4', DATABASE_POOL_MAX: '5' })).toEqual([]);
    expect(faultsOf({ ENGINE_LANES: '4', DATABASE_POOL_MAX: '4' })).toEqual([expect.stringContaining('at least 5')]);
    expect(faultsOf({ ENGINE_LANES: '16' })).toEqual([]);
  });
});

describe('the evidence', () => {
  it('is told where the settings say, and nowhere by default', () => {
    expect(readConfig({}).auditHead).toEqual({ file: null, url: null, intervalMs: 3_600_000 });
    const told = { AUDIT_HEAD_FILE: 'heads.jsonl', AUDIT_HEAD_URL: 'https://witness.example.com/heads' };
    expect(readConfig(told).auditHead).toMatchObject({ file: resolve('heads.jsonl'), url: told.AUDIT_HEAD_URL });
    expect(faultsOf({ AUDIT_HEAD_URL: 'witness', AUDIT_HEAD_INTERVAL_MS: '10' })).toHaveLength(2);
  });

  it('is backed up for public keys, and a private key is refused without being shown', () => {
    const key = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';
    expect(readConfig({}).backupRecipients).toEqual([]);
    const { backupRecipients } = readConfig({ BACKUP_RECIPIENTS: `${key}, ${key}` });
    expect(backupRecipients.map(({ text }) => text)).toEqual([key, key]);
    const secret = 'AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0';
    const faults = faultsOf({ BACKUP_RECIPIENTS: secret });
    expect(faults).toEqual([expect.stringContaining('BACKUP_RECIPIENTS has a text that is no public key')]);
    expect(faults.join()).not.toContain(secret.slice(20, 40));
  });
});

describe('the S3 settings', () => {
  const required = {
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_BUCKET: 'receipts',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };

  it('name a bucket when all are given', () => {
    expect(readConfig(required).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'receipts',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      prefix: '',
    });
    expect(readConfig({ ...required, S3_REGION: 'auto', S3_PREFIX: '/shop/receipts/' }).s3).toMatchObject({
      region: 'auto',
      prefix: 'shop/receipts/',
    });
  });

  it.each(Object.keys(required))('are refused without %s', (key) => {
    expect(faultsOf({ ...required, [key]: '' })).toEqual([expect.stringContaining(`${key} is missing`)]);
  });
});

describe('secrets in files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'quittance-secrets-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };

  it('are read as if they were given, without the line end', () => {
    const { MASTER_KEY: _, DATABASE: __, ...env } = production;
    const url = 'postgres://quittance:pass@db/quittance';
    const config = readConfig({
      ...env,
      MASTER_KEY_FILE: file('key', `${ownKeyHex}\n`),
      MASTER_KEY_PREVIOUS_FILE: file('previous', `${'1'.repeat(64)}\n${'2'.repeat(64)}\n`),
      DATABASE_URL_FILE: file('url', `${url}\r\n`),
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'receipts',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY_FILE: file('s3', 'secret'),
    });
    expect(config.masterKey.toString('hex')).toBe(ownKeyHex);
    expect(config.previousMasterKeys).toHaveLength(2);
    expect([config.database.url, config.s3?.secretAccessKey]).toEqual([url, 'secret']);
  });

  it('are checked like any other, and never shown', () => {
    const faults = faultsOf({ ...production, MASTER_KEY: '', MASTER_KEY_FILE: file('short', 'hunter2') });
    expect(faults).toEqual([expect.stringContaining('MASTER_KEY is not 32 bytes')]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it.each([
    ['cannot be read (ENOENT)', () => join(directory, 'none')],
    ['cannot be read (EISDIR)', () => directory],
    ['is empty', () => file('empty', ' \n')],
  ])('secrets in files that %s are one fault', (fault, path) => {
    const env = { ...production, MASTER_KEY: '', MASTER_KEY_FILE: path() };
    expect(faultsOf(env)).toEqual([`MASTER_KEY_FILE names ${JSON.stringify(path())}, which ${fault}.`]);
  });

  it('are refused beside a value', () => {
    const env = { ...production, MASTER_KEY_FILE: file('key', ownKeyHex) };
    expect(faultsOf(env)).toEqual(['MASTER_KEY and MASTER_KEY_FILE are both set; give one of them.']);
  });
});

describe('the .env file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'quittance-config-'));
  afterEach(() => rmSync(join(directory, '.env'), { recursive: true, force: true }));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('may be absent', () => {
    expect(loadEnvFile(directory)).toEqual({});
  });

  it('gives values that the environment overrides', () => {
    writeFileSync(join(directory, '.env'), '# a comment\nPORT=4000\nHOST="::1"\n');
    expect(readConfig({ ...loadEnvFile(directory), PORT: '5000' })).toMatchObject({ host: '::1', port: 5000 });
  });

  it('is a fault in plain words when it cannot be read', () => {
    mkdirSync(join(directory, '.env'));
    expect(() => loadEnvFile(directory)).toThrow(/\.env cannot be read \(EISDIR\)/);
  });

  it('reaches the settings of the process', () => {
    writeFileSync(join(directory, '.env'), 'RECEIPT_LINK_TTL_MS=5000');
    expect(loadConfig(directory).receiptLinkTtlMs).toBe(5000);
  });
});
