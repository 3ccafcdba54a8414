import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/** The payer's page as a browser's requests see it: headers, addresses, forms. What it looks like is in test/web. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});

let invoiceNumber = 0;
async function startPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ amount: `${8000 + invoiceNumber}.00`, ...change });
  return body.id as string;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.url}${path}`, { headers });

function post(path: string, options: { headers?: Record<string, string>; body?: URLSearchParams } = {}) {
  return fetch(`${service.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    ...options,
    ...(options.body === undefined ? { body: new URLSearchParams() } : {}),
  });
}

describe('the headers', () => {
  it('let the page load only our own files, and let no cache keep and no site frame it', async () => {
    const { headers, status } = await get(`/pay/${await startPayin()}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('are as strict for what is not there, and for a part of a page', async () => {
    const missing = await get('/pay/00000000-0000-7000-8000-000000000000');
    const part = await get(`/pay/${await startPayin()}?part=main`);
    expect(missing.status).toBe(404);
    for (const { headers } of [missing, part]) {
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(await part.text()).toMatch(/^<main /);
  });

  it('name the sites that the store lets frame it, and no others', async () => {
    const operator = await signInDemo(service, 'operator');
    const page = { frameOrigins: ['https://shop.example', 'https://till.example:8443'] };
    await operator.patch('/stores/1', { page, reason: 'a test' });
    const { headers } = await get(`/pay/${await startPayin()}`);
    expect(headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/shop\.example https:\/\/till\.example:8443$/,
    );
    expect(headers.get('x-frame-options')).toBeNull();
    await operator.patch('/stores/1', { page: {}, reason: 'a test' });
  });
});

describe('a way to pay with a link of its own', () => {
  it('is a button and a QR code of that link', async () => {
    const id = await startPayin({ paymentOption: 'SBP_QR', startDeal: true });
    const { deals } = (await service.shop.read(id)).body;
    const link = deals[0].qrCodeLink.replaceAll('&', '&amp;');
    const page = await (await get(`/pay/${id}?lang=en`)).text();
    expect(page).toContain(`href="${link}" target="_blank" rel="noopener noreferrer">Open the bank app</a>`);
    const image = /<img src="\.\.\/(api\/public\/[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    const shown = await get(`/${image}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    const other = await get(`/api/public/invoices/${id}/qr-code`);
    expect(await shown.text()).not.toBe(await other.text());
    // The record's own words, in the reader's language; the bank is nobody's business.
    expect(page).toContain('Choose your bank, check the amount and confirm.');
    expect(await (await get(`/pay/${id}?lang=ru`)).text()).toContain('Выберите свой банк');
    expect(page).not.toContain('<dt>Bank</dt>');
  });

  it("an operator's own way to pay has the words of its kind of number where it has none of its own", async () => {
    const operator = await signInDemo(service, 'operator');
    const reason = 'a test';
    const name = '<b>Desk</b>';
    const option = { code: 'DESK', name, numberKinds: ['text'], hasBank: false, currencies: ['RUB'], reason };
    expect((await operator.post('/catalogue/options', option)).status).toBe(200);
    const number = 'Desk 4\n<script>1</script>';
    const requisite = { makerId: 1, option: 'DESK', bank: 'unknown', currency: 'RUB', number, reason };
    expect((await operator.post('/requisites', requisite)).status).toBe(200);
    const id = await startPayin({ paymentOption: 'DESK', startDeal: true });
    const page = await (await get(`/pay/${id}?lang=en`)).text();
    expect(page).toContain('Payment details');
    expect(page).toContain('Desk 4\n&lt;script&gt;1&lt;/script&gt;');
    const choose = await (await get(`/pay/${id}?lang=en&step=choose`)).text();
    expect(choose).toContain('&lt;b&gt;Desk&lt;/b&gt;');
  });
});

describe('a bank that ran out', () => {
  const amount = '4321.00';
  const takeAll = async (paymentOption: string, paymentMethod: string) => {
    for (;;) {
      const { body } = await service.shop.createPayin({ amount, paymentOption, paymentMethod, startDeal: true });
      if (body.deals.length === 0) return;
    }
  };
  const text = async (path: string) => await (await get(`${path}${path.includes('?') ? '&' : '?'}lang=en`)).text();
  const proposalIn = (page: string) => /<button class="button" name="variant" value="([^"]+)">([^<]+)</.exec(page);

  it('is not offered, and what is free instead is one form away, without script', async () => {
    const { id } = (await service.shop.createPayin({ amount })).body;
    expect(await text(`/pay/${id}`)).toContain('value="SBP:mkb"');
    await takeAll('SBP', 'mkb');
    expect(await text(`/pay/${id}`)).not.toContain('value="SBP:mkb"');
    // Somebody whose page is older asks for it all the same.
    const answer = await post(`/pay/${id}/start-deal`, { body: new URLSearchParams({ variant: 'SBP:mkb' }) });
    const next = new URL(answer.headers.get('location') ?? '', `${service.url}/pay/${id}/start-deal`);
    const page = await text(next.pathname + next.search);
    expect(page).toContain('This way to pay is busy right now');
    const [, value = '', label = ''] = proposalIn(page) ?? [];
    // The same bank in another way comes first.
    expect([value, label]).toEqual(['TO_CARD:mkb', 'Use this instead: Credit Bank of Moscow']);
    await post(`/pay/${id}/start-deal`, { body: new URLSearchParams({ variant: value }) });
    expect((await service.shop.read(id)).body.deals).toMatchObject([
      { paymentOption: 'TO_CARD', paymentMethod: 'mkb' },
    ]);
  });

  it('a bank that ran out and was named by the merchant is not a button that leads nowhere', async () => {
    await takeAll('SBP', 'mkb');
    const wish = { amount, paymentOption: 'SBP', paymentMethod: 'mkb' };
    const { id } = (await service.shop.createPayin({ ...wish, amount })).body;
    const page = await text(`/pay/${id}`);
    expect(page).toContain('This way to pay is busy right now');
    expect(proposalIn(page)?.[1]).toBe('TO_CARD:mkb');
    expect(page).toContain('Choose another way to pay');
  });

  it('a bank that ran out after the time was over is replaced as well', async () => {
    const wish = { amount: '4322.00', paymentOption: 'CROSS_BORDER', paymentMethod: 'ozon' };
    const { id } = (await service.shop.createPayin({ ...wish, startDeal: true })).body;
    service.advance(16 * 60_000);
    await service.shop.read(id);
    for (;;) {
      const { body } = await service.shop.createPayin({ ...wish, startDeal: true });
      if (body.deals.length === 0) break;
    }
    expect(proposalIn(await text(`/pay/${id}`))?.[1]).toBe('SBP:ozon');
  });
});

describe('the forms', () => {
  it('come back to the page, by an address that also holds under a path of a proxy', async () => {
    const id = await startPayin();
    const answer = await post(`/pay/${id}/start-deal`, { body: new URLSearchParams({ variant: 'SBP:vtb' }) });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `../${id}`]);
    expect((await service.shop.read(id)).body.deals[0]).toMatchObject({ paymentOption: 'SBP', paymentMethod: 'vtb' });
    const page = await (await get(`/pay/${id}`)).text();
    const absolute = [...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link = '']) => link);
    expect(absolute.filter((link) => !/^(\.\.\/|#|\?)/.test(link))).toEqual([]);
  });

  it.each([
    ['nonsense', 'wayNotAllowed'],
    ['SBP:nonsense', 'wayNotAllowed'],
    ['::::', null],
    [`SBP:${'x'.repeat(10_000)}`, 'wayNotAllowed'],
  ])('answer a variant of %.20s with words or requisites, never with a fault of ours', async (variant, notice) => {
    const id = await startPayin();
    const answer = await post(`/pay/${id}/start-deal`, { body: new URLSearchParams({ variant }) });
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location') ?? '', `${service.url}/pay/${id}/start-deal`);
    expect(target.searchParams.get('notice')).toBe(notice);
    expect((await fetch(target)).status).toBe(200);
  });

  it('say what became of an invoice that has moved on', async () => {
    const id = await startPayin({ startDeal: true });
    await service.shop.confirm(id);
    const answer = await post(`/pay/${id}/cancel`);
    expect(answer.headers.get('location')).toBe(`../${id}?notice=movedOn`);
    expect((await post(`/pay/${id}/confirm-transfer`)).headers.get('location')).toContain('notice=brokenUpload');
  });

  it('lead back to the page when their address is opened', async () => {
    const id = await startPayin();
    const answer = await fetch(`${service.url}/pay/${id}/start-deal`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `../${id}`]);
  });

  it('have a page of their own for an invoice that is not there', async () => {
    const ids = ['00000000-0000-7000-8000-000000000000', 'nonsense', '%0d%0aset-cookie:a=b', '%2f%2fevil.example'];
    const acts = ['start-deal', 'confirm-transfer', 'claim', 'cancel'];
    for (const path of ids.flatMap((id) => acts.map((act) => `/pay/${id}/${act}`))) {
      const answer = await post(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('Payment not found');
    }
  });

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ 'sec-fetch-site': 'none' }, 303],
    [{ origin: 'null' }, 303],
    [{}, 303],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
  ])('sent with %o are answered %i', async (headers, status) => {
    const id = await startPayin({ startDeal: true });
    const answer = await post(`/pay/${id}/cancel`, { headers: headers as Record<string, string> });
    expect(answer.status).toBe(status);
    expect((await service.shop.read(id)).body.status).toBe(status === 303 ? 'canceled' : 'new');
  });

  it('the forms of a payout do nothing', async () => {
    const { body } = await service.shop.createPayout();
    const answers = await Promise.all(['start-deal', 'cancel'].map((act) => post(`/pay/${body.id}/${act}`)));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(
      Array.from({ length: 2 }, () => `../${body.id}?notice=movedOn`),
    );
    expect((await service.shop.read(body.id)).body.status).toBe('new');
  });
});

describe('a receipt for requisites that have ended', () => {
  const text = async (id: string, step = '') => await (await get(`/pay/${id}?lang=en${step}`)).text();
  const claim = async (id: string, file: Buffer = pngReceipt, dealId = '') => {
    const form = new FormData();
    if (dealId !== '') form.set('dealId', dealId);
    form.set('attachment', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'receipt.png');
    const url = `${service.url}/pay/${id}/claim`;
    return (await fetch(url, { method: 'POST', redirect: 'manual', body: form })).headers.get('location');
  };
  const lapsed = async () => {
    const id = await startPayin({ startDeal: true });
    const [deal] = (await service.shop.read(id)).body.deals;
    service.advance(16 * 60_000);
    return { id, dealId: deal.id as string };
  };

  it('opens a dispute that an operator sees, and moves no money', async () => {
    const { id, dealId } = await lapsed();
    expect(await text(id)).toContain('I paid: show the receipt');
    expect(await text(id, '&step=claim')).toContain(`<input type="hidden" name="dealId" value="${dealId}">`);
    expect(await claim(id)).toBe(`../${id}`);
    const { status, deals } = (await service.shop.read(id)).body;
    expect([status, deals]).toMatchObject([
      'dispute',
      [{ id: dealId, disputeReason: 'has_payment', status: 'dispute' }],
    ]);
    expect(deals[0].attachments.length).toBe(1);
    const operator = await signInDemo(service, 'operator');
    const work = (await operator.get('/work?kinds=dispute&limit=200')).body.items;
    expect(work.map((item: { id: string }) => item.id)).toContain(dealId);
    await expectLawsHold(service.db.pool);
    // Another one is evidence for the same dispute; the same file twice is one.
    expect(await text(id)).toContain('1 receipt received');
    await claim(id, Buffer.concat([pngReceipt, Buffer.from([1])]));
    await claim(id, pngReceipt);
    expect(await text(id)).toContain('2 receipts received');
  });

  it('is taken once more after a decision that asks for a better one, and after no other', async () => {
    const { id } = await lapsed();
    const operator = await signInDemo(service, 'operator');
    const reject = (result: string) => operator.post(`/invoices/${id}/dispute/reject`, { result, reason: 'a test' });
    await claim(id);
    expect((await reject('WAITING_CONFIRM_DOCS_FROM_MERCHANT')).status).toBe(200);
    expect(await text(id)).toContain('I paid: show the receipt');
    expect(await claim(id)).toBe(`../${id}`);
    expect((await reject('FRAUD_CONFIRM_DOCS')).status).toBe(200);
    const decided = await text(id, '&step=claim');
    expect(decided).not.toContain('/claim"');
    expect(decided).toContain('We could not find your transfer');
    expect(decided).toContain('We have looked into your receipt and found no money for it.');
    expect(await claim(id)).toBe(`../${id}?notice=claimDecided`);
    expect((await service.shop.read(id)).body.status).toBe('new');
  });

  it('asks to which requisites the money went, where there were several', async () => {
    const { id, dealId: first } = await lapsed();
    await service.shop.post(`/api/merchant/invoices/${id}/start-deal`, { paymentOption: 'TO_CARD' });
    // Requisites that are still good take the receipt themselves.
    expect(await claim(id)).toBe(`../${id}?notice=movedOn`);
    service.advance(16 * 60_000);
    const page = await text(id, '&step=claim');
    expect(page).toContain('Where did you send the money?');
    expect(page.match(/<input type="radio" name="dealId"/g)?.length).toBe(2);
    const form = new FormData();
    form.set('dealId', first);
    const open = () => fetch(`${service.url}/api/public/invoices/${id}/dispute`, { method: 'POST', body: form });
    expect((await open()).status).toBe(400);
    form.set('attachment', new Blob([new Uint8Array(pngReceipt)]), 'receipt.png');
    const answer = await open();
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'dispute' }]);
    expect((await service.shop.read(id)).body.deals).toMatchObject([{ id: first, status: 'dispute' }]);
  });

  it('is for expired and canceled invoices too, and for none that was paid or never had requisites', async () => {
    const { id: expired } = await lapsed();
    service.advance(60 * 60_000);
    expect(await text(expired)).toContain('This invoice has expired');
    expect(await claim(expired)).toBe(`../${expired}`);
    const canceled = await startPayin({ startDeal: true });
    await post(`/pay/${canceled}/cancel`);
    expect(await text(canceled)).toContain('I paid: show the receipt');
    expect(await claim(canceled)).toBe(`../${canceled}`);
    expect((await service.shop.read(canceled)).body.status).toBe('dispute');
    const bare = await startPayin();
    expect(await claim(bare)).toBe(`../${bare}?notice=movedOn`);
    const paid = await startPayin({ startDeal: true });
    const operator = await signInDemo(service, 'operator');
    await operator.post(`/deals/${(await service.shop.read(paid)).body.deals[0].id}/settle`, { reason: 'a test' });
    expect(await claim(paid)).toBe(`../${paid}?notice=movedOn`);
    expect(await text(paid)).not.toContain('/claim');
  });
});

describe('a sum that differs', () => {
  it('is told in words, with what happens next, before and after the decision', async () => {
    const amount = '3210.03';
    const { id, deals } = (await service.shop.createPayin({ amount, startDeal: true })).body;
    const operator = await signInDemo(service, 'operator');
    const maker = await signInDemo(service, 'maker');
    const report = { amount: '2889.03', reason: 'less came' };
    expect((await maker.post(`/deals/${deals[0].id}/settle`, report)).status).toBe(200);
    const waiting = await (await get(`/pay/${id}?lang=en`)).text();
    expect(waiting).toContain('₽2,889.03 of ₽3,210.03 arrived (₽321.00 less).');
    expect(waiting).toContain('Please send nothing more for now');
    await operator.post(`/deals/${deals[0].id}/settle`, report);
    const paid = await (await get(`/pay/${id}?lang=ru`)).text();
    expect(paid.replaceAll(/\s/g, ' ')).toContain('Поступило 2 889,03 ₽ из 3 210,03 ₽ (на 321,00 ₽ меньше).');
    expect(paid).toContain('Платёж закрыт на поступившую сумму.');
  });
});

describe('the store', () => {
  it('shows its description, logo and support, with a number that an operator finds the payment by', async () => {
    const operator = await signInDemo(service, 'operator');
    const page = {
      description: 'Tea <b>& cake',
      supportUrl: 'mailto:help@shop.example',
      logo: pngReceipt.toString('base64'),
    };
    expect((await operator.patch('/stores/1', { page, reason: 'a test' })).status).toBe(200);
    const id = await startPayin();
    const shown = await (await get(`/pay/${id}?lang=en`)).text();
    expect(shown).toContain('<span class="about">Tea &lt;b&gt;&amp; cake</span>');
    expect(shown).toContain('href="mailto:help@shop.example"');
    const logo = await get(`/${/src="\.\.\/(assets\/logos\/[0-9a-f]{32}\.png)"/.exec(shown)?.[1]}`);
    expect([logo.status, logo.headers.get('content-type'), logo.headers.get('content-security-policy')]).toEqual([
      200,
      'image/png',
      "default-src 'none'; sandbox",
    ]);
    expect((await get('/assets/logos/nothing.png')).status).toBe(404);
    const number = /Case number <bdi class="id" dir="ltr">([^<]+)</.exec(shown)?.[1] ?? '';
    const { items } = (await operator.get(`/search?q=${number.toLowerCase()}`)).body;
    expect(items).toMatchObject([{ kind: 'invoice', id, foundBy: 'case' }]);
    for (const [field, value] of [
      ['supportUrl', 'javascript:alert(1)'],
      ['logo', Buffer.from('<svg/>').toString('base64')],
    ] as const) {
      const answer = await operator.patch('/stores/1', { page: { [field]: value }, reason: 'a test' });
      expect([answer.status, answer.body[0].field]).toEqual([400, `page.${field}`]);
    }
    await operator.patch('/stores/1', { page: {}, reason: 'a test' });
  });
});

describe('the language', () => {
  it('is remembered in a cookie that only these pages get, and no script reads', async () => {
    const id = await startPayin();
    const { headers } = await get(`/pay/${id}?lang=ru`);
    expect(headers.get('set-cookie')).toBe('payer-language=ru; Max-Age=31536000; SameSite=Lax; HttpOnly');
    const again = await get(`/pay/${id}`, { cookie: 'a=b; payer-language=ru' });
    expect(await again.text()).toContain('<html lang="ru" dir="ltr">');
    expect((await get(`/pay/${id}?lang=nonsense`)).headers.get('set-cookie')).toBeNull();
  });

  it('goes along with a form, for readers without cookies', async () => {
    const id = await startPayin();
    expect((await post(`/pay/${id}/cancel?lang=ru`)).headers.get('location')).toBe(`../${id}?lang=ru`);
  });
});
