import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Twice what the payer's page shows, for sharp screens. */
const sidePx = 72;
/** As the service takes it; the whole payer's page is that small. */
const bytesMax = 5 * 1024;
/** Each a smaller file than the one before. */
const attempts = [
  ['image/png', 1],
  ['image/webp', 0.9],
  ['image/webp', 0.6],
  ['image/jpeg', 0.5],
] as const;

/** Takes any picture and makes it small here: nobody should have to find out what 5 KB are. */
export function LogoField({ logo, onChange }: LogoFieldProps): ReactNode {
  const words = useText().operator.stores.page;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (logo !== null) void draw(canvas.current, bytesOf(logo));
  }, [logo]);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    const made = await smallPicture(file);
    setRefused(made === null);
    if (made !== null) onChange(made);
  };
  return (
    <div className="logo-field">
      {logo !== null && <canvas ref={canvas} width={sidePx} height={sidePx} role="img" aria-label={words.logo} />}
      <TextField
        name="logoFile"
        type="file"
        accept="image/*"
        label={words.logo}
        hint={isRefused ? words.logoRefused : words.logoHint}
        onChange={take}
      />
      {logo !== null && (
        <Button tone="ghost" onClick={() => onChange(null)}>
          {words.removeLogo}
        </Button>
      )}
    </div>
  );
}

interface LogoFieldProps {
  /** As base64; null: there is none. */
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
}

async function smallPicture(file: Blob): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  if (!(await draw(canvas, file))) return null;
  for (const [type, quality] of attempts) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob !== null && blob.size <= bytesMax) return await base64Of(blob);
  }
  return null;
}

/** In the middle, whole, whatever its shape. False if the file is not a picture. */
async function draw(canvas: HTMLCanvasElement | null, picture: Blob): Promise<boolean> {
  const context = canvas?.getContext('2d');
  if (canvas == null || context == null) return false;
  try {
    const bitmap = await createImageBitmap(picture);
    const scale = Math.min(canvas.width / bitmap.width, canvas.height / bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    return true;
  } catch {
    return false;
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
}
