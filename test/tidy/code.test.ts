import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/catalogue.ts';
import {
  type CodeFile,
  codeFiles,
  findings,
  importsOf,
  isTest,
  lineOf,
  memberName,
  type Node,
  readText,
  repositoryPaths,
  stringOf,
} from './repository.ts';

const all = codeFiles('src', 'sdk', 'test', 'bench', 'drill', 'scripts', 'simulator', 'web', 'vitest.config.ts');
const source = all.filter(({ path }) => path.startsWith('src/') && !isTest(path));
const world = all.filter(({ path }) => path.startsWith('simulator/') && !isTest(path));
const web = all.filter(({ path, text }) => path.startsWith('web/') && !text.startsWith('// Made by'));
const pure = source.filter(({ path }) => /^src\/(domain|commands|settings)\//.test(path));

describe('the code', () => {
  it('reads the environment in src/config/ only', () => {
    const readers = source.filter(({ path }) => path !== 'src/config/config.ts');
    expect(look(readers, (node) => (memberName(node) === 'process.env' ? 'process.env' : null))).toEqual([]);
  });

  it('keeps SQL in storage and migrations', () => {
    const sql =
      /\bselect\s[\s\S]*\bfrom\b|\binsert\s+into\b|\bupdate\s+\w+\s+set\b|\bdelete\s+from\b|\bcreate\s+table\b/i;
    const elsewhere = source.filter(({ path }) => !path.startsWith('src/storage/'));
    expect(look(elsewhere, (node) => (sql.test(stringOf(node) ?? '') ? 'SQL' : null))).toEqual([]);
  });

  it('writes to no console: people get text by process.stdout, machines get the log', () => {
    expect(look(all, (node) => (memberName(node)?.startsWith('console.') ? memberName(node) : null))).toEqual([]);
  });

  it('knows ways to pay and banks by their records, never by their codes: only examples and the demo name some', () => {
    const { options, banks } = JSON.parse(readText('catalogue/starter.json'));
    const codes = new Set<string>(options.map(({ code }: { code: string }) => code));
    for (const { code } of banks.RUB) if (code !== 'unknown') codes.add(code);
    // Marks have colours like the banks' own, which are no words of the trade.
    const naming =
      /^src\/(reference\/|world\/|api\/([\w-]+\/)?([\w-]+-)?examples\.ts|storage\/settings\/sandbox\/demo-world\.ts|pages\/bank-mark\.ts)/;
    const others = [...source, ...web].filter(({ path }) => !naming.test(path));
    const named = others.flatMap((file) => {
      const examples = file.path.startsWith('src/api/') ? examplesIn(file) : [];
      const isExample = ({ start, end }: Node) => examples.some((one) => one.start <= start && end <= one.end);
      return findings(file, (node) => (codes.has(stringOf(node) ?? '') && !isExample(node) ? stringOf(node) : null));
    });
    expect(named).toEqual([]);
  });

  it('has no notes to self', () => {
    // Written in pieces, so that this file has none; the third is also the code for "no currency" where it is no comment.
    const note = new RegExp(['\\bTO' + 'DO\\b', '\\bFIX' + 'ME\\b', '(?://|--|[*#])\\s*XX' + 'X\\b'].join('|'));
    const noted = repositoryPaths()
      .filter((path) => /\.(ts|sql|md|json|ya?ml)$/.test(path) && !path.endsWith('package-lock.json'))
      .filter((path) => note.test(readText(path)));
    expect(noted).toEqual([]);
  });
});

describe('domain, commands and settings', () => {
  it('know no clock and no chance: time, IDs and randomness are passed in', () => {
    expect(look(pure, clockOrChance)).toEqual([]);
  });

  it('take of node:crypto what gives the same for the same', () => {
    // Ed25519 signs the same bytes with the same signature.
    const ed25519 = ['createPrivateKey', 'createPublicKey', 'KeyObject', 'sign', 'verify'];
    const deterministic = ['createHash', 'hash', 'createHmac', 'timingSafeEqual', ...ed25519];
    const taken = look(pure, (node) => {
      if (node.type !== 'ImportDeclaration' || node['source'].value !== 'node:crypto') return null;
      const names: string[] = node['specifiers'].map((one: Node) => one['imported']?.name);
      return names.find((name) => !deterministic.includes(name)) ?? null;
    });
    expect(taken).toEqual([]);
  });

  it('count money in bigint: nothing turns it into a float or rounds it as one', () => {
    // Steps of time, times of pages, hours, bits of IDs, digits of codes, seconds of headers, numbers of stores, shares of
    // deals and places in a tree are no money.
    const noMoney = [
      'timestamp.ts',
      'answer-time.ts',
      'uuid.ts',
      'case-number.ts',
      'totp.ts',
      'delivery.ts',
      'notification-id.ts',
      'page-header.ts',
      'proof-file.ts',
      'concerns.ts',
      'weekly-hours.ts',
      'routing.ts',
      'time-zone.ts',
      'signed-request.ts',
      'posted-messages.ts',
      'reading-time.ts',
    ];
    const files = pure.filter(({ path }) => !noMoney.some((name) => path.endsWith(`/${name}`)));
    const banned = /^(parseFloat|parseInt|Number|Number\.\w+|Math\.(round|floor|ceil|trunc))$/;
    const used = look(files, (node) => {
      if (node.type !== 'CallExpression') return null;
      const { callee } = node as Node & { callee: Node };
      const name = callee.type === 'Identifier' ? callee['name'] : memberName(callee);
      if (name !== null && banned.test(name)) return name;
      const method = callee.type === 'MemberExpression' ? callee['property'].name : null;
      return method === 'toFixed' || method === 'toPrecision' || method === 'toLocaleString' ? method : null;
    });
    expect(used).toEqual([]);
  });
});

describe('the pages', () => {
  it('show money as the decimal text it comes as: nothing makes a float of it', () => {
    const banned = /^(parseFloat|Number\.parseFloat)$/;
    const used = look(web, (node) => {
      if (node.type !== 'CallExpression') return null;
      const { callee } = node as Node & { callee: Node };
      const name = callee.type === 'Identifier' ? callee['name'] : memberName(callee);
      if (name !== null && banned.test(name)) return name;
      const method = callee.type === 'MemberExpression' ? callee['property'].name : null;
      return method === 'toFixed' || method === 'toPrecision' || method === 'toLocaleString' ? method : null;
    });
    expect(used).toEqual([]);
  });

  it('put no text into the page as markup', () => {
    const markup = /^(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML)$/;
    expect(
      look(web, (node) => (/Identifier$/.test(node.type) && markup.test(node['name']) ? node['name'] : null)),
    ).toEqual([]);
  });
});

describe('the simulator', () => {
  it('knows no clock and no chance but its seed: only its command line looks at the time', () => {
    const seeded = world.filter(({ path }) => path !== 'simulator/simulate.ts');
    expect(seeded.length).toBeGreaterThan(20);
    expect(look(seeded, clockOrChance)).toEqual([]);
  });
});

describe('sizes and names', () => {
  const functionLinesMax = 70;
  // A component is mostly markup, where each attribute takes a line.
  const componentLinesMax = 90;
  // A noun is the reason to cut a file, not a ruler; this is where somebody should look for one.
  const fileLinesMax = 460;

  it(`has functions of at most ${functionLinesMax} lines, components of ${componentLinesMax}`, () => {
    const written = all.filter(({ path }) => !path.startsWith('test/') && !isTest(path));
    const most = (path: string) => (path.endsWith('.tsx') ? componentLinesMax : functionLinesMax);
    expect(written.flatMap((file) => longFunctions(file, most(file.path)))).toEqual([]);
  });

  it(`has files of at most ${fileLinesMax} lines`, () => {
    // What a script has written nobody has to read.
    const written = all.filter(
      ({ path, text }) => /^(src|sdk|simulator|web)\//.test(path) && !isTest(path) && !text.startsWith('// Made by'),
    );
    const long = written.map(({ path, text }) => `${path}: ${text.split('\n').length}`);
    expect(long.filter((line) => Number(line.split(': ')[1]) > fileLinesMax + 1)).toEqual([]);
  });

  it('names files for what is in them, in kebab-case', () => {
    const names = all
      .map(({ path }) => path)
      // A language is called as BCP 47 calls it: pt-BR.
      .filter((path) => !/^src\/pages\/language-[\w-]+\.ts$/.test(path))
      .filter((path) => !/^[a-z0-9-]+(\.test|\.config)?\.tsx?$/.test(path.split('/').at(-1) ?? ''));
    expect(names).toEqual([]);
    const vague = /(^|[/-])(utils?|helpers?|common|types|misc|shared)(\.|\/|$)/;
    expect(all.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  it('has no file that only passes on what others export', () => {
    const barrels = [...source, ...web].filter(({ nodes: [program] }) => {
      const statements: readonly Node[] = program === undefined ? [] : program['body'];
      return statements.every(({ type }) => type === 'ExportAllDeclaration');
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });
});

describe('the titles of tests', () => {
  it('are facts of their own: none begins in the middle of a sentence', () => {
    const linking =
      /^(of|that|with|in|who|whose|which|without|for|by|at|and|so|also|when|from|to|on|after|before|but|or|as|than|then|while|where|not|only|even|too|what|until|inside|over|under|below|between|beside|because|during|if|through|across)\b/;
    const fragments = look(
      all.filter(({ path }) => isTest(path)),
      (node) => {
        const title = titleOf(node);
        // Where it begins with a placeholder, the rows have the facts.
        if (title === null || title === '' || /^[%$]/.test(title)) return null;
        return linking.test(title) || !title.includes(' ') ? title : null;
      },
    );
    expect(fragments).toEqual([]);
  });
});

describe('exports', () => {
  it('are all imported somewhere: what only its own file uses is not exported', () => {
    const imported = new Set(
      all.flatMap(importsOf).flatMap(({ to, names }) => names.map((name) => (name === '*' ? to : `${to} ${name}`))),
    );
    const written = all.filter(({ text }) => !text.startsWith('// Made by'));
    const unused = written.flatMap((file) =>
      findings(file, (node) => {
        if (node.type !== 'ExportNamedDeclaration' || node['declaration'] === null || imported.has(file.path))
          return null;
        const { declaration } = node as Node & { declaration: Node };
        const names: string[] = (declaration['declarations'] ?? [declaration]).map((one: Node) => one['id']?.name);
        return names.find((name) => !imported.has(`${file.path} ${name}`)) ?? null;
      }),
    );
    expect(unused).toEqual([]);
  });
});

describe('the error catalogue', () => {
  it('has each code in the file of one noun', () => {
    const said = codeFiles('src/errors').flatMap(({ text }) =>
      [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, code]) => code),
    );
    expect(said.sort()).toEqual([...errorCodes].sort());
  });

  it('has no code that nothing refuses with', () => {
    // The reference explains all codes; to explain is not to use.
    const users = source.filter(({ path }) => path !== 'src/errors/app-error.ts' && !path.startsWith('src/reference/'));
    const used = new Set<string>();
    for (const { nodes } of users) for (const node of nodes) used.add(stringOf(node) ?? '');
    expect(errorCodes.filter((code) => !used.has(code))).toEqual([]);
  });
});

/** The title that a test is given, as `it('…')`, `it.each(…)('…')` and the like; null for any other node. */
function titleOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  const { callee, arguments: given } = node as Node & { callee: Node; arguments: readonly Node[] };
  const inner = callee.type === 'CallExpression' ? (callee['callee'] as Node) : callee;
  const name = inner.type === 'MemberExpression' ? inner['object'].name : inner['name'];
  const [first] = given;
  if (name !== 'it' || given.length < 2 || first === undefined) return null;
  return first.type === 'TemplateLiteral' ? first['quasis'][0].value.raw : stringOf(first);
}

function clockOrChance(node: Node): string | null {
  const impure = /^(Date\.now|Math\.random|performance\.now|process\.\w+|crypto\.\w+)$/;
  const name = memberName(node);
  if (name !== null && impure.test(name)) return name;
  const makesDate = node.type === 'NewExpression' && node['callee'].name === 'Date' && node['arguments'].length === 0;
  return makesDate ? 'new Date()' : null;
}

function look(files: readonly CodeFile[], rule: (node: Node) => string | null): string[] {
  return files.flatMap((file) => findings(file, rule));
}

/** What an endpoint shows: its examples, constants named so, and the values of parameters of its path. */
function examplesIn({ nodes }: CodeFile): readonly Node[] {
  return nodes.filter(
    (node) =>
      (node.type === 'Property' && /^examples?$/.test(node['key'].name)) ||
      (node.type === 'VariableDeclarator' && /^example/.test(node['id'].name)) ||
      (node.type === 'CallExpression' && node['callee'].name === 'textInPath'),
  );
}

function longFunctions({ path, text, nodes }: CodeFile, linesMax: number): string[] {
  return nodes.flatMap((node) => {
    if (!/Function/.test(node.type) || node['body']?.type === undefined) return [];
    const [first, last] = [lineOf(text, node.start), lineOf(text, node.end)];
    const lines = last - first + 1;
    return lines > linesMax ? [`${path}:${first} ${node['id']?.name ?? 'function'} has ${lines} lines`] : [];
  });
}
