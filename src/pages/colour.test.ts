import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, readableOn, textContrastMin, textOn } from './colour.ts';
import { lookStyle } from './store-look.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('is what WCAG says it is', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#ffffff')).toBe(1);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });
});

describe('the colours of a store', () => {
  it('can be read, whatever they are: on buttons, as text and as a focus ring, on light and dark screens', () => {
    fc.assert(
      fc.property(colour, colour, (light, dark) => {
        const style = lookStyle({ colour: light, darkColour: dark });
        const [bright = '', dim = ''] = style.split('@media');
        for (const [part, ground] of [
          [bright, '#f4f4f1'],
          [dim, '#1b2024'],
        ] as const) {
          const value = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(part)?.[1] ?? '';
          expect(contrast(value('on-accent'), value('accent'))).toBeGreaterThanOrEqual(textContrastMin);
          expect(contrast(value('accent-ink'), ground)).toBeGreaterThanOrEqual(textContrastMin);
          expect(contrast(value('edge'), ground)).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });

  it('stay as they are where they can be read', () => {
    expect(readableOn('#ffffff', '#0a5f58')).toBe('#0a5f58');
    expect(textOn('#ffdd2d')).toBe('#14181b');
    expect(textOn('#0a5f58')).toBe('#ffffff');
  });

  it.each([null, 'red', '#fff', '#12345g', '#0a5f58;}body{display:none'])(
    'fall back to the default colours for %s',
    (bad) => {
      expect(lookStyle({ colour: bad, darkColour: bad })).toBe(lookStyle({ colour: null, darkColour: null }));
    },
  );
});
