import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** A message to the server: its code, and the statement that it names. */
interface SentMessage {
  readonly code: string;
  readonly statement: string | null;
}

/** Everything that a client sends from now on, write by write. */
export function tapWire(client: pg.Client): readonly (readonly SentMessage[])[] {
  const writes: SentMessage[][] = [];
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const write = stream.write.bind(stream);
  stream.write = ((bytes: Buffer, ...rest: never[]) => {
    writes.push(messagesOf(bytes));
    return write(bytes, ...rest);
  }) as typeof stream.write;
  return writes;
}

/** The messages that a buffer holds, whole. */
function messagesOf(bytes: Buffer): SentMessage[] {
  const messages: SentMessage[] = [];
  for (let at = 0; at < bytes.length; ) {
    const code = String.fromCharCode(bytes[at] ?? 0);
    const end = at + 1 + bytes.readInt32BE(at + 1);
    messages.push({ code, statement: statementOf(code, bytes.subarray(at + 5, end)) });
    at = end;
  }
  return messages;
}

function statementOf(code: string, body: Buffer): string | null {
  const [first = '', second = ''] = body.toString('latin1').split('\0');
  switch (code) {
    case 'P':
      return first;
    case 'B':
      return second;
    case 'C':
    case 'D':
      return first.slice(1);
    default:
      return null;
  }
}
