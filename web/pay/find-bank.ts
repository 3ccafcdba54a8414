/** Filters the banks while the reader types. Cyrillic finds Latin names: payers type "сбер" for Sberbank. */
export function followSearch(): void {
  document.addEventListener('input', (event) => {
    const field = event.target;
    if (field instanceof HTMLInputElement && field.id === 'find') filter(field.value);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.id !== 'find') return;
    // Enter in a form presses its first button, which here would be a bank that nobody chose.
    event.preventDefault();
    document.querySelector<HTMLElement>('.banks li:not([hidden]) button')?.focus();
  });
}

function filter(query: string): void {
  const wanted = plain(query);
  const banks = [...document.querySelectorAll<HTMLElement>('[data-find]')];
  const found = new Set(banks.filter((bank) => plain(bank.dataset['find'] ?? '').includes(wanted)));
  // Whose bank is not there takes any: it is what the text then says.
  const shown = found.size > 0 ? found : new Set(banks.filter((bank) => 'any' in bank.dataset));
  for (const bank of banks) bank.hidden = !shown.has(bank);
  for (const section of document.querySelectorAll<HTMLElement>('.option')) {
    section.hidden = section.querySelector('[data-find]:not([hidden])') === null;
    if (section instanceof HTMLDetailsElement) openWhileSearching(section, wanted !== '');
  }
  const nothing = document.getElementById('nothing-found');
  if (nothing === null) return;
  const { text = '', alone = '' } = nothing.dataset;
  nothing.textContent = found.size > 0 ? '' : shown.size > 0 ? text : alone;
}

/** Sections open one at a time; what a search finds in several of them has to be seen at once. */
function openWhileSearching(section: HTMLDetailsElement, isSearching: boolean): void {
  if (isSearching) {
    section.removeAttribute('name');
    section.open = true;
  } else if (!section.hasAttribute('name')) {
    section.open = section.matches(':first-of-type');
    section.setAttribute('name', 'option');
  }
}

/** Small letters and digits alone, in Latin, with sounds that are written in two ways written in one. */
function plain(text: string): string {
  const latin = [...text.toLowerCase()].map((letter) => cyrillic[letter] ?? letter).join('');
  return latin
    .normalize('NFD')
    .replace(/kh/g, 'h')
    .replace(/c(?!h)/g, 'k')
    .replace(/y/g, 'i')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sch',
    'ы i э e ю yu я ya қ k ә a ң n ғ g ү u ұ u ө o һ h і i ӣ i ӯ u ҳ h ҷ j ə a ı i',
  ]
    .join(' ')
    .split(' ')
    .reduce<[string, string][]>((pairs, piece, index, all) => {
      if (index % 2 === 0) pairs.push([piece, all[index + 1] ?? '']);
      return pairs;
    }, [])
    .concat([
      ['ъ', ''],
      ['ь', ''],
    ]),
);
