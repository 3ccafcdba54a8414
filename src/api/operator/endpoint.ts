import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Actor, Role } from '../../domain/audit.ts';
import type { Concern } from '../../domain/concerns.ts';
import type { Scope, SignedIn } from '../../domain/people.ts';
import type { People } from '../../settings/people.ts';
import type { Settings } from '../../settings/settings.ts';
import type { LawsReport } from '../../storage/ledger-laws.ts';
import type { SandboxClock } from '../../storage/settings/sandbox-clock.ts';
import type { HttpContext } from '../context.ts';
import type { ConsoleStreams } from './console-streams.ts';

/** What the operator interface works with beside what every endpoint has. */
export interface OperatorContext extends HttpContext {
  readonly people: People;
  /** How everything is changed that is not money. */
  readonly settings: Settings;
  /** The checks of the books. */
  readonly selfAudit: { readonly last: LawsReport | null; run(): Promise<LawsReport> };
  readonly isMoneyOutOpen: () => boolean;
  /** Null in production, where time cannot be moved. */
  readonly sandboxClock: SandboxClock | null;
  /** Those who follow what changes. */
  readonly streams: ConsoleStreams;
  /** Says that something has changed which is not written by the engine. */
  readonly announce: (concerns: readonly Concern[]) => void;
}

/**
 * One operation for people. Who may call it at all stands here; that a maker or a merchant reaches only what is theirs is
 * decided by the command or the query, which gets the actor.
 */
export interface OperatorEndpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/operator. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly roles: readonly Role[];
  /** What a script's token needs. */
  readonly scope: Scope;
  /** No token reaches it, whatever its scopes: only a person who has signed in. */
  readonly isForPeople?: true;
  /** Answers with server-sent events, for as long as somebody reads them. */
  readonly isStream?: true;
  /** Not there at all in production. */
  readonly isSandboxOnly?: true;
  /** Open to operators who have yet to set up the second factor that production asks of them. */
  readonly worksWithoutSecondFactor?: true;
  readonly body?: { readonly kind: 'json' | 'multipart'; readonly schema: TSchema };
  /** Where it is more than a JSON body may have. */
  readonly bodyBytesMax?: number;
  readonly query?: Readonly<Record<string, string>>;
  readonly response: TSchema;
  handle(call: OperatorCall): Promise<unknown>;
}

export interface OperatorCall {
  readonly context: OperatorContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signedIn: SignedIn;
  readonly actor: Actor;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the operator interface's authentication; null elsewhere. */
    signedIn: SignedIn | null;
  }
}
