import { announce, notice, showConnection } from './announce.ts';
import { arrive, asAct } from './page.ts';

/** Checks a receipt before it is sent, sends it with progress, and takes it from a drop, a camera or the clipboard. */
export function followUpload(): void {
  document.addEventListener('change', (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.type !== 'file') return;
    if (input.dataset['camera'] !== undefined) take(input.files);
    else choose(input);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('.upload')) return;
    event.preventDefault();
    void send(form);
  });
  document.addEventListener('paste', (event) => take(event.clipboardData?.files ?? null));
  followDrops();
}

/** A file dropped beside the field would replace the page by itself; it goes into the field instead. */
function followDrops(): void {
  const drop = () => document.querySelector('.drop');
  document.addEventListener('dragover', (event) => {
    if (drop() === null || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    drop()?.classList.add('over');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) drop()?.classList.remove('over');
  });
  document.addEventListener('drop', (event) => {
    if (drop() === null || event.dataTransfer === null) return;
    event.preventDefault();
    drop()?.classList.remove('over');
    take(event.dataTransfer.files);
  });
}

function take(files: FileList | null): void {
  const input = document.querySelector<HTMLInputElement>('.upload input[name="attachment"]');
  if (input === null || files === null || files.length === 0) return;
  input.files = files;
  choose(input);
}

function choose(input: HTMLInputElement): void {
  const form = input.form;
  const file = input.files?.[0];
  const field = input.closest('.file');
  const name = field?.querySelector<HTMLElement>('.file-name');
  if (form === null || name == null) return;
  const fault = file === undefined ? null : faultOf(form, file);
  notice(fault ?? '');
  name.dataset['empty'] ??= name.textContent ?? '';
  const isGood = file !== undefined && fault === null;
  field?.classList.toggle('chosen', isGood);
  name.textContent = isGood ? file.name : name.dataset['empty'];
  // What would be refused is not kept: pressing "send" must not send it after all.
  if (fault !== null) input.value = '';
  if (isGood) announce(file.name);
}

/** What the service would say, without ten megabytes on their way first. */
function faultOf(form: HTMLFormElement, file: File): string | null {
  const { bytesMax, tooBig = '', wrongType = '', empty = '' } = form.dataset;
  if (file.size > Number(bytesMax)) return tooBig;
  if (file.size === 0) return empty;
  // A type the browser does not know says nothing; the service looks at the content.
  const isReadable = file.type === '' || /^image\/(?!svg)|^application\/pdf$|^text\/plain$/.test(file.type);
  return isReadable ? null : wrongType;
}

async function send(form: HTMLFormElement): Promise<void> {
  const input = form.querySelector<HTMLInputElement>('input[name="attachment"]');
  const { missing = '', sending = '', broken = '' } = form.dataset;
  if (input?.files?.length !== 1) {
    notice(missing);
    return;
  }
  await asAct(async () => {
    const button = form.querySelector('button');
    button?.setAttribute('aria-disabled', 'true');
    announce(sending);
    notice('');
    const answer = await post(form, (percent) => showProgress(form, percent));
    button?.removeAttribute('aria-disabled');
    showProgress(form, null);
    if (answer === null) notice(broken);
    else arrive(answer.responseText, answer.responseURL);
  });
}

/** The old kind of request: it is the one that tells how far an upload is. Null when it did not get through. */
function post(form: HTMLFormElement, progress: (percent: number) => void): Promise<XMLHttpRequest | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => progress((loaded / total) * 100));
    request.addEventListener('load', () => {
      showConnection('online');
      resolve(request);
    });
    request.addEventListener('error', () => resolve(null));
    request.open('POST', form.action);
    request.send(new FormData(form));
  });
}

function showProgress(form: HTMLFormElement, percent: number | null): void {
  const line = form.querySelector<HTMLElement>('.progress');
  const bar = line?.querySelector('progress');
  const text = line?.querySelector('.percent');
  if (line == null || bar == null || text == null) return;
  line.hidden = percent === null;
  bar.value = percent ?? 0;
  text.textContent = percent === null ? '' : `${Math.floor(percent)}%`;
}
