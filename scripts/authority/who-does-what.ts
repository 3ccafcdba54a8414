import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';

/**
 * Which commands and acts on settings are reached from where, read from the sources: a declaration reaches what it names, and what
 * that names. Types are named as well, and reach nothing.
 */
export interface Reaching {
  /** Names of acts, as the audit log has them, by operation. */
  readonly byOperation: ReadonlyMap<string, readonly string[]>;
  /** Of each act that no operation reaches, the files that name it. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>;
  /** Those that the command line does as well. */
  readonly byCommandLine: readonly string[];
  /** All of them. */
  readonly acts: readonly string[];
}

interface Source {
  /** The text of each declaration at the top of the file, by its name. */
  readonly declared: ReadonlyMap<string, string>;
  /** What a name of this file is in another one. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

export function whoDoesWhat(): Reaching {
  const sources = new Map(pathsUnder('src').map((path) => [path, read(path)]));
  const acts = new Map<string, string>();
  for (const [path, { declared }] of sources) {
    for (const [name, text] of declared) {
      const act = actOf(path, name, text);
      if (act !== null) acts.set(`${path} ${name}`, act);
    }
  }
  const byOperation = new Map<string, readonly string[]>();
  for (const [path, { declared }] of sources) {
    if (!path.startsWith('src/api/')) continue;
    for (const [name, text] of declared) {
      const operation = /\boperationId: '(\w+)'/.exec(text)?.[1];
      if (operation === undefined) continue;
      const reached = [...reachedFrom(sources, path, name)].flatMap((key) => acts.get(key) ?? []);
      byOperation.set(operation, [...new Set(reached)].sort());
    }
  }
  const byEndpoints = new Set([...byOperation.values()].flat());
  const elsewhere = new Map<string, readonly string[]>();
  for (const [key, act] of acts) {
    if (!byEndpoints.has(act)) elsewhere.set(act, namedIn(sources, key));
  }
  const byCommandLine = [...acts].filter(([key]) => namedIn(sources, key).some((file) => file.startsWith('src/cli/')));
  return {
    byOperation,
    elsewhere,
    byCommandLine: [...new Set(byCommandLine.map(([, act]) => act))].sort(),
    acts: [...new Set(acts.values())].sort(),
  };
}

/** An act on settings or a command has its name beside what it decides; of some commands the name is given to what they share. */
function actOf(path: string, name: string, text: string): string | null {
  const isAct =
    path.startsWith('src/settings/') &&
    /^export const \w+(: \w+<.*>)? = (settingAct|routineAct|permission)\(/.test(text);
  const isCommand = path.startsWith('src/commands/') && /\): Command</.test(text) && text.startsWith('export ');
  if (!isAct && !isCommand) return null;
  return (
    /\bname: '([a-z]+(?:-[a-z]+)+)'/.exec(text)?.[1] ??
    /(?:Command|permission)\(\s*'([a-z]+(?:-[a-z]+)+)'/.exec(text)?.[1] ??
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  );
}

function reachedFrom(sources: ReadonlyMap<string, Source>, path: string, name: string, seen = new Set<string>()) {
  const key = `${path} ${name}`;
  const text = sources.get(path)?.declared.get(name);
  if (seen.has(key) || text === undefined) return seen;
  seen.add(key);
  // An act is where money or settings begin: what it is made of is its own.
  if (!path.startsWith('src/api/')) return seen;
  for (const { file, name: other } of namesIn(sources, path, text)) reachedFrom(sources, file, other, seen);
  return seen;
}

/** Comments and plain strings: they may have the name of another operation in them. */
const saidToPeople = /\/\*[\s\S]*?\*\/|^ *\/\/.*$|"[^"\n]*"|'[^'\n]*'/gm;

function namesIn(sources: ReadonlyMap<string, Source>, path: string, text: string) {
  const { declared, imported } = sources.get(path) ?? { declared: new Map(), imported: new Map() };
  const words = new Set(text.replace(saidToPeople, '').match(/[A-Za-z]\w*/g));
  return [...words].flatMap((word) => (declared.has(word) ? { file: path, name: word } : (imported.get(word) ?? [])));
}

function namedIn(sources: ReadonlyMap<string, Source>, key: string): readonly string[] {
  const [path = '', name = ''] = key.split(' ');
  const inOthers = [...sources].filter(([, { imported }]) =>
    [...imported.values()].some((one) => one.file === path && one.name === name),
  );
  return inOthers.map(([other]) => other).filter((other) => other !== 'src/settings/guarded-acts.ts');
}

function read(path: string): Source {
  const text = readFileSync(join(projectFolder(), path), 'utf8');
  const declared = new Map<string, string>();
  for (const part of text.split(/^(?=(?:export )?(?:async )?(?:const|function|class) )/m)) {
    const name = /^(?:export )?(?:async )?(?:const|function\*?|class) (\w+)/.exec(part)?.[1];
    if (name !== undefined) declared.set(name, part);
  }
  const imported = new Map<string, { file: string; name: string }>();
  for (const [, names = '', from = ''] of text.matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gm)) {
    for (const one of names.split(',')) {
      const [name = '', as = name] = one.trim().split(' as ');
      if (name !== '' && !name.startsWith('type ')) imported.set(as, { file: join(dirname(path), from), name });
    }
  }
  return { declared, imported };
}

function pathsUnder(folder: string): string[] {
  return readdirSync(join(projectFolder(), folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pathsUnder(path);
    return path.endsWith('.ts') && !path.endsWith('.test.ts') ? [path] : [];
  });
}
