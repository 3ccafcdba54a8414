/**
 * Puts the figures of a message where words of another language say they belong: {1} is the first figure of what the service
 * said, {2} the second. A refusal carries its code and its sentence, no figures of its own.
 */
export function withFigures(words: string | undefined, message: string): string | undefined {
  const figures = message.match(/\d[\d.,]*\d( %)?|\d( %)?/g) ?? [];
  return words?.replace(/\{(\d)\}/g, (place, index) => figures[Number(index) - 1] ?? place);
}
