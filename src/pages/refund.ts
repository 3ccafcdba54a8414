import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicContext } from '../api/public/endpoint.ts';
import { fillPayersRefund, type RefundPage, readRefundPage } from '../api/public/payers-refund.ts';
import { guarded } from '../api/public/public-limits.ts';
import { storable } from '../domain/text/outside-text.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import type { Assets } from './assets.ts';
import type { RefundFault } from './language.ts';
import { queryText } from './pay-parts.ts';
import { formFields, languageOf, pageParts, rememberLanguage, switchedTo } from './payer-request.ts';
import { type RefundForm, refundDocument } from './refund-document.ts';
import { isFromOurPages } from './same-origin.ts';
import { sendPage } from './send-page.ts';

/**
 * Asks a payer where a refund shall go. The address is the ticket: its holder may answer, once. A refused form is shown again with
 * what was typed, which stands in no address.
 */
export function registerRefund(
  pages: FastifyInstance,
  context: PublicContext,
  parts: { readonly assets: Assets; readonly refused: (code: ErrorCode) => void },
): void {
  pages.get(
    '/refund/:ticket',
    guarded(context, 'read', async (request, reply) => {
      return await show(context, parts.assets, request, reply, await readRefundPage(context, ticketOf(request)));
    }),
  );
  pages.post(
    '/refund/:ticket',
    guarded(context, 'act', async (request, reply) => {
      if (!isFromOurPages(request, [context.publicUrl(), ...context.otherPublicUrls])) throw new AppError('forbidden');
      return await fill(context, parts, request, reply);
    }),
  );
}

const emptyForm: RefundForm = { bank: '', number: '', holder: '' };

async function fill(
  context: PublicContext,
  { assets, refused }: { readonly assets: Assets; readonly refused: (code: ErrorCode) => void },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ticket = ticketOf(request);
  const form = formOf(request);
  try {
    const page = await readRefundPage(context, ticket);
    // When the refund was answered or has expired since the page was shown, the page says so.
    if (page.state === 'waiting') {
      await fillPayersRefund(context, ticket, {
        variant: { option: wayOf(request, page)?.code ?? null, bank: form.bank || null },
        requisites: { requisites: form.number, holder: readHolder(form) },
      });
    }
    return reply.redirect(`${ticket}${queryText({ lang: switchedTo(request) })}`, 303);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 404) throw error;
    refused(error.code);
    const fault = faultOf(error);
    const page = await readRefundPage(context, ticket);
    return await show(context, assets, request, reply.code(400), page, { form, fault });
  }
}

async function show(
  context: PublicContext,
  assets: Assets,
  request: FastifyRequest,
  reply: FastifyReply,
  page: RefundPage,
  typed: { readonly form: RefundForm; readonly fault: RefundFault | null } = { form: emptyForm, fault: null },
): Promise<FastifyReply> {
  const language = languageOf(request, page.store.language);
  const switched = switchedTo(request);
  if (switched !== null) rememberLanguage(reply, switched, context.publicUrl());
  // Without a script this is how the page follows its payout.
  if (page.state === 'paying') reply.header('refresh', String(refreshSeconds));
  const way = wayOf(request, page);
  const view = { page, language, way, ticket: ticketOf(request), switched, root: '../', ...typed };
  const { frameOrigins } = page.store;
  return await sendPage(request, reply, { ...refundDocument(view, pageParts(assets)), frameOrigins });
}

const refreshSeconds = 30;

function ticketOf(request: FastifyRequest): string {
  return (request.params as { readonly ticket: string }).ticket;
}

/** The one in the address, else the first. */
function wayOf(request: FastifyRequest, { ways }: RefundPage) {
  const { way } = request.query as { readonly way?: unknown };
  return ways.find(({ code }) => code === way) ?? ways[0] ?? null;
}

const holderCharactersMax = 100;

function formOf(request: FastifyRequest): RefundForm {
  const fields = formFields(request);
  const field = (name: string) => storable(fields.get(name) ?? '').trim();
  return {
    bank: field('bank').slice(0, 50),
    number: field('number').slice(0, 255),
    holder: field('holder').slice(0, holderCharactersMax),
  };
}

function readHolder({ holder }: RefundForm): string {
  if (holder === '') throw new AppError('blank', { field: 'holder' });
  return holder;
}

/** What the payer can do better; everything else is not theirs to mend. */
function faultOf({ code }: AppError): RefundFault | null {
  switch (code) {
    case 'invalid_requisite':
      return 'number';
    case 'payment_method_not_allowed':
      return 'bank';
    case 'payment_option_not_allowed':
      return 'way';
    case 'blank':
      return 'holder';
    // The page itself says how it stands by now.
    case 'refund_link_used':
    case 'refund_link_lapsed':
    case 'refund_canceled':
      return null;
    default:
      return 'later';
  }
}
