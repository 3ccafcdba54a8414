import type { JsonSchema } from '../src/reference/openapi-document.ts';
import { referredShape, type SdkArgument, type SdkOperation, sdkDescription, wrapped } from './sdk-description.ts';

/** The generated module of the Python SDK: shapes, what to do about refusals, and one method for each operation. */
export function pythonInterface(): string {
  const { operations, shapes, refusals, notification } = sdkDescription();
  const written = new Shapes();
  for (const [name, schema] of shapes) written.add(name, schema['type'] === 'array' ? schema['items'] : schema);
  // Before the shapes are written: answers without a name of their own become some, too.
  const methods = operations.map((operation) => methodText(operation, written));
  const hints = refusals.map(({ code, whatToDo }) => `    ${JSON.stringify(code)}: ${pythonText(whatToDo)},`);
  return `"""The merchant interface. Made by \`npm run docs\` from its description; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

import datetime
import decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict, Union

from ._files import FileContent

#: A sum to send. A float cannot hold money and is refused.
Amount = Union[str, decimal.Decimal]


${written.text()}

#: What to do about each refusal of the merchant interface, by its code.
WHAT_TO_DO: Mapping[str, str] = {
${hints.join('\n')}
}

#: A whole notification about a payin that was paid, as the service sends it.
EXAMPLE_NOTIFICATION: Dict[str, Any] = ${pythonValue(notification, 0)}


class Operations:
    """One method for each operation of the merchant interface."""

    def _send(self, method: str, path: str, **given: Any) -> Any:
        raise NotImplementedError

    def _notified(self, body: Mapping[str, Any]) -> Dict[str, Any]:
        raise NotImplementedError

${methods.join('\n')}`;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals, at: number) => `${at === 0 ? '' : '_'}${capitals.toLowerCase()}`);
}

/** Classes for objects; an object without a name is called after where it stands. */
class Shapes {
  readonly #texts = new Map<string, string>();

  add(name: string, schema: JsonSchema): void {
    if (this.#texts.has(name)) return;
    // Held, so that it stands before what is lifted out of it is asked for again.
    this.#texts.set(name, '');
    const required: readonly string[] = schema['required'] ?? [];
    const fields = Object.entries<JsonSchema>(schema['properties']).map(([field, part]) => ({
      field,
      type: isAmount(name, field) ? 'Amount' : this.typeOf(part, name + capital(field)),
      description: part['description'] as string | undefined,
      isNeeded: required.includes(field),
    }));
    this.#texts.set(name, classText(name, fields));
  }

  typeOf(schema: JsonSchema, place: string): string {
    const shape = referredShape(schema);
    if (shape !== null) return shape;
    if (schema['anyOf'] !== undefined) {
      return unionText(schema['anyOf'].map((one: JsonSchema) => this.typeOf(one, place)));
    }
    if (schema['enum'] !== undefined) {
      return `Literal[${schema['enum'].map((value: string) => JSON.stringify(value)).join(', ')}]`;
    }
    if (Array.isArray(schema['type'])) {
      return unionText(schema['type'].map((type: string) => this.typeOf({ type }, place)));
    }
    return this.#plainType(schema, place);
  }

  text(): string {
    return [...this.#texts.values()].join('\n\n');
  }

  #plainType(schema: JsonSchema, place: string): string {
    switch (schema['type']) {
      case 'string':
        return schema['format'] === 'binary' ? 'bytes' : 'str';
      case 'boolean':
        return 'bool';
      case 'integer':
        return 'int';
      case 'null':
        return 'None';
      case 'array':
        return schema['items'] === undefined ? 'List[Any]' : `List[${this.typeOf(schema['items'], place)}]`;
      case 'object':
        if (Object.keys(schema['properties'] ?? {}).length === 0) return 'Dict[str, Any]';
        this.add(place, schema);
        return place;
      default:
        throw new Error(`the Python SDK does not know how to write ${JSON.stringify(schema)}`);
    }
  }
}

/** Of a request: what comes back is always text. */
function isAmount(shape: string, field: string): boolean {
  return field === 'amount' && shape.startsWith('Create');
}

interface ShapeField {
  readonly field: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isNeeded: boolean;
}

function classText(name: string, fields: readonly ShapeField[]): string {
  // \`in\` is a word of the language, so the rates cannot be written as a class.
  if (fields.some(({ field }) => field === 'in')) {
    const members = fields.map(({ field, type }) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${members.map((one) => `    ${one}`).join('\n')}\n    },\n)\n`;
  }
  const needed = fields.filter(({ isNeeded }) => isNeeded);
  const others = fields.filter(({ isNeeded }) => !isNeeded);
  if (others.length === 0) return `class ${name}(TypedDict):\n${fieldLines(needed)}\n`;
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${fieldLines(others)}\n`;
  return `class _${name}Needed(TypedDict):
${fieldLines(needed)}


class ${name}(_${name}Needed, total=False):
${fieldLines(others)}
`;
}

function fieldLines(fields: readonly ShapeField[]): string {
  return fields
    .flatMap(({ field, type, description }) => [
      ...(description === undefined ? [] : wrapped(description, 110).map((line) => `    #: ${line}`)),
      `    ${field}: ${type}`,
    ])
    .join('\n');
}

function unionText(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  const others = distinct.filter((type) => type !== 'None');
  const union = others.length === 1 ? (others[0] ?? '') : `Union[${others.join(', ')}]`;
  return others.length < distinct.length ? `Optional[${union}]` : union;
}

function methodText(operation: SdkOperation, shapes: Shapes): string {
  const { name, method, path, pathArguments, queryArguments, body, answer } = operation;
  const answerType = shapes.typeOf(answer, `${capital(name)}Answer`);
  const needed = [
    ...pathArguments.map(({ argument }) => `${snakeCase(argument)}: str`),
    ...bodyArguments(operation, shapes).needed,
  ];
  const named = [
    ...bodyArguments(operation, shapes).named,
    ...queryArguments.map((one) => `${snakeCase(one.argument)}: ${optional(shapes.typeOf(one.schema, ''))} = None`),
    ...(method === 'POST' ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
    'retries_max: Optional[int] = None',
  ];
  const sent = [
    ...pathValues(pathArguments),
    ...(queryArguments.length === 0 ? [] : [`query={${mapped(queryArguments)}}`]),
    ...bodyValue(body),
    ...(method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
    'retries_max=retries_max',
  ];
  return `    def ${snakeCase(name)}(
        self,
${[...needed, '*', ...named].map((one) => `        ${one},`).join('\n')}
    ) -> ${answerType}:
        """${docText(operation)}"""
        return self._send(
            "${method}",
            ${JSON.stringify(path)},
${sent.map((one) => `            ${one},`).join('\n')}
        )
`;
}

function pathValues(pathArguments: readonly SdkArgument[]): readonly string[] {
  if (pathArguments.length === 0) return [];
  return [`segments={${mapped(pathArguments)}}`];
}

function mapped(fields: readonly SdkArgument[]): string {
  return fields.map(({ name, argument }) => `${JSON.stringify(name)}: ${snakeCase(argument)}`).join(', ');
}

function bodyArguments(
  { body }: SdkOperation,
  shapes: Shapes,
): { readonly needed: readonly string[]; readonly named: readonly string[] } {
  if (body === null) return { needed: [], named: [] };
  if (body.kind === 'shape') {
    const given = body.isOptional ? `Optional[${body.shape}] = None` : body.shape;
    return { needed: [`${snakeCase(lastWord(body.shape))}: ${given}`], named: [] };
  }
  const typeOf = ({ schema, name }: SdkArgument) => {
    if (schema['format'] === 'binary') return 'FileContent';
    if (name.endsWith('[amount]')) return 'Amount';
    if (name === 'since') return 'Union[str, datetime.datetime]';
    return shapes.typeOf(schema, capital(name));
  };
  return {
    needed: body.fields.filter(({ isNeeded }) => isNeeded).map((one) => `${snakeCase(one.argument)}: ${typeOf(one)}`),
    named: body.fields
      .filter(({ isNeeded }) => !isNeeded)
      .map((one) => `${snakeCase(one.argument)}: ${optional(typeOf(one))} = None`),
  };
}

function bodyValue(body: SdkOperation['body']): readonly string[] {
  if (body === null) return [];
  if (body.kind === 'form') return [`form={${mapped(body.fields)}}`];
  const given = body.kind === 'shape' ? `${snakeCase(lastWord(body.shape))}` : `{${mapped(body.fields)}}`;
  const whole = body.kind === 'shape' && body.isOptional ? `${given} or {}` : given;
  return [`json=${body.isNotified ? `self._notified(${whole})` : whole}`];
}

/** `CreateInvoice`: invoice; `StartDeal`: deal. */
export function lastWord(shape: string): string {
  const [word = shape] = /[A-Z][a-z]+$/.exec(shape) ?? [];
  return word;
}

function docText({ summary, description }: SdkOperation): string {
  const lines = wrapped(description, 100).map((line) => `        ${line}`.trimEnd());
  const text = lines.length === 0 ? `${summary}.` : `${summary}.\n\n${lines.join('\n')}\n        `;
  return text.replaceAll('\\', '\\\\');
}

function optional(type: string): string {
  return type.startsWith('Optional[') ? type : `Optional[${type}]`;
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** JSON's strings are Python's, too. */
function pythonText(text: string): string {
  return JSON.stringify(text);
}

function pythonValue(value: unknown, depth: number): string {
  const indent = '    '.repeat(depth + 1);
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => pythonValue(one, depth + 1)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, inner]) => `${indent}${JSON.stringify(name)}: ${pythonValue(inner, depth + 1)},\n`,
  );
  return `{\n${members.join('')}${'    '.repeat(depth)}}`;
}
