import { onScreen } from './page.ts';

/** The receipt of a paid invoice: on paper, or sent on by what the device has for that. */
export function followReceipt(): void {
  onScreen(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
      button.hidden = typeof navigator.share !== 'function';
    }
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-print]') !== null) print();
    const share = event.target.closest<HTMLElement>('[data-share]');
    if (share !== null) void send(share.dataset['share'] ?? '');
  });
}

async function send(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch {
    // Closed without choosing, which says nothing.
  }
}
