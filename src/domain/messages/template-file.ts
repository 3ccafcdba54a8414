import { AppError } from '../../errors/app-error.ts';
import { array, parse, record, requireOnce, wrong } from '../catalogue/catalogue-file.ts';
import { type NewTemplate, readTemplate } from './template-record.ts';

/**
 * Reads a file of templates: stop words that all of them share, and the templates. Whatever is wrong in it is told with its
 * place, and nothing of it is taken.
 */
export function readTemplateFile(text: string): readonly NewTemplate[] {
  const file = record(parse(text), 'the file');
  const shared = strings(file['stopWords'], 'stopWords');
  const templates = array(file['templates'], 'templates').map((value, index) =>
    readOne(value, `templates[${index}]`, shared),
  );
  requireOnce(templates.map(({ key }) => `${key}`));
  return templates;
}

function readOne(value: unknown, at: string, shared: readonly string[]): NewTemplate {
  const one = record(value, at);
  const senders = strings(one['senders'], `${at}.senders`);
  const own = one['stopWords'] === undefined ? [] : strings(one['stopWords'], `${at}.stopWords`);
  const given = {
    key: string(one['key'], `${at}.key`),
    name: string(one['name'], `${at}.name`),
    bank: string(one['bank'], `${at}.bank`),
    currency: string(one['currency'], `${at}.currency`),
    senders,
    pattern: string(one['pattern'], `${at}.pattern`),
    stopWords: [...new Set([...shared, ...own])],
    tests: array(one['tests'], `${at}.tests`).map((test, index) => readTest(test, `${at}.tests[${index}]`, senders)),
  };
  try {
    return { key: given.key, ...readTemplate(given) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw wrong(at, `is refused (${error.message})`);
  }
}

function readTest(value: unknown, at: string, senders: readonly string[]): NewTemplate['tests'][number] {
  const { sender = senders[0], title = '', text, expect = null } = record(value, at);
  const parts = expect === null ? null : record(expect, `${at}.expect`);
  const part = (name: string) =>
    parts?.[name] === undefined ? {} : { [name]: string(parts[name], `${at}.expect.${name}`) };
  return {
    sender: string(sender, `${at}.sender`),
    title: string(title, `${at}.title`),
    text: string(text, `${at}.text`),
    expect:
      parts === null
        ? null
        : {
            amount: string(parts['amount'], `${at}.expect.amount`),
            ...part('name'),
            ...part('digits'),
            ...part('balance'),
            ...part('time'),
            ...part('date'),
          },
  };
}

function strings(value: unknown, at: string): readonly string[] {
  return array(value, at).map((one, index) => string(one, `${at}[${index}]`));
}

function string(value: unknown, at: string): string {
  if (typeof value !== 'string') throw wrong(at, 'is not a text');
  return value;
}
