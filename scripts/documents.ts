import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, errorCodes, statusOf } from '../src/errors/catalogue.ts';
import { openApiDocument } from '../src/reference/openapi.ts';
import { operatorDocument } from '../src/reference/openapi-operator.ts';
import { postmanCollection } from '../src/reference/postman-collection.ts';
import { exampleKeys } from '../src/reference/snippets.ts';
import { projectFolder } from '../src/storage/installation/project-folder.ts';
import { withAuthorityTable } from './authority/table.ts';
import { consoleSchema } from './console-schema.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { proofCasesFile } from './proof-cases/cases-file.ts';
import { sdkInterface } from './sdk-interface.ts';
import { phpErrorCodes, phpExampleNotification, phpOperations } from './sdk-php.ts';
import { pythonInterface } from './sdk-python.ts';

/**
 * What is made from the code and tracked, because people review it: by its path in the repository. A test compares each
 * with what is there.
 */
export function documents(): ReadonlyMap<string, string> {
  const settings = readFileSync(join(projectFolder(), '.env.example'), 'utf8');
  return new Map([
    ['web/console/api/schema.ts', consoleSchema(operatorDocument('/'))],
    ['docs/errors.md', errorsDocument()],
    ['docs/config.md', configDocument(settings)],
    ['sdk/src/merchant-interface.ts', sdkInterface()],
    ['sdk/python/quittance/_interface.py', pythonInterface()],
    ['sdk/php/src/Operations.php', phpOperations()],
    ['sdk/php/src/ErrorCode.php', phpErrorCodes()],
    ['sdk/php/src/ExampleNotification.php', phpExampleNotification()],
    ['SECURITY.md', withAuthorityTable(readFileSync(join(projectFolder(), 'SECURITY.md'), 'utf8'))],
    ['deploy/grafana/quittance.json', grafanaDashboard()],
    ['verifier/cases.jsonl', proofCasesFile()],
  ]);
}

/**
 * The references as files, for those who want them without a running service. A service serves the same ones under its own
 * address, so they are built and not tracked.
 */
export function references(): ReadonlyMap<string, string> {
  const json = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  return new Map([
    ['dist/reference/openapi.json', json(openApiDocument('/'))],
    ['dist/reference/openapi-operator.json', json(operatorDocument('/'))],
    ['dist/reference/quittance.postman_collection.json', json(postmanCollection(sandboxUrl, exampleKeys('sandbox')))],
  ]);
}

const sandboxUrl = 'http://127.0.0.1:3000';

const madeBy = '<!-- Made by `npm run docs`; do not edit. -->';

function errorsDocument(): string {
  const rows = errorCodes.map((code) => {
    const { message, advice } = errorCatalogue[code];
    return row(`\`${code}\``, String(statusOf(code)), cell(message), cell(advice));
  });
  return `${madeBy}

# Errors

A refusal is answered with a JSON array, one element for each fault found:

\`\`\`json
[{ "code": "blank", "message": "This value should not be blank.", "field": "amount" }]
\`\`\`

\`code\` is stable: programs rely on it. \`message\` is for people; braces below are filled in each answer. \`field\` names
the request parameter at fault, where there is one. 429 and 503 come with \`Retry-After\`, in seconds.

${row('Code', 'Status', 'Message', 'What to do')}
${row('---', '---', '---', '---')}
${rows.join('\n')}
`;
}

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** One explanation, for one key or for several that belong together. */
interface Setting {
  readonly keys: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
}

function configDocument(example: string): string {
  const groups = readSettings(example).map(({ title, settings }) => {
    const rows = settings.map(({ keys, text }) =>
      row(
        keys.map(({ name }) => `\`${name}\``).join('<br>'),
        keys.map(({ value }) => (value === '' ? 'empty' : `\`${value}\``)).join('<br>'),
        cell(text),
      ),
    );
    return `## ${title}\n\n${row('Setting', 'Default', 'Meaning')}\n${row('---', '---', '---')}\n${rows.join('\n')}\n`;
  });
  return `${madeBy}

# Settings

The service reads its settings from the environment and, under it, from the file \`.env\` in the working directory. Copy
\`.env.example\` to \`.env\` to begin. An empty value means the default. When settings are wrong, the service does not
start, and names all the faults at once.

${groups.join('\n')}`;
}

/** Reads `.env.example`: headings between dashes, then comments, each followed by the keys it explains. */
export function readSettings(example: string): readonly SettingGroup[] {
  const groups: { title: string; settings: { keys: { name: string; value: string }[]; text: string }[] }[] = [];
  for (const block of example.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => line !== '');
    const comments = lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^#\s?/, ''));
    const keys = lines.flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value ?? '' }];
    });
    const title = /^--- (.+?) -+$/.exec(comments[0] ?? '')?.[1];
    if (title !== undefined) groups.push({ title, settings: [] });
    const text = (title === undefined ? comments : comments.slice(1)).join(' ');
    if (keys.length > 0) groups.at(-1)?.settings.push({ keys, text });
  }
  return groups;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
