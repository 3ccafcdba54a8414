import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { parseAst } from 'vitest/node';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';

/** The repository as the tidy tests read it: files, and for code the syntax tree, so that strings do not count as code. */
export interface CodeFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** All nodes of its tree, outermost first: a dozen rules look at each of them, and walking the tree is most of a rule's time. */
  readonly nodes: readonly Node[];
}

/** A node of the syntax tree (ESTree). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of node has fields of its own; a rule looks at those it knows.
  readonly [field: string]: any;
}

/** Git's own folder and the folders it ignores: installed, built or written by a run, not tracked. */
const notOurs = new Set(['.git', ...ignoredFolders()]);

function ignoredFolders(): readonly string[] {
  return [...readText('.gitignore').matchAll(/^([\w-]+)\/$/gm)].map(([, folder = '']) => folder);
}

export function repositoryPaths(): readonly string[] {
  return pathsUnder('');
}

function pathsUnder(folder: string): string[] {
  return readdirSync(join(projectFolder(), folder), { withFileTypes: true })
    .filter((entry) => !notOurs.has(entry.name))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pathsUnder(path);
      return entry.isFile() ? [path] : [];
    });
}

export function readText(path: string): string {
  return readFileSync(join(projectFolder(), path), 'utf8');
}

/** These TypeScript files, and those under these folders. */
export function codeFiles(...places: readonly string[]): readonly CodeFile[] {
  return repositoryPaths()
    .filter((path) => /\.tsx?$/.test(path) && places.some((place) => path === place || path.startsWith(`${place}/`)))
    .map(codeFile);
}

/** Read and parsed once: most rules look at the same files, and they do not change during a run. */
const known = new Map<string, CodeFile>();

function codeFile(path: string): CodeFile {
  const file = known.get(path) ?? parse(path);
  known.set(path, file);
  return file;
}

function parse(path: string): CodeFile {
  const text = readText(path);
  const nodes: Node[] = [];
  collect(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, nodes);
  return { path, text, nodes };
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node);
  for (const part of Object.values(node)) {
    if (Array.isArray(part)) {
      for (const inner of part) if (isNode(inner)) collect(inner, nodes);
    } else if (isNode(part)) collect(part, nodes);
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Node).type === 'string';
}

/** The nodes of a file for which a rule has something to say, as `path:line what`. */
export function findings(file: CodeFile, rule: (node: Node) => string | null): string[] {
  return file.nodes.flatMap((node) => {
    const what = rule(node);
    return what === null ? [] : [`${file.path}:${lineOf(file.text, node.start)} ${what}`];
  });
}

export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

export interface Import {
  readonly from: string;
  /** As written: `pg`, `node:fs`. For a file of ours, its path from the root. */
  readonly to: string;
  readonly isOurs: boolean;
  /** Erased by the compiler: nothing of it is there when the program runs. */
  readonly isTypeOnly: boolean;
  /** `import()`: when it is first needed, and by then all files are there. */
  readonly isLazy: boolean;
  /** What is taken of it, by the name it is exported under; `*` for all. */
  readonly names: readonly string[];
}

export function importsOf(file: CodeFile): readonly Import[] {
  return file.nodes.flatMap((node) => {
    const source = node['source']?.value;
    if (!importing.has(node.type) || typeof source !== 'string') return [];
    const isOurs = source.startsWith('.');
    const to = isOurs ? join(dirname(file.path), source) : source;
    const isLazy = node.type === 'ImportExpression';
    return [{ from: file.path, to, isOurs, isLazy, isTypeOnly: isTypeOnly(node), names: namesOf(node) }];
  });
}

const importing = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']);

function namesOf(node: Node): readonly string[] {
  const specifiers: readonly Node[] = node['specifiers'] ?? [];
  if (node.type === 'ImportDeclaration') return specifiers.map((one) => one['imported']?.name ?? '*');
  if (node.type === 'ExportNamedDeclaration') return specifiers.map((one) => one['local'].name);
  return ['*'];
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers: readonly Node[] = node['specifiers'] ?? [];
  return (
    specifiers.length > 0 && specifiers.every((one) => one['importKind'] === 'type' || one['exportKind'] === 'type')
  );
}

/** The text of a string or of the fixed parts of a template; null for any other node. */
export function stringOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TemplateElement' ? node['value'].raw : null;
}

/** `a.b` as text, for `a.b` and `a.b.c` alike; null for anything else. */
export function memberName(node: Node): string | null {
  if (node.type !== 'MemberExpression' || node['computed'] === true) return null;
  const { object, property } = node as Node & { object: Node; property: Node };
  return object.type === 'Identifier' ? `${object['name']}.${property['name']}` : null;
}
