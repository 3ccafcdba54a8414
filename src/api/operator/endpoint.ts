import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreviewQuestion } from '../../bank-files/file-reading.ts';
import type { FilePreview } from '../../bank-files/preview.ts';
import type { ChannelKind } from '../../domain/alerts/told-kinds.ts';
import type { SettingWarning } from '../../domain/authority/setting-warnings.ts';
import { movesMoney } from '../../domain/authority/token-bounds.ts';
import type { Actor, ByWhom, Role } from '../../domain/people/audit.ts';
import type { FreshProof, Scope, SignedIn } from '../../domain/people/people.ts';
import type { RateSource } from '../../domain/rates/rate-source.ts';
import type { Concern } from '../../domain/state/concerns.ts';
import type { ErrorCode } from '../../errors/app-error.ts';
import type { AskedOnce } from '../../notify/ask-source.ts';
import type { People } from '../../settings/people/people.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReadingPlace, Replica } from '../../storage/database/replica.ts';
import type { LawsReport } from '../../storage/ledger/ledger-laws.ts';
import type { SandboxClock } from '../../storage/settings/sandbox/sandbox-clock.ts';
import type { StatementFiles } from '../../storage/statements/statement-files.ts';
import type { ApiContext } from '../context.ts';
import type { Description, Endpoint, EndpointMaker } from '../endpoint.ts';
import { kindRefusals } from '../refusals.ts';
import type { Evidence } from './books/evidence-shape.ts';
import type { ConsoleStreams } from './console-streams.ts';

/** What the operator interface works with beside what every endpoint has. */
export interface OperatorContext extends ApiContext {
  readonly people: People;
  /** How everything is changed that is not money. */
  readonly settings: Settings;
  /** The checks of the books. */
  readonly selfAudit: { readonly last: LawsReport | null; run(): Promise<LawsReport> };
  readonly isMoneyOutOpen: () => boolean;
  /** Where the sealed book and the chain of the audit log end. */
  readonly readEvidence: () => Promise<Evidence>;
  /** What is hardly meant in the settings of a production service. */
  readonly settingWarnings: readonly SettingWarning[];
  /** How long ago something has ended when it moves into the archive. Null: nothing moves by itself. */
  readonly archiveAfterMs: number | null;
  /** Signs the cookies by which devices are known again. */
  readonly deviceKey: Uint8Array;
  /** Those signed with these are still good. */
  readonly formerDeviceKeys: readonly Uint8Array[];
  /** Of one person, with all sessions and tokens; 0 means no limit. */
  readonly operatorLimits: { readonly requestsPerMinute: number; readonly changesPerMinute: number };
  /** Null in production, where time cannot be moved. */
  readonly sandboxClock: SandboxClock | null;
  /** People who use the sandbox by themselves; null in production. */
  readonly sandboxWorld: {
    readonly state: {
      readonly isOn: boolean;
      readonly pace: number;
      readonly begun: number;
      readonly inHand: number;
      readonly failed: number;
      readonly trouble: string | null;
    };
    turnOn(pace: number): void;
    turnOff(): void;
  } | null;
  /** How people are told what they want to hear. */
  readonly told: {
    readonly offered: readonly ChannelKind[];
    /** What browsers subscribe with. */
    readonly pushKey: string | null;
    readonly codeKey: Uint8Array;
    /** As in `t.me/<name>`. */
    readonly botName: () => Promise<string>;
    readonly wake: () => void;
  };
  /** Those who follow what changes. */
  readonly streams: ConsoleStreams;
  /** Says that something has changed which is not written by the engine. */
  readonly announce: (concerns: readonly Concern[]) => void;
  /** Asks a source of rates what it says now, and stores nothing. */
  readonly askSource: (source: RateSource) => Promise<AskedOnce>;
  /** The bytes of banks' files. */
  readonly statementFiles: StatementFiles;
  /** Reads the beginning of one for those who want to see it. */
  readonly previews: { read(actor: Actor, question: Omit<PreviewQuestion, 'kind'>): Promise<FilePreview> };
  /** Where operations read that may be behind. */
  readonly replica: Replica;
}

/** Under which the reference lists the operations for people. */
export const operatorTags = {
  'People and access': 'Sessions, users, second factors and tokens.',
  'Merchants and stores': 'Who sells, on which terms, and the keys their shops sign with.',
  'Payers who play': 'How much one payer may have open, begin and leave unpaid, and who is blocked.',
  Catalogue: 'Currencies, banks and ways to pay: what there is, in which order, and what is switched on.',
  'Makers and requisites': 'Who takes payments, and the cards, phones and accounts they take them on.',
  Rates: 'Set by hand, or read from a feed.',
  'Message templates': "What banks' messages about money that came in look like, so that a program can read them.",
  'Work queue': 'What waits for a person, all that is needed to decide it, who works on it and what they say.',
  'Invoices and disputes': 'Every invoice with its whole life, and what somebody says went wrong.',
  Deals: 'One attempt to pay an invoice, through one maker.',
  Arrivals: 'Money that came to a requisite, matched with a deal or held for a person.',
  'Bank statements': "What banks' files tell, line by line, beside what we know.",
  Phones: 'Phones of makers, the messages that banks send to them, and what those may settle by themselves.',
  Payouts: 'Makers take them, pay them and prove it.',
  Withdrawals: 'Money that leaves the service for an address.',
  Notifications: 'What merchants were told, what became of it, and the servers it goes to.',
  Books: 'Statements and reports made from ledger transfers, the check of the books, and the audit log.',
  Sandbox: 'What only a sandbox has.',
} as const;
type OperatorTag = keyof typeof operatorTags;

/**
 * What an operation for people says beside the rest. Who may call it at all stands here; that a maker or a merchant reaches only
 * what is theirs is decided by the command or the query, which gets the actor.
 */
export interface ForPeople {
  readonly tag: OperatorTag;
  readonly roles: readonly Role[];
  /** What a script's token needs. */
  readonly scope: Scope;
  /** No token reaches it, whatever its scopes: only a person who has signed in. */
  readonly isForPeople?: true;
  /** Not without a proof that the person is there: given in this session a short while ago, or by a passkey for this request. */
  readonly needsFreshProof?: FreshProof;
  /** Not there at all in production. */
  readonly isSandboxOnly?: true;
  /** Open to those who have yet to set up the second factor that is asked of them. */
  readonly worksWithoutSecondFactor?: true;
  /** Read from a replica where there is one: what was done a moment ago may be missing then, and the answer says so. */
  readonly mayBeBehind?: true;
  /** A page asks it by itself: it does not show that somebody is at work. */
  readonly keepsNobodyAwake?: true;
}

/** What an operation works with that comes before anybody has signed in. */
export interface OpenCall {
  readonly context: OperatorContext;
  readonly request: FastifyRequest;
  readonly reply: Pick<FastifyReply, 'header'>;
}

export interface OperatorCall extends OpenCall {
  readonly signedIn: SignedIn;
  readonly actor: Actor;
}

interface ForAnybody {
  readonly tag: OperatorTag;
  /** Nobody has to be signed in. */
  readonly isOpen: true;
}

export type OperatorEndpoint = Endpoint<OperatorCall> & ForPeople;
export type OpenEndpoint = Endpoint<OpenCall> & ForAnybody;
/** An operation of either kind as the reference sees it. */
export type DocumentedEndpoint = Description & { readonly tag: OperatorTag } & (
    | (ForPeople & { readonly isOpen?: never })
    | ForAnybody
  );

export const endpoint: EndpointMaker<OperatorCall, ForPeople> = (described) => described;
export const openEndpoint: EndpointMaker<OpenCall, ForAnybody> = (described) => described;

type OfReads = 'method' | 'tag' | 'roles' | 'scope' | 'refusals';

/** Says who may read what there is of one noun; what is said for all of them may be said otherwise for one. */
export function readsOf(noun: Pick<ForPeople, 'tag' | 'roles'>): EndpointMaker<OperatorCall, ForPeople, OfReads> {
  return (described) => endpoint({ method: 'GET', scope: 'read', refusals: [], ...noun, ...described });
}

type OfActs = 'method' | 'tag' | 'roles' | 'scope';

/** The same for what is done to one noun. */
export function actsOf(
  noun: Pick<ForPeople, OfActs & keyof ForPeople>,
): EndpointMaker<OperatorCall, ForPeople, OfActs> {
  return (described) => endpoint({ method: 'POST', ...noun, ...described });
}

export const everybody = ['operator', 'maker', 'merchant'] as const;

/** Who does it, why and when: for the audit log. */
export function byOf({ context, actor }: OperatorCall, reason: string): ByWhom {
  return { actor, reason, at: context.clock() };
}

/** Every code an operation refuses with: its own first, then those of its kind. */
export function operatorRefusals(described: DocumentedEndpoint): readonly ErrorCode[] {
  const ofPeople: readonly ErrorCode[] =
    described.isOpen === true
      ? []
      : [
          'unauthorized',
          'session_idle',
          'token_ended',
          'token_address_refused',
          ...(movesMoney([described.scope]) ? (['token_day_spent', 'token_requisite_refused'] as const) : []),
          'forbidden',
          ...(described.roles.includes('merchant') ? (['right_missing'] as const) : []),
          'rate_limited',
          ...(described.method === 'GET' ? [] : (['csrf_token_wrong'] as const)),
          ...(described.isForPeople === true ? (['people_only'] as const) : []),
          ...(described.needsFreshProof !== undefined ? (['fresh_code_needed'] as const) : []),
          ...(described.worksWithoutSecondFactor === true ? [] : (['second_factor_required'] as const)),
        ];
  return [
    ...new Set<ErrorCode>([
      ...kindRefusals(described),
      ...(described.body?.kind === 'json' ? (['blank', 'out_of_range'] as const) : []),
      ...ofPeople,
      'internal',
      'database_unavailable',
    ]),
  ];
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the operator interface's authentication; null elsewhere. */
    signedIn: SignedIn | null;
    /** Set with it for operations that may be behind. */
    readingPlace: ReadingPlace | null;
  }
}
