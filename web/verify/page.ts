/** The page that checks a proof offline, opened from disk: the same code as the command, and no line leads out of it. */
import { explain } from '../../verifier/explain.ts';
import { readKept } from '../../verifier/kept.ts';
import type { Kept } from '../../verifier/proof-file.ts';
import { type Verdict, verifyProof } from '../../verifier/verify.ts';
import { english } from '../../verifier/words-en.ts';
import { russian } from '../../verifier/words-ru.ts';

const texts = {
  en: {
    words: english,
    title: 'Check a proof of your balance',
    about: 'This page works without a connection and sends nothing anywhere. It can be kept beside your proofs.',
    proofLabel: 'The proof',
    proofHint: 'The file that the service gave you',
    keptLabel: 'What you kept from before',
    keptHint: 'An older proof or head: shows that nothing was rewritten since. May be left empty',
    checking: 'Checking…',
    noKept: (name: string) => `${name} has no proof and no head of a book.`,
    marks: { holds: 'holds', broken: 'broken', 'not asked': 'not checked' },
  },
  ru: {
    words: russian,
    title: 'Проверка доказательства остатка',
    about: 'Страница работает без связи и никуда ничего не отправляет. Её можно хранить рядом с доказательствами.',
    proofLabel: 'Доказательство',
    proofHint: 'Файл, который вам дал сервис',
    keptLabel: 'Что вы сохранили раньше',
    keptHint: 'Старое доказательство или заголовок: покажет, что с тех пор ничего не переписано. Можно не давать',
    checking: 'Проверяем…',
    noKept: (name: string) => `В файле ${name} нет ни доказательства, ни заголовка книги.`,
    marks: { holds: 'верно', broken: 'неверно', 'not asked': 'не проверено' },
  },
} as const;

type Language = keyof typeof texts;

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const proofInput = byId('proof') as HTMLInputElement;
const keptInput = byId('kept') as HTMLInputElement;
const result = byId('result');

let language: Language = navigator.language.startsWith('ru') ? 'ru' : 'en';
/** The last one counts, when files are chosen faster than they are checked. */
let asked = 0;

function show(): void {
  const { title, about, proofLabel, proofHint, keptLabel, keptHint } = texts[language];
  document.documentElement.lang = language;
  document.title = title;
  const lines = {
    title,
    about,
    'proof-label': proofLabel,
    'proof-hint': proofHint,
    'kept-label': keptLabel,
    'kept-hint': keptHint,
  };
  for (const [id, text] of Object.entries(lines)) byId(id).textContent = text;
  for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset['language'] === language));
  }
  void check();
}

async function check(): Promise<void> {
  asked += 1;
  const own = asked;
  const [proof] = proofInput.files ?? [];
  if (proof === undefined) return;
  result.replaceChildren(line('p', texts[language].checking));
  const kept: Kept[] = [];
  for (const file of keptInput.files ?? []) {
    const one = readKept(await bytesOf(file));
    if (one === null) return result.replaceChildren(line('p', texts[language].noKept(file.name), 'bad'));
    kept.push(one);
  }
  const bytes = await bytesOf(proof);
  // The sentence above is painted before a long proof keeps the page busy.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  if (own === asked) showVerdict(verifyProof(bytes, { kept }));
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

const signs = { holds: '✓', broken: '✗', 'not asked': '–' } as const;
const looks = { holds: 'good', broken: 'bad', 'not asked': 'soft' } as const;

function showVerdict(verdict: Verdict): void {
  const { words, marks } = texts[language];
  const { isProven, title, about, points, faults, notes } = explain(verdict, words);
  const marked = (sign: string, look: string, name: string, text: string) => {
    const item = document.createElement('li');
    const mark = line('span', sign, look);
    mark.setAttribute('role', 'img');
    mark.setAttribute('aria-label', name);
    item.append(mark, line('span', text));
    return item;
  };
  const list = document.createElement('ul');
  list.append(...points.map(({ state, text }) => marked(signs[state], looks[state], marks[state], text)));
  const wrong = document.createElement('ul');
  wrong.append(...faults.map((text) => marked(signs.broken, 'bad', marks.broken, text)));
  result.replaceChildren(
    line('p', title, `verdict ${isProven ? 'good' : 'bad'}`),
    ...(faults.length === 0 ? [] : [wrong]),
    ...about.map((text) => line('p', text)),
    list,
    ...notes.map((text) => line('p', text, 'soft')),
  );
}

function line(tag: string, text: string, look = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = look;
  return element;
}

for (const input of [proofInput, keptInput]) input.addEventListener('change', () => void check());
for (const button of document.querySelectorAll<HTMLElement>('[data-language]')) {
  button.addEventListener('click', () => {
    language = button.dataset['language'] as Language;
    show();
  });
}
show();
