import { describe, expect, it } from 'vitest';
import { codeFiles, type Import, importsOf, isTest, readText } from './repository.ts';

/** Who may import whom: the table under *Rooms* of ARCHITECTURE.md. What stands in no row is allowed to nobody. */
interface Room {
  /** As in `src/domain/` or `src/service.ts`. */
  readonly places: readonly string[];
  readonly imports: readonly string[];
  /** These are erased by the compiler. */
  readonly types: readonly string[];
}

const rooms = readRooms(readText('ARCHITECTURE.md'));

/** Packages and parts of Node that a room may use; of rooms that are not here: whatever is needed. */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  config: ['node:fs', 'node:net', 'node:path', 'node:util'],
  domain: ['node:assert/strict', 'node:crypto', 'node:util'],
  commands: ['node:assert/strict'],
  settings: ['node:assert/strict', 'pg'],
};

/** What is run and not imported. */
const programs = [
  'src/main.ts',
  'src/cli/quittance.ts',
  'src/pictures/look-thread.ts',
  'src/bank-files/reading-thread.ts',
];

/** What is loaded by the pattern of its name. */
const foundByName = /^src\/pages\/language-[\w-]+\.ts$/;

/** Packages that only one room may use when the program runs: the others see it through that room. */
const homes: Readonly<Record<string, readonly string[]>> = {
  pg: ['storage'],
  aws4fetch: ['storage'],
  '@simplewebauthn/server': ['storage'],
  undici: ['notify'],
  fastify: ['http', 'api', 'pages', 'reference'],
  '@fastify/busboy': ['http'],
  typebox: ['api', 'reference', 'cli'],
  'prom-client': ['http'],
  pino: ['service'],
};

/** What the simulator may load of the service when it runs: rules, acts, and the parts of engine and storage that need no database. */
const pureForSimulator = [
  /^src\/(errors\/|domain\/|commands\/)/,
  /^src\/engine\/(balance-changes|batch|job|lane|row-set|row-sets|working-set)\.ts$/,
  /^src\/storage\/(database\/database-error\.ts$|rows\/|batch\/(batch-keys|load-step|load-steps)\.ts$)/,
];

const source = codeFiles('src').filter(({ path }) => !isTest(path));
const imports = source.flatMap(importsOf);

describe('the rooms', () => {
  it('have each a row in the table, which names no room that is not there', () => {
    const places = source.map(({ path }) => path);
    expect(places.filter((path) => roomsAt(path).length !== 1)).toEqual([]);
    const empty = rooms.flatMap((room) => room.places).filter((place) => !places.some((path) => isAt(path, place)));
    expect(empty).toEqual([]);
  });

  it('import only what the table allows', () => {
    const inside = imports.filter(({ to, isOurs }) => isOurs && to.startsWith('src/'));
    expect(inside.filter((one) => !isAllowed(one)).map(asText)).toEqual([]);
  });

  it('use only the packages the table allows', () => {
    const foreign = imports.filter(({ from, to, isOurs }) => {
      const packages = packagesOf[roomOf(from)];
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

  it('share nothing with what a browser loads, nor with the verifier, but the Russian of refusals', () => {
    const outside = codeFiles('web', 'verifier')
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .filter(({ to, isOurs }) => isOurs && !/^(web|verifier)\//.test(to));
    expect([...new Set(outside.map(({ to }) => to))]).toEqual(['src/errors/russian.ts']);
    const back = codeFiles('verifier').flatMap(importsOf);
    expect(back.filter(({ to }) => to.startsWith('web/')).map(asText)).toEqual([]);
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

describe('no file', () => {
  const files = codeFiles('src', 'web', 'simulator', 'verifier', 'scripts').filter(({ path }) => !isTest(path));
  const needed = files.flatMap(importsOf).filter(({ isOurs, isLazy }) => isOurs && !isLazy);

  it('is loaded by a file that it loads', () => {
    expect(circlesOf(needed.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([]);
  });

  it('needs another that needs it, not even for a type', () => {
    expect(circlesOf(needed)).toEqual([]);
  });
});

describe('the files of src', () => {
  it('are each imported from somewhere, or are the program itself', () => {
    const imported = new Set(
      codeFiles('src', 'test', 'bench', 'scripts', 'simulator', 'web')
        .flatMap(importsOf)
        .map(({ to }) => to),
    );
    const isFound = (path: string) => programs.includes(path) || imported.has(path) || foundByName.test(path);
    const dead = source.map(({ path }) => path).filter((path) => !isFound(path));
    expect(dead).toEqual([]);
  });
});

function isAllowed({ from, to, isTypeOnly }: Import): boolean {
  const [room] = roomsAt(from);
  if (room === undefined) return false;
  if (room === roomsAt(to)[0] || room.imports.includes('everything')) return true;
  const target = roomOf(to).replace(/(-\w+)?\.ts$/, '');
  const isRead = to.startsWith('src/storage/reads/') && room.imports.includes('reads of storage');
  return room.imports.includes(target) || isRead || (isTypeOnly && room.types.includes(target));
}

function roomsAt(path: string): readonly Room[] {
  return rooms.filter(({ places }) => places.some((place) => isAt(path, place)));
}

function isAt(path: string, place: string): boolean {
  if (place.endsWith('/')) return path.startsWith(place);
  const [start = '', end] = place.split('*');
  return end === undefined ? path === place : path.startsWith(start) && path.endsWith(end);
}

/** The rows of the table that are about files of `src/`. */
function readRooms(document: string): readonly Room[] {
  const [, table = ''] = document.split(/^## Rooms$/m);
  return table
    .replace(/^## [\s\S]*/m, '')
    .split('\n')
    .filter((line) => line.startsWith('| `src/'))
    .map((line) => {
      const [, names = '', , allowed = ''] = line.split('|');
      const [imports = '', types = ''] = allowed.trim().split('; types of ');
      return {
        places: [...names.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
        imports: imports.split(', '),
        types: types.split(', '),
      };
    });
}

/** `src/http/app.ts` is in http; `src/service.ts` is a room of its own. */
function roomOf(path: string): string {
  const [, room = ''] = path.split('/');
  return room;
}

function asText({ from, to, isTypeOnly }: Import): string {
  return `${from} imports ${to}${isTypeOnly ? ' (types)' : ''}`;
}

/** The files that reach each other, circle by circle (Tarjan). */
function circlesOf(edges: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visitFile = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    stack.push(path);
    let lowest = own;
    for (const target of targets.get(path) ?? []) {
      const seen = order.get(target);
      if (seen === undefined) lowest = Math.min(lowest, visitFile(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, seen);
    }
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest;
  };
  for (const path of targets.keys()) if (!order.has(path)) visitFile(path);
  return found.sort();
}
