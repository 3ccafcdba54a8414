import { deviceEndpoints } from '../../src/api/devices/endpoints.ts';
import { merchantEndpoints } from '../../src/api/merchant/endpoints.ts';
import { operatorEndpoints } from '../../src/api/operator/endpoints.ts';
import { openEndpoints } from '../../src/api/operator/people/endpoints.ts';
import { signOut } from '../../src/api/operator/people/sign-in.ts';
import { publicEndpoints } from '../../src/api/public/endpoints.ts';
import { ownWords } from '../../src/domain/authority/own-word.ts';
import { rightsNeeded } from '../../src/domain/people/team.ts';
import { doneLater, otherSecondPerson, secondPersonWhen, stakes, withoutStake } from './stakes.ts';
import { type Reaching, whoDoesWhat } from './who-does-what.ts';

/** What a row says of who may call an operation. */
interface Caller {
  readonly alone: string;
  readonly token: string;
  readonly proof: string;
}

/** Every operation of all interfaces that changes something, and who may call it. */
export function callers(): ReadonlyMap<string, Caller> {
  const changing = <One extends { readonly method: string }>(all: readonly One[]) =>
    all.filter(({ method }) => method !== 'GET');
  const no = { token: '', proof: '' };
  return new Map<string, Caller>([
    ...changing(merchantEndpoints).map(
      ({ operationId, scope }) =>
        [operationId, { alone: 'shop’s program', token: `key: ${scope}`, proof: '' }] as const,
    ),
    ...changing(publicEndpoints).map(({ operationId }) => [operationId, { ...no, alone: 'who knows the ID' }] as const),
    ...changing(deviceEndpoints).map(({ operationId }) => [operationId, { ...no, alone: 'maker’s phone' }] as const),
    ...changing(openEndpoints).map(({ operationId }) => [operationId, { ...no, alone: 'anybody' }] as const),
    ...changing([signOut, ...operatorEndpoints]).map(
      ({ operationId, roles, scope, isForPeople, needsFreshProof }) =>
        [
          operationId,
          {
            alone: roles.map((role) => (role === 'merchant' ? merchant(operationId) : role)).join(', '),
            token: isForPeople === true ? 'never' : scope,
            proof: needsFreshProof === undefined ? '' : needsFreshProof === 'always' ? 'always' : 'yes',
          },
        ] as const,
    ),
  ]);
}

function merchant(operationId: string): string {
  const right = rightsNeeded[operationId];
  return right === undefined || right === 'own' ? 'merchant' : `merchant (${right})`;
}

/** What stands between the markers of SECURITY.md. */
export function authorityTable(): string {
  const known = callers();
  const reaching = whoDoesWhat();
  const tables = Object.entries(stakes).map(([title, operations]) => {
    const rows = operations.map((one) => operationRow(one, known.get(one), reaching));
    return `### ${title}\n\n${table(['Operation', 'Does', 'Alone', 'Second person', 'Token', 'Proof'], rows)}`;
  });
  const without = Object.entries(withoutStake).map(([operation, why]) => `\`${operation}\` (${why})`);
  return `${tables.join('\n\n')}

### Whose word moves money

${table(['Movement', 'Who gains', 'Whose word is enough', 'Who agreed before'], wordRows())}

### Without an operation

${table(['Act', 'Done by'], elsewhereRows(reaching))}

### By the command line, alone

${wrapped(reaching.byCommandLine.map((act) => `\`${act}\``).join(', '))}

### Moves no money and decides nothing

${wrapped(without.join(', '))}
`;
}

function operationRow(operation: string, caller: Caller | undefined, { byOperation }: Reaching): readonly string[] {
  const acts = [...(byOperation.get(operation) ?? []), ...(doneLater[operation] ?? [])];
  const when = [
    otherSecondPerson[operation],
    ...acts.map((act) => secondPersonWhen[act as keyof typeof secondPersonWhen]),
  ];
  const said = [...new Set(when.filter((one) => one !== undefined))];
  const second =
    operation === 'approveRequest' || said[0] === undefined ? (otherSecondPerson[operation] ?? '') : said.join('; ');
  const { alone = '', token = '', proof = '' } = caller ?? {};
  return [`\`${operation}\``, acts.map((act) => `\`${act}\``).join(' '), alone, second, token, proof];
}

function wordRows(): readonly (readonly string[])[] {
  return Object.entries(ownWords).map(([effect, { gains, enough, agreedBefore }]) => [
    `\`${effect}\``,
    gains,
    enough.join(', '),
    agreedBefore === 'nobody' ? '' : agreedBefore,
  ]);
}

/** By the command line, by the service itself, or within the acts of people. */
function elsewhereRows({ elsewhere }: Reaching): readonly (readonly string[])[] {
  return [...elsewhere].sort().map(([act, files]) => [`\`${act}\``, files.map((file) => `\`${file}\``).join(' ')]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

const lineMax = 120;

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > lineMax) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

const [begin, end] = ['<!-- Who may: made by `npm run docs` from the code. -->', '<!-- End of who may. -->'];

/** The document with the table as it is now. */
export function withAuthorityTable(document: string): string {
  const [before = '', rest = ''] = document.split(`${begin}\n`);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n\n${authorityTable()}\n${end}${after}`;
}
