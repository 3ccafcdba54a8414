import type { JsonSchema } from '../src/reference/openapi-document.ts';
import { referredShape, type SdkArgument, type SdkOperation, sdkDescription, wrapped } from './sdk-description.ts';
import { lastWord } from './sdk-python.ts';

/** The generated class of the PHP SDK with one method for each operation; shapes are types for PHPStan and Psalm. */
export function phpOperations(): string {
  const { operations, shapes } = sdkDescription();
  const types = [...shapes].map(([name, schema]) => ` * @phpstan-type ${name} ${shapeText(schema)}`);
  return `${madeBy}
namespace Quittance;

/**
 * One method for each operation of the merchant interface.
 *
${types.join('\n')}
 * @phpstan-type CallOptions array{timeoutSeconds?: float, retriesMax?: int}
 * @phpstan-type ActOptions array{idempotencyKey?: string, timeoutSeconds?: float, retriesMax?: int}
 */
abstract class Operations
{
    /** @param array<string, mixed> $given */
    abstract protected function send(string $method, string $path, array $given): mixed;

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    abstract protected function notified(array $body): array;

${operations.map(methodText).join('\n')}}
`;
}

/** The generated list of refusals. */
export function phpErrorCodes(): string {
  const { refusals } = sdkDescription();
  const constants = refusals.map(({ code }) => `    public const ${code.toUpperCase()} = '${code}';`);
  const hints = refusals.map(({ code, whatToDo }) => `        '${code}' => ${phpText(whatToDo)},`);
  return `${madeBy}
namespace Quittance;

/** Every refusal of the merchant interface, and what to do about it. */
final class ErrorCode
{
${constants.join('\n')}

    private const WHAT_TO_DO = [
${hints.join('\n')}
    ];

    /** Null for a code that only a newer service knows. */
    public static function whatToDo(string $code): ?string
    {
        return self::WHAT_TO_DO[$code] ?? null;
    }
}
`;
}

/** The generated notification that those for tests are made from. */
export function phpExampleNotification(): string {
  const { notification } = sdkDescription();
  return `${madeBy}
namespace Quittance;

/** A whole notification about a payin that was paid, as the service sends it. */
final class ExampleNotification
{
    public const VALUE = ${phpValue(notification, 1)};
}
`;
}

const madeBy = `<?php

// Made by \`npm run docs\` from the description of the merchant interface; do not edit.

declare(strict_types=1);
`;

function shapeText(schema: JsonSchema): string {
  const object: JsonSchema = schema['type'] === 'array' ? schema['items'] : schema;
  const required: readonly string[] = object['required'] ?? [];
  const fields = Object.entries<JsonSchema>(object['properties']).map(
    ([name, part]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(part)}`,
  );
  return fields.length === 0 ? 'array<string, mixed>' : `array{${fields.join(', ')}}`;
}

function typeOf(schema: JsonSchema): string {
  const shape = referredShape(schema);
  if (shape !== null) return shape;
  if (schema['anyOf'] !== undefined) return [...new Set(schema['anyOf'].map(typeOf))].join('|');
  if (schema['enum'] !== undefined) return schema['enum'].map((value: string) => `'${value}'`).join('|');
  if (Array.isArray(schema['type'])) return schema['type'].map((type: string) => typeOf({ type })).join('|');
  switch (schema['type']) {
    case 'string':
    case 'null':
      return schema['type'];
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'int';
    case 'array':
      return schema['items'] === undefined ? 'array{}' : `list<${typeOf(schema['items'])}>`;
    case 'object':
      return shapeText(schema);
    default:
      throw new Error(`the PHP SDK does not know how to write ${JSON.stringify(schema)}`);
  }
}

interface PhpArgument {
  readonly native: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isNeeded: boolean;
}

function methodText(operation: SdkOperation): string {
  const { name, method, path, pathArguments, queryArguments, body, answer } = operation;
  const all = [...pathArguments.map(argumentOf), ...bodyArguments(operation), ...queryArguments.map(argumentOf)];
  const options = method === 'POST' ? 'ActOptions' : 'CallOptions';
  const signature = [
    ...all.filter(({ isNeeded }) => isNeeded).map((one) => `${one.native} $${one.name}`),
    ...all.filter(({ isNeeded }) => !isNeeded).map(optionalText),
    'array $options = []',
  ];
  const documented = [...all.filter(({ isNeeded }) => isNeeded), ...all.filter(({ isNeeded }) => !isNeeded)];
  const given = [
    ...(pathArguments.length === 0 ? [] : [`'segments' => [${mapped(pathArguments)}]`]),
    ...(queryArguments.length === 0 ? [] : [`'query' => [${mapped(queryArguments)}]`]),
    ...bodyValue(body),
    `'options' => $options`,
  ];
  return `    /**
${docLines(operation).join('\n')}
     *
${documented.map((one) => `     * @param ${one.type} $${one.name}${one.description === '' ? '' : ` ${one.description}`}`).join('\n')}${documented.length === 0 ? '' : '\n'}     * @param ${options} $options
     * @return ${typeOf(answer)}
     */
    public function ${name}(${signature.join(', ')}): ${answer['format'] === 'binary' ? 'string' : 'array'}
    {
        return $this->send('${method}', '${path}', [
${given.map((one) => `            ${one},`).join('\n')}
        ]);
    }
`;
}

function argumentOf({ argument, schema, name, isNeeded, description }: SdkArgument): PhpArgument {
  const isFile = schema['format'] === 'binary';
  const native = isFile
    ? 'File|string'
    : name === 'since'
      ? '\\DateTimeInterface|string'
      : schema['type'] === 'integer'
        ? 'int'
        : 'string';
  const type = isFile || name === 'since' ? native : typeOf(schema);
  return { native, name: argument, type: isNeeded ? type : `${type}|null`, description, isNeeded };
}

function optionalText({ native, name }: PhpArgument): string {
  if (native === 'array') return `array $${name} = []`;
  return `${native.includes('|') ? `${native}|null` : `?${native}`} $${name} = null`;
}

function bodyArguments({ body }: SdkOperation): readonly PhpArgument[] {
  if (body === null) return [];
  if (body.kind !== 'shape') return body.fields.map(argumentOf);
  const name = lastWord(body.shape).toLowerCase();
  return [{ native: 'array', name, type: body.shape, description: '', isNeeded: !body.isOptional }];
}

function bodyValue(body: SdkOperation['body']): readonly string[] {
  if (body === null) return [];
  if (body.kind === 'form') return [`'form' => [${mapped(body.fields)}]`];
  const whole = body.kind === 'shape' ? `$${lastWord(body.shape).toLowerCase()}` : `[${mapped(body.fields)}]`;
  return [`'json' => ${body.isNotified ? `$this->notified(${whole})` : whole}`];
}

function mapped(fields: readonly SdkArgument[]): string {
  return fields.map(({ name, argument }) => `'${name}' => $${argument}`).join(', ');
}

function docLines({ summary, description }: SdkOperation): readonly string[] {
  const rest = wrapped(description, 110);
  return [`${summary}.`, ...(rest.length === 0 ? [] : ['', ...rest])].map((line) => `     * ${line}`.trimEnd());
}

function phpText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function phpValue(value: unknown, depth: number): string {
  const indent = '    '.repeat(depth + 1);
  if (typeof value === 'string') return phpText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => phpValue(one, depth + 1)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, inner]) => `${indent}'${name}' => ${phpValue(inner, depth + 1)},\n`,
  );
  return `[\n${members.join('')}${'    '.repeat(depth)}]`;
}
