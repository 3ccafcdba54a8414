import { describe, expect, it } from 'vitest';
import { codeFiles, type Import, importsOf, isTest } from './repository.ts';

/**
 * Who may import whom, as the room table of ARCHITECTURE.md says. `types` are erased by the compiler; `reads` are the
 * files of storage that only read. What stands in no row is allowed to nobody.
 */
interface Room {
  readonly imports: readonly string[];
  readonly types?: readonly string[];
  /** Packages and parts of Node; absent: whatever is needed. */
  readonly packages?: readonly string[];
}

const rooms: Readonly<Record<string, Room>> = {
  'errors.ts': { imports: [], packages: [] },
  'config.ts': { imports: ['domain', 'config-public.ts', 'config-values.ts'] },
  'config-public.ts': { imports: ['config-values.ts'], packages: [] },
  'config-values.ts': { imports: [], packages: ['node:fs'] },
  domain: { imports: ['errors.ts'], packages: ['node:assert/strict', 'node:crypto', 'node:util'] },
  commands: { imports: ['errors.ts', 'domain'], packages: ['node:assert/strict'] },
  storage: { imports: ['errors.ts', 'domain'] },
  engine: { imports: ['errors.ts', 'domain', 'storage'], types: ['commands'] },
  notify: { imports: ['errors.ts', 'domain'] },
  workers: { imports: ['errors.ts', 'domain', 'engine', 'commands', 'settings', 'storage', 'notify'] },
  http: {
    imports: ['errors.ts', 'domain', 'engine', 'api', 'pages', 'reference'],
    types: ['storage', 'notify', 'commands'],
  },
  settings: { imports: ['errors.ts', 'domain', 'storage'], packages: ['node:assert/strict', 'pg'] },
  api: {
    imports: ['errors.ts', 'domain', 'commands', 'engine', 'settings', 'http', 'storage reads'],
    types: ['storage', 'notify'],
  },
  pages: { imports: ['errors.ts', 'domain', 'commands', 'engine', 'http', 'api', 'storage reads'], types: ['storage'] },
  reference: { imports: ['errors.ts', 'domain', 'http', 'api', 'storage reads'] },
  world: { imports: [] },
  'start-up-text.ts': { imports: ['domain'], types: ['config.ts', 'service.ts'] },
};

/** What is run and not imported. */
const programs = ['src/main.ts', 'src/cli/quittance.ts'];

/** What is loaded by the pattern of its name. */
const foundByName = /^src\/pages\/language-[\w-]+\.ts$/;

/** Where everything meets. */
const compositionRoots = ['main.ts', 'service.ts', 'service-deliveries.ts', 'service-watches.ts', 'cli'];

/** Packages that only one room may use when the program runs: the others see it through that room. */
const homes: Readonly<Record<string, readonly string[]>> = {
  pg: ['storage'],
  aws4fetch: ['storage'],
  undici: ['notify'],
  fastify: ['http', 'api', 'pages', 'reference'],
  '@fastify/busboy': ['http'],
  typebox: ['http', 'api', 'reference'],
  'prom-client': ['http'],
  pino: ['service.ts'],
};

/** What the simulator may load of the service when it runs: rules, acts, and the parts of engine and storage that need no database. */
const pureForSimulator = [
  /^src\/(errors\.ts|domain\/|commands\/)/,
  /^src\/engine\/(balance-changes|batch|job|lane|row-set|row-sets|working-set)\.ts$/,
  /^src\/storage\/(database-error\.ts$|rows\/|batch\/(batch-keys|load-step|load-steps)\.ts$)/,
];

const source = codeFiles('src').filter(({ path }) => !isTest(path));
const imports = source.flatMap(importsOf);

describe('the rooms', () => {
  it('import only what the table allows', () => {
    const inside = imports.filter(({ to, isOurs }) => isOurs && to.startsWith('src/'));
    expect(inside.filter((one) => !isAllowed(one)).map(asText)).toEqual([]);
  });

  it('use only the packages the table allows', () => {
    const foreign = imports.filter(({ from, to, isOurs }) => {
      const packages = rooms[roomOf(from)]?.packages;
      return !isOurs && packages !== undefined && !packages.includes(to);
    });
    expect(foreign.map(asText)).toEqual([]);
  });

  it('keep each package at home', () => {
    const away = imports.filter(
      ({ from, to, isOurs, isTypeOnly }) => !isOurs && !isTypeOnly && homes[to]?.includes(roomOf(from)) === false,
    );
    expect(away.map(asText)).toEqual([]);
  });

  it('import nothing from outside src but the SDK, where the command line and the world are clients like any other', () => {
    const outside = imports.filter(({ to, isOurs }) => isOurs && !to.startsWith('src/'));
    const clients = outside.filter(
      ({ from, to }) => ['cli', 'world'].includes(roomOf(from)) && to === 'sdk/src/index.ts',
    );
    expect(outside.filter((one) => !clients.includes(one)).map(asText)).toEqual([]);
  });

  it('share nothing with the SDK, which imports itself and Node alone: a merchant installs nothing else', () => {
    const away = codeFiles('sdk')
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .filter(({ to, isOurs }) => !(isOurs ? to.startsWith('sdk/src/') : to.startsWith('node:')));
    expect(away.map(asText)).toEqual([]);
  });

  it('have no tests, benchmarks or scripts that anything but their own kind imports', () => {
    const elsewhere = codeFiles('scripts', 'bench', 'simulator')
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf);
    expect(elsewhere.filter(({ to }) => to.startsWith('test/') || isTest(to)).map(asText)).toEqual([]);
    const scripts = codeFiles('scripts').flatMap(importsOf);
    expect(scripts.filter(({ to }) => to.startsWith('bench/')).map(asText)).toEqual([]);
  });
});

describe('the simulator', () => {
  it('loads nothing of the service that needs a database, a network or a clock', () => {
    const all = codeFiles('src', 'simulator').filter(({ path }) => !isTest(path));
    const importsByFile = new Map(all.map((file) => [file.path, importsOf(file)]));
    const loaded = new Set<string>();
    const load = (path: string): void => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const { to, isOurs, isTypeOnly } of importsByFile.get(path) ?? []) if (isOurs && !isTypeOnly) load(to);
    };
    load('simulator/simulate.ts');
    const ofService = [...loaded].filter((path) => path.startsWith('src/'));
    expect(ofService.filter((path) => !pureForSimulator.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(ofService.filter((path) => path.startsWith('src/commands/')).length).toBeGreaterThan(12);
    const packages = [...loaded].flatMap((path) => importsByFile.get(path) ?? []).filter(({ isOurs }) => !isOurs);
    expect(packages.filter(({ to }) => !to.startsWith('node:')).map(asText)).toEqual([]);
  });
});

describe('the files of src', () => {
  it('import each other without a circle', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to, isOurs, isTypeOnly } of imports) {
      if (isOurs && !isTypeOnly) targets.set(from, [...(targets.get(from) ?? []), to]);
    }
    expect(circles(targets)).toEqual([]);
  });

  it('are each imported from somewhere, or are the program itself', () => {
    const imported = new Set(
      codeFiles('src', 'test', 'bench', 'scripts', 'simulator')
        .flatMap(importsOf)
        .map(({ to }) => to),
    );
    const isFound = (path: string) => programs.includes(path) || imported.has(path) || foundByName.test(path);
    const dead = source.map(({ path }) => path).filter((path) => !isFound(path));
    expect(dead).toEqual([]);
  });
});

function isAllowed({ from, to, isTypeOnly }: Import): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (room === target || compositionRoots.includes(room)) return true;
  const { imports: allowed = [], types = [] } = rooms[room] ?? {};
  const isRead = target === 'storage' && to.startsWith('src/storage/reads/') && allowed.includes('storage reads');
  return allowed.includes(target) || isRead || (isTypeOnly && types.includes(target));
}

/** `src/http/app.ts` is in http; `src/errors.ts` is a room of its own. */
function roomOf(path: string): string {
  const [, room = ''] = path.split('/');
  return room;
}

function asText({ from, to, isTypeOnly }: Import): string {
  return `${from} imports ${to}${isTypeOnly ? ' (types)' : ''}`;
}

function circles(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return found;
}
