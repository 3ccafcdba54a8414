import { empty, html } from '../http/html.ts';
import { inline } from './html.ts';
import { openApiDocument } from './openapi.ts';
import { type Reference, referencePages } from './page.ts';
import { sections } from './sections.ts';
import { type ExampleKeys, signedBy } from './snippets.ts';

interface MerchantPageOptions {
  readonly mode: 'sandbox' | 'production';
  readonly keys: ExampleKeys;
}

/** The reference for shops. */
export function merchantPages(serverUrl: string, { mode, keys }: MerchantPageOptions): Reference {
  const sandbox = html`<p class="note">${inline(
    `**Sandbox.** This service has a demo store with the API key \`${keys.apiKey}\` and the merchant secret \`${keys.secret}\`. The requests of these pages are signed with them: paste them into a terminal, or send them from the page (Try it). A signature covers the whole URL: with an ID of your own, sign again.`,
  )}</p>`;
  return referencePages(openApiDocument(serverUrl), {
    address: 'docs',
    title: 'Quittance API reference',
    lead: 'Create invoices, give payers requisites, confirm transfers, pay out and withdraw. JSON over HTTP, every request of a shop signed.',
    note: mode === 'sandbox' ? sandbox : empty,
    sections: sections({ serverUrl, keys }),
    objectsLead: 'The shapes of answers. Every field is always there; what is not known yet is null.',
    credentials: ({ security }) => (security?.length === 0 ? () => [] : signedBy(keys)),
    // Keys that nobody has are of no use, and those of a sandbox belong into no other page.
    tryKeys: mode === 'sandbox' && keys.areReal ? keys : null,
    documentLink: 'openapi.json',
    seeAlso: [
      { link: 'docs/operator', title: 'Operator interface' },
      { link: 'quittance.postman_collection.json', title: 'Postman collection' },
    ],
  });
}
