import { announce } from './announce.ts';

const shownMs = 2_000;

export function followClipboard(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
    if (button !== null) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', done = '', announce: words = '' } = button.dataset;
  if (!(await write(text))) return;
  announce(words);
  const label = button.querySelector('span');
  if (label === null || button.classList.contains('done')) return;
  const before = label.textContent;
  // The button keeps its width: nothing else may move under the reader's finger.
  button.style.minInlineSize = `${button.offsetWidth}px`;
  button.classList.add('done');
  label.textContent = done;
  setTimeout(() => {
    button.classList.remove('done');
    label.textContent = before;
  }, shownMs);
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeTheOldWay(text);
  }
}

/** The clipboard is kept from pages without TLS, and from some frames; this still works there. */
function writeTheOldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
