import { language as payersEn } from '../../../src/pages/language-en.ts';
import { language as payersRu } from '../../../src/pages/language-ru.ts';
import { en } from '../../../web/console/text/en/dictionary.ts';
import { ru } from '../../../web/console/text/ru/dictionary.ts';

/** How somebody works: at which screen, in which language, with which hands. */
export interface Way {
  readonly name: string;
  readonly isPhone: boolean;
  readonly locale: string;
  readonly text: typeof en;
  readonly payers: typeof payersEn;
}

const english = { locale: 'en-GB', text: en, payers: payersEn };
const russian = { locale: 'ru-RU', text: ru as typeof en, payers: payersRu };

const all: readonly Way[] = [
  { name: '1440 px, English, keyboard', isPhone: false, ...english },
  { name: '390 px, Russian, thumb', isPhone: true, ...russian },
  { name: '1440 px, Russian, keyboard', isPhone: false, ...russian },
  { name: '390 px, English, thumb', isPhone: true, ...english },
];

/** Each language and each screen once; with TEST_JOBS=all each with the other too. */
export const ways = process.env['TEST_JOBS'] === 'all' ? all : all.slice(0, 2);
