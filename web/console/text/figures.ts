/**
 * Puts the figures of a message where words of another language say they belong: {1} is the first figure of what the service
 * said, {2} the second, each with the sign of per cent or the currency after it. A decimal point becomes a comma, as those
 * languages write it. A refusal carries its code and its sentence, no figures of its own.
 */
export function withFigures(words: string | undefined, message: string): string | undefined {
  const figures = message.match(/\d([\d.,]*\d)?( %| (?=\d*[A-Z])[A-Z\d]{2,10}\b)?/g) ?? [];
  return words?.replace(/\{(\d)\}/g, (place, index) => {
    return figures[Number(index) - 1]?.replace(/^(\d+)\.(\d+)(?![.,\d])/, '$1,$2') ?? place;
  });
}
