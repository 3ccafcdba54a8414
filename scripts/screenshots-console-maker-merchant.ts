import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';

/** The pictures of the maker's and the merchant's pages. */
const openDialog = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

/** A request whose body was written anew before it was signed: the mistake that is made most. */
const explainSignature = async (page: Page) => {
  const url = `${new URL(page.url()).origin}/api/merchant/invoices`;
  const body = '{"type":"in","amount":"1000.00","currency":"RUB","internalId":"A-1042"}';
  const signed = `POST${url}${JSON.stringify(JSON.parse(body), null, 2)}`;
  await page.locator('input[name=key]').fill('demo-store-key');
  await page.locator('input[name=url]').fill(url);
  await page.locator('textarea[name=body]').fill(body);
  const signature = createHmac('sha1', 'demo-merchant-secret').update(signed).digest('base64');
  await page.locator('input[name=signature]').fill(signature);
  await page.locator('input[name=secret]').fill('demo-merchant-secret');
  await page.locator('form button[type=submit]').click();
  await page.locator('.signature-steps').waitFor();
};

/** The newest payment that came, with the dialog that gives it back. */
const refundPaid = async (page: Page) => {
  await page.locator('tbody tr.opens').first().click();
  await openDialog('Refund')(page);
};

const maker = { role: 'maker', isPhone: true } as const;
const merchant = { role: 'merchant' } as const;

export const makerAndMerchantShots = [
  { ...maker, name: 'maker-deals', path: '/' },
  { ...maker, name: 'maker-deals-dark', path: '/', isDark: true },
  { ...maker, name: 'maker-deals-russian', path: '/', locale: 'ru-RU' },
  { ...maker, name: 'maker-arrived', path: '/', prepare: openDialog('Money arrived') },
  { role: 'maker', name: 'maker-deals-wide', path: '/' },
  { ...maker, name: 'maker-payouts', path: '/payouts' },
  { ...maker, name: 'maker-requisites', path: '/requisites' },
  { ...maker, name: 'maker-arrivals', path: '/arrivals' },
  { ...maker, name: 'maker-history', path: '/history' },
  { ...maker, name: 'maker-statement', path: '/statement' },
  { ...merchant, name: 'merchant-sales', path: '/' },
  { ...merchant, name: 'merchant-sales-week', path: '/?period=week' },
  { ...merchant, name: 'merchant-sales-dark', path: '/?period=week', isDark: true },
  { ...merchant, name: 'merchant-sales-russian', path: '/?period=week', locale: 'ru-RU' },
  { ...merchant, name: 'merchant-sales-phone', path: '/?period=week', isPhone: true },
  { ...merchant, name: 'merchant-invoices', path: '/invoices?storeId=1' },
  { ...merchant, name: 'merchant-withdrawals', path: '/withdrawals' },
  { ...merchant, name: 'merchant-withdraw', path: '/withdrawals', prepare: openDialog('Withdraw') },
  { ...merchant, name: 'merchant-notifications', path: '/notifications' },
  { ...merchant, name: 'merchant-keys', path: '/keys' },
  { ...merchant, name: 'merchant-statement', path: '/statement' },
  { ...merchant, name: 'merchant-link', path: '/', prepare: openDialog('Payment link') },
  { ...merchant, name: 'merchant-link-phone', path: '/', isPhone: true, prepare: openDialog('Payment link') },
  { ...merchant, name: 'merchant-refund', path: '/invoices?storeId=1&type=in&status=paid', prepare: refundPaid },
  {
    ...merchant,
    name: 'merchant-refund-phone',
    path: '/invoices?storeId=1&type=in&status=paid',
    isPhone: true,
    prepare: refundPaid,
  },
  { ...merchant, name: 'merchant-keys-phone', path: '/keys', isPhone: true },
  { ...merchant, name: 'merchant-team', path: '/team' },
  { ...merchant, name: 'merchant-team-dark', path: '/team', isDark: true, prepare: openDialog('Invite') },
  { ...merchant, name: 'merchant-team-phone', path: '/team', isPhone: true, prepare: openDialog('Invite') },
  { ...merchant, name: 'merchant-sandbox', path: '/sandbox' },
  { ...merchant, name: 'merchant-sandbox-phone', path: '/sandbox', isPhone: true, isDark: true },
  { ...merchant, name: 'merchant-statement-phone', path: '/statement', isPhone: true },
  { ...merchant, name: 'merchant-signature', path: '/signature', prepare: explainSignature },
  { ...merchant, name: 'merchant-signature-dark', path: '/signature', prepare: explainSignature, isDark: true },
] as const;
