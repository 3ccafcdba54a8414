import { AppError } from '../../errors/app-error.ts';
import type { Actor, Role } from '../people/audit.ts';

/**
 * Every act on settings, and who may do it. The names are those of the audit log: a verb and its object, as commands are
 * named. That makers and merchants reach only their own is for each act to decide.
 */
const operator = ['operator'] as const;
const anybody = ['operator', 'maker', 'merchant'] as const;
const merchantToo = ['operator', 'merchant'] as const;

export const settingActs = {
  'create-user': { roles: operator },
  'change-user': { roles: operator },
  'change-password': { roles: anybody },
  'close-sessions': { roles: anybody },
  'set-second-factor': { roles: anybody },
  'remove-second-factor': { roles: operator },
  'create-enrolment-code': { roles: operator },
  'mail-enrolment-code': { roles: anybody },
  'add-passkey': { roles: anybody },
  'change-passkey': { roles: anybody },
  'remove-passkey': { roles: anybody },
  'save-view': { roles: anybody },
  'remove-view': { roles: anybody },
  'add-channel': { roles: anybody },
  'remove-channel': { roles: anybody },
  'set-wishes': { roles: anybody },
  'change-access-rules': { roles: operator },
  'create-token': { roles: anybody },
  'revoke-token': { roles: anybody },
  'create-invitation': { roles: merchantToo },
  'revoke-invitation': { roles: merchantToo },
  'add-member': { roles: operator },
  'change-member': { roles: merchantToo },
  'remove-member': { roles: merchantToo },
  'create-merchant': { roles: operator },
  'change-merchant': { roles: operator },
  'rotate-secret': { roles: merchantToo },
  'create-store': { roles: operator },
  'change-store': { roles: operator },
  'change-payment-policy': { roles: merchantToo },
  'change-payer-rules': { roles: merchantToo },
  'lift-payer-block': { roles: operator },
  'create-api-key': { roles: merchantToo },
  'change-api-key': { roles: merchantToo },
  'rotate-api-key': { roles: merchantToo },
  'revoke-api-key': { roles: merchantToo },
  'rotate-webhook-secret': { roles: merchantToo },
  'create-endpoint': { roles: merchantToo },
  'change-endpoint': { roles: merchantToo },
  'rotate-endpoint-secret': { roles: merchantToo },
  'remove-endpoint': { roles: merchantToo },
  'resend-endpoint-event': { roles: merchantToo },
  'add-store-address': { roles: merchantToo },
  'remove-store-address': { roles: merchantToo },
  'create-maker': { roles: operator },
  'change-maker': { roles: operator },
  'switch-maker': { roles: ['operator', 'maker'] },
  'set-rewards': { roles: operator },
  'set-automation': { roles: operator },
  'create-phone': { roles: ['operator', 'maker'] },
  'create-phone-ticket': { roles: ['operator', 'maker'] },
  'change-phone': { roles: ['operator', 'maker'] },
  'revoke-phone': { roles: ['operator', 'maker'] },
  'claim-message': { roles: operator },
  'release-message': { roles: operator },
  'record-verdict': { roles: operator },
  'create-requisite': { roles: operator },
  'accept-requisite': { roles: ['operator', 'maker'] },
  'change-requisite': { roles: ['operator', 'maker'] },
  'import-statement': { roles: ['operator', 'maker'] },
  'start-import': { roles: ['operator', 'maker'] },
  'stop-import': { roles: ['operator', 'maker'] },
  'continue-import': { roles: ['operator', 'maker'] },
  'group-requisites': { roles: operator },
  'ungroup-requisites': { roles: operator },
  'link-line': { roles: operator },
  'explain-line': { roles: operator },
  'explain-unbacked': { roles: operator },
  'save-csv-mapping': { roles: operator },
  'remove-csv-mapping': { roles: operator },
  'set-rate': { roles: operator },
  'create-rate-feed': { roles: operator },
  'change-rate-feed': { roles: operator },
  'remove-rate-feed': { roles: operator },
  'load-catalogue': { roles: operator },
  'add-catalogue-entry': { roles: operator },
  'change-catalogue-entry': { roles: operator },
  'order-catalogue': { roles: operator },
  'remove-catalogue-entry': { roles: operator },
  'advance-clock': { roles: operator },
  'record-archive': { roles: operator },
  'record-backup': { roles: operator },
  'record-backup-failure': { roles: operator },
  'rotate-master-key': { roles: operator },
  'rotate-book-key': { roles: operator },
  'allow-top-up': { roles: operator },
  'allow-pay-back': { roles: operator },
  'allow-rejection': { roles: operator },
  'allow-refund': { roles: operator },
  'allow-loss': { roles: operator },
  'approve-act': { roles: operator },
  'reject-act': { roles: operator },
  'resend-notification': { roles: merchantToo },
  'resend-failed-notifications': { roles: merchantToo },
  'resume-receiver': { roles: merchantToo },
  'claim-case': { roles: operator },
  'release-case': { roles: operator },
  'comment-case': { roles: operator },
  'change-work-limit': { roles: operator },
  'change-dispute-rules': { roles: operator },
  'lift-money-stop': { roles: operator },
  'add-message-template': { roles: operator },
  'change-message-template': { roles: operator },
  'switch-message-templates': { roles: operator },
  'load-message-templates': { roles: operator },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[] }>>;

export type SettingActName = keyof typeof settingActs;

export function requireRole(name: SettingActName, actor: Actor): void {
  const { roles }: { readonly roles: readonly Role[] } = settingActs[name];
  if (!roles.includes(actor.role)) throw new AppError('forbidden');
}

/** Operators reach every merchant; a merchant reaches itself, and for it no other exists. */
export function requireOwnMerchant(actor: Actor, merchantId: number): void {
  const isReached = actor.role === 'operator' || (actor.role === 'merchant' && actor.merchantId === merchantId);
  if (!isReached) throw new AppError('not_found');
}

/** The same for makers. */
export function requireOwnMaker(actor: Actor, makerId: number): void {
  const isReached = actor.role === 'operator' || (actor.role === 'maker' && actor.makerId === makerId);
  if (!isReached) throw new AppError('not_found');
}
