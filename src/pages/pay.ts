import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type EndedDeal, readEndedDeals } from '../api/public/ended-deals.ts';
import type { PublicContext } from '../api/public/endpoint.ts';
import {
  cancelByPayer,
  claimPayersPayment,
  confirmPayersTransfer,
  startPayersDeal,
} from '../api/public/payers-acts.ts';
import { type PaymentPage, readPaymentPage } from '../api/public/payment-page.ts';
import { dealIn } from '../api/public/public-dispute.ts';
import { guarded } from '../api/public/public-limits.ts';
import { registerStoreLogos } from '../api/public/store-logos.ts';
import type { InvoiceState } from '../commands/command.ts';
import { storable } from '../domain/text/outside-text.ts';
import type { Instant } from '../domain/text/timestamp.ts';
import { isUuid } from '../domain/text/uuid.ts';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import { createErrorHandler } from '../http/error-answers.ts';
import { readUpload, type Settle, settledAfter } from '../http/upload.ts';
import type { Assets } from './assets.ts';
import { type Notice, notices } from './language.ts';
import { payDocument, payMain, refusedDocument } from './pay-document.ts';
import { queryText } from './pay-parts.ts';
import { noticeOf, refusedScreen } from './pay-refused.ts';
import { factsOf, type PayScreen, type PayStep, paySteps, screenOf } from './pay-screen.ts';
import { formFields, languageOf, pageParts, rememberLanguage, switchedTo } from './payer-request.ts';
import { registerRefund } from './refund.ts';
import { isFromOurPages } from './same-origin.ts';
import { sendPage } from './send-page.ts';

/**
 * The payer's page. Whole without script: each screen is an address, each act a form that comes back to the page. The script
 * asks for the same pages and sends the same forms, so there is one rendering and one set of words.
 */
export function registerPay(
  app: FastifyInstance,
  context: PublicContext,
  parts: { readonly assets: Assets; readonly refused: (code: ErrorCode) => void },
): void {
  registerStoreLogos(app, context);
  app.register(async (pages) => {
    pages.setErrorHandler(
      createErrorHandler(parts.refused, (refusal, request, reply) => {
        const language = languageOf(request, null);
        const pause = reply.getHeader('retry-after');
        const asked = { requestId: request.id, retryAfterSeconds: pause === undefined ? null : Number(pause) };
        const { title, main } = refusedScreen(refusal, language, asked);
        const document = refusedDocument({ language, root: rootOf(request), title, main }, pageParts(parts.assets));
        return sendPage(request, reply, { ...document, frameOrigins: [] });
      }),
    );
    pages.get(
      '/pay/:id',
      guarded(context, 'read', (request, reply) => showPage(context, parts.assets, request, reply)),
    );
    // Reloading the answer to a refused form leads back to the page.
    for (const name of ['start-deal', 'confirm-transfer', 'claim', 'cancel']) {
      pages.get(`/pay/:id/${name}`, async (request, reply) => reply.redirect(`../${pageId(request)}`, 303));
    }
    pages.post('/pay/:id/start-deal', act(context, parts.refused, startAct));
    pages.post('/pay/:id/confirm-transfer', act(context, parts.refused, confirmAct));
    pages.post('/pay/:id/claim', act(context, parts.refused, claimAct, 'claim'));
    pages.post('/pay/:id/cancel', act(context, parts.refused, cancelAct));
    registerRefund(pages, context, parts);
  });
}

interface PayQuery {
  readonly step?: unknown;
  readonly notice?: unknown;
  /** From when on what was refused may be tried again, in seconds since 1970. */
  readonly again?: unknown;
  /** `main` asks for the part that changes alone. */
  readonly part?: unknown;
  /** What is on the reader's screen. The step in the address belongs to it, and to nothing that came after. */
  readonly seen?: unknown;
}

async function showPage(
  context: PublicContext,
  assets: Assets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = request.query as PayQuery;
  const page = await readPaymentPage(context, idInPath(request));
  const isOld = query.seen !== undefined && query.seen !== factsOf(page);
  const step = isOneOf(query.step, paySteps) && !isOld ? query.step : null;
  const ended = await readEndedDeals(context, page);
  const screen = screenToShow(page, step, ended);
  const language = languageOf(request, page.store.language);
  const notice = isOneOf(query.notice, notices) ? query.notice : null;
  const view = {
    page,
    ended,
    screen,
    step,
    language,
    notice,
    again: notice === null ? null : instantIn(query.again),
    switched: switchedTo(request),
    root: rootOf(request),
  };
  if (view.switched !== null) rememberLanguage(reply, view.switched, context.publicUrl());
  const { frameOrigins } = page.store;
  const document =
    query.part === 'main' ? { markup: payMain(view), style: null } : payDocument(view, pageParts(assets));
  return await sendPage(request, reply, { ...document, frameOrigins });
}

/** Which deals have ended, and how, is not read with an invoice: it matters here only, and seldom. */
function screenToShow(page: PaymentPage, step: PayStep | null, ended: readonly EndedDeal[]): PayScreen {
  const screen = screenOf(page, step);
  const isClaimed = screen === 'claim' && page.status !== 'dispute';
  if (isClaimed && !ended.some(({ mayClaim }) => mayClaim)) return screenToShow(page, null, ended);
  const mayBeRejected = step === null && (screen === 'lapsed' || screen === 'noneFree');
  return mayBeRejected && ended[0]?.isRejected === true ? 'rejected' : screen;
}

/** Does something and says where to go on: to which step of the page. */
type PayAct = (context: PublicContext, request: FastifyRequest) => Promise<PayStep | null>;

const startAct: PayAct = async (context, request) => {
  const [option = '', method = ''] = storable(formFields(request).get('variant') ?? '').split(':');
  const { deals } = await startPayersDeal(
    context,
    idInPath(request),
    {
      option: option || null,
      bank: method || null,
    },
    request.ip,
  );
  return hasRunningDeal(deals) ? null : 'none';
};

const confirmAct: PayAct = (context, request) =>
  withUpload(context, request, (readForm) =>
    confirmPayersTransfer(context, idInPath(request), async () => (await readForm()).attachment),
  );

const claimAct: PayAct = (context, request) =>
  withUpload(context, request, (readForm) => claimPayersPayment(context, idInPath(request), readForm, request.ip));

/** The form is read when the act wants it: a refusal before that costs nobody an upload. */
async function withUpload(
  context: PublicContext,
  request: FastifyRequest,
  perform: (readForm: () => Promise<UploadForm>) => Promise<InvoiceState>,
): Promise<null> {
  let settle: Settle = async () => undefined;
  const readForm = async () => {
    const { form, ...upload } = await readUpload(context, request);
    settle = upload.settle;
    if (form.file === null) throw new AppError('attachment_missing', { field: 'attachment' });
    return { attachment: form.file, dealId: dealIn(form.fields.get('dealId')) };
  };
  await settledAfter(
    () => perform(readForm),
    (error) => settle(error),
  );
  return null;
}

interface UploadForm {
  readonly attachment: NonNullable<Awaited<ReturnType<typeof readUpload>>['form']['file']>;
  readonly dealId: string | null;
}

const cancelAct: PayAct = async (context, request) => {
  await cancelByPayer(context, idInPath(request));
  return null;
};

function hasRunningDeal(deals: InvoiceState['deals']): boolean {
  return deals.some(({ status }) => status === 'transfer_waiting' || status === 'transfer_confirmed');
}

/** Runs an act and goes back to the page, with a word about it when it was refused. */
function act(
  context: PublicContext,
  refused: (code: ErrorCode) => void,
  perform: PayAct,
  upload: 'receipt' | 'claim' = 'receipt',
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isFromOurPages(request, [context.publicUrl(), ...context.otherPublicUrls])) throw new AppError('forbidden');
    const [id, lang] = [pageId(request), switchedTo(request)];
    const back = (parameters: { step: PayStep | null; notice: Notice | null; again: string | null }) =>
      // Relative, so that it also holds behind a proxy that serves the service under a path.
      reply.redirect(`../${id}${queryText({ ...parameters, lang })}`, 303);
    try {
      const step = await context.limits.guard(request.ip, 'act', () => perform(context, request));
      return back({ step, notice: null, again: null });
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 404) throw error;
      refused(error.code);
      const notice = noticeOf(error.code);
      const step = stepAfter[notice] ?? null;
      const again = error.retryAt === null ? null : String(Math.ceil(error.retryAt / 1_000));
      return back({ step: step === 'receipt' ? upload : step, notice, again });
    }
  };
}

/** Where the reader can do better: back at the form that was refused. */
const stepAfter: Readonly<Partial<Record<Notice, PayStep>>> = {
  tooBig: 'receipt',
  wrongType: 'receipt',
  emptyFile: 'receipt',
  missingFile: 'receipt',
  brokenUpload: 'receipt',
  wayNotAllowed: 'choose',
};

function idInPath(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}

/** Anything that is not a UUID is not found, and is not sent back in a header. */
function pageId(request: FastifyRequest): string {
  const id = idInPath(request);
  if (!isUuid(id)) throw new AppError('not_found');
  return id;
}

/** The page is at /pay/{id}, its acts one level below; a refund's form comes back to its own address. */
function rootOf(request: FastifyRequest): string {
  return request.method === 'POST' && request.url.startsWith('/pay/') ? '../../' : '../';
}

/** Anything that is not a number of seconds is not shown. */
function instantIn(seconds: unknown): Instant | null {
  if (typeof seconds !== 'string' || !/^\d{1,11}$/.test(seconds)) return null;
  return Number(seconds) * 1_000;
}

function isOneOf<Key extends string>(value: unknown, set: Readonly<Record<Key, string>>): value is Key {
  return typeof value === 'string' && Object.hasOwn(set, value);
}
