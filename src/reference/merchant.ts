import { empty, html } from '../http/html.ts';
import { inline } from './html.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './page.ts';
import { sections } from './sections.ts';
import { type ExampleKeys, signedBy } from './snippets.ts';

interface MerchantPageOptions {
  readonly mode: 'sandbox' | 'production';
  readonly keys: ExampleKeys;
}

/** The reference for shops. */
export function merchantPage(serverUrl: string, { mode, keys }: MerchantPageOptions): string {
  const sandbox = html`<p class="note">${inline(
    `**Sandbox.** This service has a demo store with the API key \`${keys.apiKey}\` and the merchant secret \`${keys.secret}\`. The requests on this page are signed with them and can be pasted into a terminal. A signature covers the whole URL: with an ID of your own, sign again.`,
  )}</p>`;
  return referencePage(openApiDocument(serverUrl), {
    title: 'Quittance API reference',
    lead: 'Create invoices, give payers requisites, confirm transfers, pay out and withdraw. JSON over HTTP, every request of a shop signed.',
    note: mode === 'sandbox' ? sandbox : empty,
    sections: sections({ serverUrl, keys }),
    objectsLead: 'The shapes of answers. Every field is always there; what is not known yet is null.',
    credentials: ({ security }) => (security?.length === 0 ? () => [] : signedBy(keys)),
    documentLink: 'openapi.json',
    seeAlso: [
      { link: 'docs/operator', title: 'Operator interface' },
      { link: 'quittance.postman_collection.json', title: 'Postman collection' },
    ],
  });
}
