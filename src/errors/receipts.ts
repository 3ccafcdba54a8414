import type { Refusal } from './refusal.ts';

/** Receipts and other files of a deal. */
export const receiptErrors = {
  attachment_missing: {
    message: 'This value should not be blank.', // kept
    advice: 'Send the file as the form field `attachment`.',
    ru: 'Приложите файл.',
  },
  attachment_empty: {
    message: 'The file is empty.',
    advice: 'The file has no bytes; check that it was read before it was sent.',
    ru: 'Файл пуст.',
  },
  attachment_type: {
    message: 'The file should be a JPEG, PNG, GIF, WebP, HEIC, PDF or plain text.',
    advice: 'Send one of the listed types. The content decides, not the file name.',
    ru: 'Файлы такого типа не принимаются.',
  },
  attachment_too_big: {
    status: 413,
    message: 'The file is larger than 10 MB.',
    advice: 'Send a smaller file: a photograph of lower resolution, or only the page that matters.',
    ru: 'Файл больше 10 МБ.',
  },
  too_many_attachments: {
    message: 'A deal holds at most {limit} attachments.',
    advice: 'The deal has enough receipts; nothing more is needed.',
    ru: 'Слишком много файлов.',
  },
  receipts_of_invoice_full: {
    message:
      'The receipts of an invoice have at most {limit} bytes in all, and there is not enough room left for this one.',
    advice: 'Send smaller files, such as a picture of the receipt alone, or take up what is open with support.',
    ru: 'Файлы этого счёта занимают слишком много места. Пришлите файл поменьше.',
  },
  receipts_of_store_full: {
    message:
      'The receipts that came for this store today have reached {limit} bytes. Try again tomorrow, or ask support.',
    advice: 'Try again tomorrow. The person who runs the service can raise RECEIPTS_PER_STORE_DAY_BYTES.',
    ru: 'На сегодня место для файлов этого магазина закончилось. Попробуйте завтра.',
  },
} as const satisfies Record<string, Refusal>;
