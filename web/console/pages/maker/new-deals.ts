import { useEffect, useRef, useState } from 'react';

/** Those that were not there before. Nothing is new on a page that has just been opened. */
export function newOnes(before: ReadonlySet<string> | null, now: readonly string[]): readonly string[] {
  return before === null ? [] : now.filter((id) => !before.has(id));
}

const storageName = 'maker-sound';

/** Whether the maker wants to hear of new deals; remembered by this browser. Asked of the browser when it is turned on. */
export function useSoundSwitch(): { readonly isOn: boolean; readonly turn: (isOn: boolean) => void } {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageName) === 'on');
  const turn = (next: boolean) => {
    setOn(next);
    localStorage.setItem(storageName, next ? 'on' : 'off');
    if (!next) return;
    // Browsers let a page sound only after a touch: this is one, and lets the maker hear what to listen for.
    ring();
    if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
  };
  return { isOn, turn };
}

/** Tells of deals that come while the page is open: by a sound and, when the maker looks elsewhere, by a notice. */
export function useNewDealAlert(ids: readonly string[] | undefined, isOn: boolean, notice: string): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (ids === undefined) return;
    const fresh = newOnes(known.current, ids);
    known.current = new Set([...(known.current ?? []), ...ids]);
    if (!isOn || fresh.length === 0) return;
    ring();
    if (document.visibilityState === 'hidden') show(notice);
  }, [ids, isOn, notice]);
}

function show(notice: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    // One notice for all: ten deals at once are not ten notices. No sum and no number: others see a locked screen, too.
    const shown = new Notification(notice, { tag: 'new-deal', body: 'Quittance' });
    shown.addEventListener('click', () => window.focus());
  } catch {
    // Phones show notices only by a service worker's push; the sound is what is left.
  }
}

let audio: AudioContext | null = null;

/** Two short tones, made here: nothing is loaded, so nothing can be missing when it matters. */
function ring(): void {
  if (typeof AudioContext !== 'function') return;
  audio ??= new AudioContext();
  void audio.resume();
  [880, 1320].forEach((hertz, index) => {
    if (audio === null) return;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.16;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.25, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.15);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.15);
  });
}
