import { attachmentBytesMax } from '../domain/receipts/receipt-type.ts';
import { empty, escaped, type Html, html, raw } from '../http/html.ts';
import { bankInWords } from './bank-name.ts';
import type { Language } from './language.ts';
import { actLink, dateTime, heading, lead, type PayView, quietLink, stepLink, sumLine } from './pay-parts.ts';
import { countdown } from './pay-transfer.ts';

/** Upload of a receipt: a plain form, to which the script adds dropping, a camera button, checks and progress. */
export function receiptScreen(view: PayView): Html {
  const { language, page } = view;
  const texts = language.receipt;
  const { deal } = page;
  const isFirst = deal?.status === 'transfer_waiting';
  return html`${sumLine(view, language.page.toPay)}
<div class="head">${heading(isFirst ? texts.title : texts.another)}${deal !== null && isFirst ? countdown(view, deal) : empty}</div>
${lead(texts.lead)}
${uploadForm(view, 'confirm-transfer', empty)}
${quietLink(stepLink(view, null), language.page.back)}`;
}

/** The same for requisites that have ended, or for a dispute. Which requisites, where there were several. */
export function claimScreen(view: PayView): Html {
  const { language } = view;
  const { title, lead: text } = language.claim;
  return html`${sumLine(view, language.transfer.amount)}
${heading(title)}
${lead(text)}
${uploadForm(view, 'claim', whichDeal(view))}
${quietLink(stepLink(view, null), language.page.back)}`;
}

function whichDeal({ language, ended }: PayView): Html {
  const deals = ended.filter(({ mayClaim }) => mayClaim);
  if (deals.length < 2)
    return deals.map(({ id }) => html`<input type="hidden" name="dealId" value="${escaped(id)}">`)[0] ?? empty;
  const choices = deals.map(({ id, bank, number, startedAt }, index) => {
    const name = html`${escaped(bankInWords(language, bank).name)} <bdi dir="ltr">${escaped(number)}</bdi>`;
    return html`<label class="deal"><input type="radio" name="dealId" value="${escaped(id)}"${index === 0 ? raw(' checked') : empty}><span>${name}<span class="hint">${dateTime(language, startedAt)}</span></span></label>`;
  });
  return html`<fieldset class="deals"><legend>${escaped(language.claim.which)}</legend>${choices}</fieldset>`;
}

function uploadForm(view: PayView, act: 'confirm-transfer' | 'claim', fields: Html): Html {
  const { language } = view;
  const texts = language.receipt;
  return html`<form class="upload" method="post" enctype="multipart/form-data" action="${actLink(view, act)}"${scriptWords(language)}>
${fields}
<div class="drop">
<label class="file">${arrow}<span class="file-name">${escaped(texts.choose)}</span><span class="hint drop-hint needs-script">${escaped(texts.drop)}</span>
<input type="file" name="attachment" required accept="image/*,application/pdf" aria-describedby="formats"></label>
<label class="button quiet camera needs-script">${escaped(texts.photo)}<input type="file" accept="image/*" capture="environment" data-camera></label>
</div>
<p class="hint" id="formats">${escaped(texts.formats)}</p>
<div class="progress" hidden><progress max="100" value="0" aria-label="${escaped(texts.sending)}"></progress><span class="percent"></span></div>
<button class="button">${escaped(texts.send)}</button>
</form>`;
}

const arrow = raw(
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M12 16V5M7 9.500L12 4.500l5 5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3"/></svg>',
);

/** What the script knows and says while it looks at a file and sends it: it has no words of its own. */
function scriptWords({ notices, receipt }: Language): readonly Html[] {
  const words = {
    'bytes-max': String(attachmentBytesMax),
    'too-big': notices.tooBig,
    'wrong-type': notices.wrongType,
    empty: notices.emptyFile,
    missing: notices.missingFile,
    broken: notices.brokenUpload,
    sending: receipt.sending,
  };
  return Object.entries(words).map(([name, text]) => html` data-${escaped(name)}="${escaped(text)}"`);
}
