import { refusalsInRussian } from '../../../../src/errors/russian.ts';
import type { Dictionary } from '../en/dictionary.ts';

/** What the service refuses with, by code, and what only the console can say. */
export const faults: Dictionary['faults'] = {
  no_connection: 'Сервис не отвечает. Выполнен ли запрос, неизвестно; повторить безопасно.',
  unexpected: 'Консоль не поняла ответ сервиса.',
  passkey_canceled: 'Ключ доступа не использован: запрос отменён или занял слишком много времени.',
  ...refusalsInRussian,
};
