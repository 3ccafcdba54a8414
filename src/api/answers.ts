import { type TSchema, Type } from 'typebox';
import type { EventStream } from '../http/event-stream.ts';

/** Answers that are not JSON. An endpoint names the kind as its `response`, and returns what the kind asks for. */
export interface KindOfAnswer<Kind extends AnswerKind = AnswerKind> {
  readonly answers: Kind;
  readonly mediaTypes: readonly string[];
  /** For the reference. */
  readonly schema: TSchema;
}

type AnswerKind = 'csv' | 'events' | 'file' | 'parts';

export type AnswerOfKind<Response> =
  Response extends KindOfAnswer<'csv'>
    ? CsvAnswer
    : Response extends KindOfAnswer<'events'>
      ? EventsAnswer
      : Response extends KindOfAnswer<'file'>
        ? FileAnswer | SeeOther
        : Response extends KindOfAnswer<'parts'>
          ? PartsAnswer
          : never;

/** Lines are sent as they are made: an export of any length needs the memory of one page. */
export interface CsvAnswer {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly lines: AsyncIterable<string>;
}

/** A file of bytes that is sent as it is made, for the same reason. */
export interface PartsAnswer {
  /** Name of the file, with its ending. */
  readonly name: string;
  readonly parts: AsyncIterable<Buffer>;
}

/** Begins the answer, once nothing can go wrong any more, and keeps what it opened. */
export type EventsAnswer = (open: () => EventStream) => Promise<void>;

export interface FileAnswer {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Buffer;
}

/** For a reader who is better served elsewhere. */
export interface SeeOther {
  readonly seeOther: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const csvFile: KindOfAnswer<'csv'> = { answers: 'csv', mediaTypes: ['text/csv'], schema: Type.String() };

export function eventStream(description: string): KindOfAnswer<'events'> {
  return { answers: 'events', mediaTypes: ['text/event-stream'], schema: Type.String({ description }) };
}

export function file(mediaTypes: readonly string[], description: string): KindOfAnswer<'file'> {
  return { answers: 'file', mediaTypes, schema: Type.String({ format: 'binary', description }) };
}

export function fileInParts(mediaType: string, description: string): KindOfAnswer<'parts'> {
  return { answers: 'parts', mediaTypes: [mediaType], schema: Type.String({ format: 'binary', description }) };
}

export function isKindOfAnswer(response: TSchema | KindOfAnswer): response is KindOfAnswer {
  return 'answers' in response;
}
