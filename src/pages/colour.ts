/** Colours as `#rrggbb`, and whether they can be read: contrast as WCAG 2.2 defines it. */
export type Colour = string;

export const white: Colour = '#ffffff';
const black: Colour = '#000000';
export const nearBlack: Colour = '#14181b';

/** Text has to have 4.5, large text and the outline of a control 3. */
export const textContrastMin = 4.5;

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

export function contrast(left: Colour, right: Colour): number {
  const [lighter, darker] = [luminance(left), luminance(right)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/**
 * White or nearly black, whichever reads better on it. For a few middling colours neither is enough, and black is: it has
 * a contrast of 4.58 at least with whatever white has not.
 */
export function textOn(background: Colour): Colour {
  const better = contrast(background, white) >= contrast(background, nearBlack) ? white : nearBlack;
  return contrast(background, better) >= textContrastMin ? better : black;
}

const mixSteps = 20;

/** The colour itself if it reads well on the paper, else the nearest to it on the way to black or white. */
export function readableOn(paper: Colour, colour: Colour): Colour {
  const goal = textOn(paper);
  for (let step = 0; step < mixSteps; step++) {
    const mixed = mix(colour, goal, step / mixSteps);
    if (contrast(mixed, paper) >= textContrastMin) return mixed;
  }
  return goal;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const [left, right] = [channels(from), channels(to)];
  const mixed = left.map((value, index) => Math.round(value + ((right[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: Colour): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
