import type { Refusal } from './refusal.ts';

/** What lies in the archive. */
export const archiveErrors = {
  invoice_detached: {
    status: 410,
    message: 'This belongs to {month}, which lies in a file of the archive. The operator can attach it again.',
    advice:
      'Ask the operator for the month that the message names: `quittance archive attach FILE` brings it back, and everything is as before.',
    ru: 'Это относится к месяцу {1}-{2}, который выгружен в файл архива. Его можно загрузить обратно.',
  },
  entry_in_file: {
    message:
      '{month} lies in a file of the archive, and {entry} may be named there. It cannot be removed; it can be switched off.',
    advice:
      'Switch it off instead, or bring back every month that lies in a file (`quittance archive attach FILE`) and try again.',
    ru: 'Месяц {1}-{2} выгружен в файл архива, и там это может быть указано. Удалить нельзя, можно выключить; или сначала загрузите все такие месяцы обратно.',
  },
} as const satisfies Record<string, Refusal>;
